import { execFileSync } from 'node:child_process';
import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { zeros } from './git-data.ts';
import { addSample, hubotToken, type Sample, token } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const demo = { owner: 'octo', repo: 'demo' };

let github: LocalGitHub;
let sample: Sample;
let octokit: Octokit;
beforeAll(async () => {
  github = await startGitHub();
  sample = addSample(github);
  octokit = new Octokit({ auth: token, baseUrl: github.url, log: silent });
});
afterAll(() => github.stop());
beforeEach(() => github.clock.advance({ minutes: 1 }));

const main = (): string => sample.demo.git.branch('main') ?? '';
const refused = (message: string, status = 422) => ({ status, message: expect.stringContaining(message) });

describe('REST', () => {
  test('blob, tree, commit and ref: the ids are those of git', async () => {
    const { data: blob } = await octokit.git.createBlob({
      ...demo,
      content: Buffer.from('hello\n').toString('base64'),
      encoding: 'base64',
    });
    expect(blob.sha).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
    const { data: base } = await octokit.git.getCommit({ ...demo, commit_sha: main() });
    const { data: tree } = await octokit.git.createTree({
      ...demo,
      base_tree: base.tree.sha,
      tree: [
        { path: 'docs/hello.txt', mode: '100755', type: 'blob', sha: blob.sha },
        { path: 'README.md', mode: '100644', type: 'blob', sha: null },
      ],
    });
    expect(tree.tree.map(({ path }) => path)).toEqual(['.github', 'docs', 'src']);
    const { data: commit } = await octokit.git.createCommit({
      ...demo,
      message: 'By hand',
      tree: tree.sha,
      parents: [main()],
    });
    expect(commit).toMatchObject({
      author: { name: 'Mona Lisa', date: github.clock.stamp() },
      parents: [{ sha: main() }],
    });
    await octokit.git.createRef({ ...demo, ref: 'refs/heads/by-hand', sha: commit.sha });
    const shown = execFileSync('git', ['show', 'by-hand:docs/hello.txt'], {
      cwd: sample.demo.git.path,
      encoding: 'utf8',
    });
    expect(shown).toBe('hello\n');
    const { data: deep } = await octokit.git.getTree({ ...demo, tree_sha: tree.sha, recursive: '1' });
    expect(deep.tree).toContainEqual(
      expect.objectContaining({ path: 'docs/hello.txt', mode: '100755', sha: blob.sha, size: 6 }),
    );
  });

  test.each([
    [
      'a path with ..',
      { path: '../x', mode: '100644', sha: 'README' },
      'tree.path contains a malformed path component',
    ],
    [
      'a path into .git',
      { path: '.GIT/config', mode: '100644', sha: 'README' },
      'tree.path contains a malformed path component',
    ],
    ['an unknown mode', { path: 'x', mode: '100600', sha: 'README' }, 'Must supply a valid tree.mode'],
    ['an object that is not there', { path: 'x', mode: '100644', sha: '1'.repeat(40) }, 'is not a valid blob'],
    ['a blob for a folder', { path: 'x', mode: '040000', sha: 'README' }, 'is not a valid tree'],
  ])('a tree with %s is refused', async (_what, entry, message) => {
    const readme = sample.demo.git.at(main(), 'README.md')?.oid ?? '';
    const tree = [{ ...entry, sha: entry.sha === 'README' ? readme : entry.sha }];
    await expect(octokit.request('POST /repos/octo/demo/git/trees', { tree })).rejects.toMatchObject(refused(message));
  });

  test('a commit needs its tree and its parents', async () => {
    const tree = sample.demo.git.commit(main())?.tree ?? '';
    await expect(octokit.git.createCommit({ ...demo, message: 'x', tree: '1'.repeat(40) })).rejects.toMatchObject(
      refused('Tree SHA does not exist'),
    );
    await expect(octokit.git.createCommit({ ...demo, message: 'x', tree, parents: [tree] })).rejects.toMatchObject(
      refused('Parent SHA does not exist or is not a commit object'),
    );
  });

  test('a ref moves forward, and back only by force', async () => {
    const first = sample.demo.git.history(main()).at(-1) ?? '';
    await octokit.git.createRef({ ...demo, ref: 'refs/heads/moving', sha: first });
    await expect(octokit.git.createRef({ ...demo, ref: 'refs/heads/moving', sha: first })).rejects.toMatchObject(
      refused('Reference already exists'),
    );
    await octokit.git.updateRef({ ...demo, ref: 'heads/moving', sha: main() });
    await expect(octokit.git.updateRef({ ...demo, ref: 'heads/moving', sha: first })).rejects.toMatchObject(
      refused('Update is not a fast forward'),
    );
    expect(sample.demo.git.branch('moving')).toBe(main());
    await octokit.git.updateRef({ ...demo, ref: 'heads/moving', sha: first, force: true });
    await expect(octokit.git.updateRef({ ...demo, ref: 'heads/moving', sha: '1'.repeat(40) })).rejects.toMatchObject(
      refused('Object does not exist'),
    );
    await octokit.git.deleteRef({ ...demo, ref: 'heads/moving' });
    await expect(octokit.git.updateRef({ ...demo, ref: 'heads/moving', sha: first })).rejects.toMatchObject(
      refused('Reference does not exist'),
    );
    await expect(octokit.git.getRef({ ...demo, ref: 'heads/moving' })).rejects.toMatchObject({ status: 404 });
  });

  test('deleting the branch of a pull request closes it', async () => {
    await octokit.git.deleteRef({ ...demo, ref: 'heads/quotes' });
    expect(sample.quotes).toMatchObject({ state: 'CLOSED', updatedAt: github.clock.stamp() });
    await octokit.git.createRef({ ...demo, ref: 'refs/heads/quotes', sha: sample.quotes.headOid });
    await octokit.pulls.update({ ...demo, pull_number: 5, state: 'open' });
    expect(sample.quotes.state).toBe('OPEN');
  });
});

