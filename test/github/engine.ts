import { randomBytes } from 'node:crypto';
import { addWorkflow, finishRun, type JobPlan, startRun } from './changes/actions.ts';
import { addComment, addLabel, addMilestone, closeIssue, openIssue } from './changes/conversations.ts';
import { addReview, openPull, requestReviews } from './changes/pulls.ts';
import { addRelease } from './changes/releases.ts';
import { runGit } from './git-process.ts';
import type { LocalGitHub } from './server.ts';

/** A token of Ada, who looks at the demo; it opens nothing but this GitHub, and windows of two demos have nothing to share by it. */
const newToken = () => `ghp_AdaL${randomBytes(16).toString('hex')}`;

const ADDRESS = 'git@github.com:octo/engine.git';

/**
 * The sample repository (scripts/sample-repository.mjs) on a local GitHub, as `octo/engine`: pull requests on its branches,
 * issues, runs and a release. `folder` becomes a clone of it.
 */
export function addEngine({ state, clock, tokens, ssh }: LocalGitHub, folder: string) {
  const ada = state.addUser('ada', 'Ada Lovelace');
  const grace = state.addUser('grace', 'Grace Hopper');
  const barbara = state.addUser('barbara', 'Barbara Liskov');
  const edsger = state.addUser('edsger', 'Edsger Dijkstra');
  const token = newToken();
  tokens.add({ value: token, login: 'ada', scopes: ['gist', 'read:org', 'repo', 'workflow'] });
  const octo = state.addOrganization('octo', 'Octo Inc.', [
    { user: ada, role: 'admin' },
    { user: grace, role: 'member' },
    { user: barbara, role: 'member' },
    { user: edsger, role: 'member' },
  ]);
  const engine = state.addRepository(octo, 'engine', { description: 'It weaves algebraic patterns', otherStars: 12 });

  const git = (...words: string[]) =>
    runGit(folder, words, { env: { GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: 'simple' } });
  git('remote', 'add', 'origin', ADDRESS);
  git('push', '-q', '--set-upstream', 'origin', 'main');
  git('push', '-q', '--all', 'origin');
  git('push', '-q', '--tags', 'origin');

  const bug = addLabel(state, {
    repository: engine,
    name: 'bug',
    color: 'd73a4a',
    description: 'It does what it should not',
  });
  const idea = addLabel(state, { repository: engine, name: 'idea', color: 'a2eeef', description: 'Not here yet' });
  addLabel(state, { repository: engine, name: 'good first issue', color: '7057ff', description: 'To begin with' });
  const milestone = addMilestone(state, {
    repository: engine,
    title: '1.1',
    creator: ada,
    dueOn: null,
    description: 'Faster, and it sings',
  });

  const jam = openIssue(state, {
    repository: engine,
    author: grace,
    title: 'Cards jam when the air is damp',
    body: 'Seen twice, both times after rain.\n\n1. Leave a stack over night\n2. Turn the wheel\n\n@ada does the reader need a second spring?',
    labels: [bug],
    assignees: [ada],
    milestone,
  });
  clock.advance({ hours: 2 });
  addComment(state, jam, edsger, 'A proof that it cannot jam would help more than a spring.');
  const columns = openIssue(state, {
    repository: engine,
    author: barbara,
    title: 'Print results in columns',
    body: '`src/printer.ts` has one long line.',
    labels: [idea],
    assignees: [ada],
  });
  const dust = openIssue(state, { repository: engine, author: ada, title: 'Dust in the store', labels: [bug] });
  clock.advance({ hours: 5 });
  closeIssue(state, dust, barbara);

  const faster = openPull(state, {
    repository: engine,
    author: ada,
    title: 'Turn the dial faster',
    body: 'Twelve turns where three did.\n\n- [x] measured\n- [ ] oiled',
    head: 'feature/faster',
  });
  addReview(state, faster, grace, { state: 'CHANGES_REQUESTED', body: 'Mind the belt.' });
  const fugue = openPull(state, {
    repository: engine,
    author: grace,
    title: 'Compose a fugue',
    body: 'Four voices, one engine. See #1 for what happens when it rains.',
    head: 'experiment/music',
  });
  requestReviews(state, fugue, [ada], true);
  clock.advance({ hours: 3 });
  const release = openPull(state, {
    repository: engine,
    author: barbara,
    title: 'Prepare 1.1',
    head: 'release/1.1',
    isDraft: true,
  });
  addComment(state, release, ada, 'Not before the jam of #1 is found.');

  const workflow = addWorkflow(state, engine, 'CI', '.github/workflows/ci.yml');
  const run = (branch: string, actor: typeof ada, jobs: JobPlan[], event = 'push') =>
    startRun(state, { workflow, branch, actor, event, jobs });
  finishRun(state, run('main', ada, [job('build', FAILS), job('lint')]));
  clock.advance({ minutes: 40 });
  finishRun(state, run('main', edsger, [job('build'), job('lint')]));
  clock.advance({ hours: 1 });
  finishRun(state, run('feature/faster', ada, [job('build', FAILS), job('lint')], 'pull_request'));
  finishRun(state, run('release/1.1', barbara, [job('build'), job('lint')], 'pull_request'));
  clock.advance({ minutes: 20 });
  const singing = run('experiment/music', grace, [job('build'), job('lint')], 'pull_request');

  addRelease(state, {
    repository: engine,
    author: ada,
    tagName: 'v1.0.0',
    name: 'Note G runs',
    body: '## What is new\n\n- Bernoulli numbers, up to B7\n- A compiler',
  });
  return { token, ada, grace, barbara, edsger, engine, jam, columns, faster, fugue, release, workflow, singing };
}

export type Engine = ReturnType<typeof addEngine>;

const FAILS = { name: 'Run tests', log: ['not ok 3 - the belt holds', '##[error]Process completed with exit code 1.'] };

const job = (name: string, fails?: typeof FAILS): JobPlan => ({
  name,
  steps: [
    { name: 'Set up job', log: ['Runner 2.300'] },
    fails
      ? { ...fails, conclusion: 'FAILURE' }
      : { name: 'Run tests', log: ['##[group]make test', 'ok 1 - it turns', 'ok 2 - it stops', '##[endgroup]'] },
  ],
});
