import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCheck, setStatus } from './changes/actions.ts';
import { addComment, openIssue } from './changes/conversations.ts';
import { addReview, resolveThread } from './changes/pulls.ts';
import { addSample, type Sample, token } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

/** What a poller of the real service falls for, in the local one too. */

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let github: LocalGitHub;
let sample: Sample;
let octokit: Octokit;
beforeAll(async () => {
  github = await startGitHub();
  sample = addSample(github);
  octokit = new Octokit({ auth: token, baseUrl: github.url, log: silent });
});
afterAll(() => github.stop());
beforeEach(() => github.clock.advance({ hours: 2 }));

const etag = async (path: string): Promise<string> =>
  (await octokit.request(`GET /repos/octo/demo/${path}`)).headers.etag ?? '';

/** Which of the paths answer with another validator after the change. */
async function moved(change: () => unknown, ...paths: string[]): Promise<string[]> {
  const before = await Promise.all(paths.map(etag));
  change();
  const after = await Promise.all(paths.map(etag));
  return paths.filter((_path, at) => before[at] !== after[at]);
}

test('a pull request embeds counters of its repository, its issue does not', async () => {
  await etag('pulls/4');
  await etag('pulls/4');
  const elsewhere = () => openIssue(github.state, { repository: sample.demo, author: sample.hubot, title: 'Another' });
  expect(await moved(elsewhere, 'pulls/4', 'issues/4')).toEqual(['pulls/4']);
  const star = () => sample.demo.otherStars++;
  expect(await moved(star, 'pulls/4', 'issues/4', 'pulls')).toEqual(['pulls/4', 'pulls']);
});

test('CI moves no updated_at: only the checks and statuses of the head tell', async () => {
  const head = sample.fix.headOid;
  const paths = ['issues/4', 'issues', `commits/${head}/check-runs?per_page=100`, `commits/${head}/status`];
  const { updatedAt } = sample.fix;
  const check = () =>
    addCheck(github.state, { repository: sample.demo, oid: head, name: 'late', conclusion: 'FAILURE' });
  expect(await moved(check, ...paths)).toEqual([paths[2]]);
  const status = () =>
    setStatus(github.state, {
      repository: sample.demo,
      oid: head,
      context: 'ci/deploy',
      state: 'SUCCESS',
      creator: sample.hubot,
    });
  expect(await moved(status, ...paths)).toEqual([paths[3]]);
  expect(sample.fix.updatedAt).toBe(updatedAt);
});

test('mergeability is null first, computed for the next who asks, and lost when the base moves', async () => {
  const ask = async () => (await octokit.pulls.get({ owner: 'octo', repo: 'demo', pull_number: 5 })).data;
  sample.quotes.mergeability = 'unknown';
  const { updatedAt } = sample.quotes;
  expect(await ask()).toMatchObject({ mergeable: null, mergeable_state: 'unknown' });
  expect(await ask()).toMatchObject({ mergeable: true, mergeable_state: 'draft' });
  const author = github.state.signature(sample.hubot);
  sample.demo.git.commitFiles('main', { 'src/quotes.ts': 'other\n' }, { message: 'In the way', author });
  expect(await ask()).toMatchObject({ mergeable: null, mergeable_state: 'unknown' });
  expect(await ask()).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
  expect(sample.quotes.updatedAt).toBe(updatedAt);
  expect(await moved(() => (sample.quotes.mergeability = 'unknown'), 'issues/5', 'issues')).toEqual([]);
});

test('a resolved thread and a project field move nothing; a review and a comment do', async () => {
  const [thread] = sample.quotes.reviewThreads;
  const [item] = sample.project.items;
  expect(await moved(() => thread && resolveThread(thread, sample.monalisa), 'issues/5', 'pulls/5/comments')).toEqual(
    [],
  );
  expect(await moved(() => item?.values.set('Status', 'Done'), 'issues/1', 'issues')).toEqual([]);
  const review = () => addReview(github.state, sample.quotes, sample.hubot, { state: 'APPROVED' });
  expect(await moved(review, 'issues/5', 'issues')).toEqual(['issues/5', 'issues']);
  github.clock.advance({ minutes: 1 });
  expect(await moved(() => addComment(github.state, sample.crash, sample.hubot, 'Ping'), 'issues/1')).toEqual([
    'issues/1',
  ]);
});

test('lists of releases churn by themselves: somebody downloads', async () => {
  expect(await moved(() => github.clock.advance({ minutes: 2 }), 'releases', 'labels', 'issues')).toEqual(['releases']);
  const published = async () =>
    (await octokit.repos.listReleases({ owner: 'octo', repo: 'demo' })).data.map(({ tag_name, name, published_at }) => [
      tag_name,
      name,
      published_at,
    ]);
  const before = await published();
  github.clock.advance({ hours: 1 });
  expect(await published()).toEqual(before);
});

test('a push moves the head and updated_at of its pull request', async () => {
  const author = github.state.signature(sample.monalisa);
  const push = () => sample.demo.git.commitFiles('quotes', { 'src/more.ts': 'more\n' }, { message: 'More', author });
  expect(await moved(push, 'issues/5', 'issues/4')).toEqual(['issues/5']);
  expect(sample.quotes).toMatchObject({ headOid: sample.demo.git.branch('quotes'), updatedAt: github.clock.stamp() });
});