describe('GraphQL updateRefs', () => {
  const update = (refUpdates: unknown[], auth = token) =>
    new Octokit({ auth, baseUrl: github.url, log: silent }).graphql(
      'mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }',
      { input: { repositoryId: sample.demo.id, refUpdates } },
    );
  const child = (parent: string): string => {
    const { git } = sample.demo;
    return git.writeCommit({
      tree: git.commit(parent)?.tree ?? '',
      parents: [parent],
      message: 'Child',
      author: github.state.signature(sample.monalisa),
    });
  };

  test('moves a ref only from where it is said to be', async () => {
    const before = main();
    const after = child(before);
    await expect(
      update([{ name: 'refs/heads/main', afterOid: after, beforeOid: '1'.repeat(40) }]),
    ).rejects.toMatchObject({ errors: [{ type: 'STALE_DATA' }] });
    expect(main()).toBe(before);
    await update([{ name: 'refs/heads/main', afterOid: after, beforeOid: before }]);
    expect(main()).toBe(after);
    expect(sample.demo.pushedAt).toBe(github.clock.stamp());
  });

  test('zeros: must not exist before, and deleted after', async () => {
    await update([{ name: 'refs/heads/fresh', afterOid: main(), beforeOid: zeros }]);
    expect(sample.demo.git.branch('fresh')).toBe(main());
    await expect(update([{ name: 'refs/heads/fresh', afterOid: main(), beforeOid: zeros }])).rejects.toMatchObject({
      errors: [{ type: 'STALE_DATA' }],
    });
    await update([{ name: 'refs/heads/fresh', afterOid: zeros, beforeOid: main() }]);
    expect(sample.demo.git.branch('fresh')).toBeUndefined();
  });

  test('all or none, and forward only unless forced', async () => {
    const before = main();
    const good = { name: 'refs/heads/one', afterOid: before };
    const back = { name: 'refs/heads/main', afterOid: sample.demo.git.history(before).at(-1) };
    await expect(update([good, back])).rejects.toMatchObject({ errors: [{ message: 'Update is not a fast forward' }] });
    expect(sample.demo.git.branch('one')).toBeUndefined();
    await update([good, { ...back, force: true }]);
    expect([sample.demo.git.branch('one'), main()]).toEqual([before, back.afterOid]);
    await update([{ name: 'refs/heads/main', afterOid: before, force: true }]);
  });

  test('a token that may only read contents moves nothing', async () => {
    github.tokens.add({ value: 'github_pat_reader', login: 'monalisa', permissions: { contents: 'read' } });
    await expect(update([{ name: 'refs/heads/no', afterOid: main() }], 'github_pat_reader')).rejects.toMatchObject({
      errors: [{ type: 'FORBIDDEN' }],
    });
  });
});

describe('GraphQL createCommitOnBranch', () => {
  const commit = (expectedHeadOid: string, fileChanges: unknown, auth = hubotToken) =>
    new Octokit({ auth, baseUrl: github.url, log: silent }).graphql<{
      createCommitOnBranch: { commit: { oid: string } };
    }>(
      'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid message author { name } } } }',
      {
        input: {
          branch: { repositoryNameWithOwner: 'octo/demo', branchName: 'main' },
          message: { headline: 'By API', body: 'Why' },
          expectedHeadOid,
          fileChanges,
        },
      },
    );
  const contents = Buffer.from('new\n').toString('base64');

  test('one commit on top, by whoever asks', async () => {
    const before = main();
    const answer = await commit(before, {
      additions: [{ path: 'new.txt', contents }],
      deletions: [{ path: 'README.md' }],
    });
    expect(answer.createCommitOnBranch.commit).toMatchObject({
      oid: main(),
      message: 'By API\n\nWhy',
      author: { name: 'Hubot' },
    });
    const { git } = sample.demo;
    expect(git.commit(main())?.parents).toEqual([before]);
    expect(git.blob(git.at(main(), 'new.txt')?.oid ?? '').toString()).toBe('new\n');
    expect(git.at(main(), 'README.md')).toBeUndefined();
  });

  test('not when the branch is elsewhere, nor for a path that is not there', async () => {
    const before = main();
    await expect(commit('1'.repeat(40), { additions: [{ path: 'x', contents }] })).rejects.toMatchObject({
      errors: [{ type: 'STALE_DATA', message: expect.stringContaining('Expected branch to point to') }],
    });
    await expect(commit(before, { deletions: [{ path: 'nowhere.txt' }] })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('does not exist') }],
    });
    expect(main()).toBe(before);
  });
});
