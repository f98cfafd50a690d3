import { addCheck, addWorkflow, finishRun, setStatus, startRun } from './changes/actions.ts';
import { addComment, addLabel, addMilestone, closeIssue, openIssue } from './changes/conversations.ts';
import { mergePull } from './changes/merge.ts';
import { addItem, addProject } from './changes/projects.ts';
import { addReview, addThread, closePull, openPull, requestReviews } from './changes/pulls.ts';
import { addAsset, addGist, addRelease } from './changes/releases.ts';
import type { LocalGitHub } from './server.ts';
import type { Ruleset } from './state/types.ts';

export const token = 'ghp_MonalisaMonalisaMonalisaMonalisa1234';
export const hubotToken = 'ghp_HubotHubotHubotHubotHubotHubotHu5678';

/** A small busy repository, `octo/demo`, that monalisa works on with hubot: something of everything gh can show. */
export function addSample({ state, clock, tokens }: Pick<LocalGitHub, 'state' | 'clock' | 'tokens'>) {
  const monalisa = state.addUser('monalisa', 'Mona Lisa');
  const hubot = state.addUser('hubot', 'Hubot');
  const outsider = state.addUser('outsider');
  monalisa.keys.push({
    id: 11,
    title: 'laptop',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample',
    createdAt: clock.stamp(),
  });
  monalisa.gpgKeys.push({ id: 12, keyId: '3262EFF25BA0D270', emails: [monalisa.email], createdAt: clock.stamp() });
  tokens.add({ value: token, login: 'monalisa', scopes: ['gist', 'project', 'read:org', 'repo', 'workflow'] });
  tokens.add({ value: hubotToken, login: 'hubot', scopes: ['gist', 'read:org', 'repo'] });
  const octo = state.addOrganization('octo', 'Octo Inc.', [
    { user: monalisa, role: 'admin' },
    { user: hubot, role: 'member' },
  ]);
  const core = state.addTeam(octo, 'core', [monalisa, hubot]);
  octo.variables.push({ name: 'REGION', value: 'eu', createdAt: clock.stamp(), updatedAt: clock.stamp() });
  octo.secrets.push({ name: 'ORG_KEY', createdAt: clock.stamp(), updatedAt: clock.stamp() });

  const demo = state.addRepository(octo, 'demo', {
    description: 'A demo of everything',
    topics: ['demo', 'cli'],
    language: 'TypeScript',
    license: { key: 'mit', name: 'MIT License' },
    otherStars: 41,
  });
  demo.stars.push(hubot);
  demo.watchers.push(monalisa, hubot);
  const dotfiles = state.addRepository(monalisa, 'dotfiles', { visibility: 'PRIVATE', description: 'My settings' });
  const author = state.signature(monalisa);
  const ci =
    'name: CI\non: [push, pull_request]\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n';
  demo.git.commitFiles(
    'main',
    {
      'README.md': '# Demo\n\nHello from the demo.\n',
      'src/parser.ts': 'export const parse = (text: string) => text.split(" ");\n',
      '.github/workflows/ci.yml': ci,
    },
    { message: 'Start the demo', author },
  );
  dotfiles.git.commitFiles('main', { '.gitconfig': '[user]\n' }, { message: 'Settings', author });

  const bug = addLabel(state, {
    repository: demo,
    name: 'bug',
    color: 'd73a4a',
    description: "Something isn't working",
  });
  const enhancement = addLabel(state, {
    repository: demo,
    name: 'enhancement',
    color: 'a2eeef',
    description: 'New feature or request',
  });
  addLabel(state, { repository: demo, name: 'good first issue', color: '7057ff', description: 'Good for newcomers' });
  const milestone = addMilestone(state, {
    repository: demo,
    title: 'v1.0',
    creator: monalisa,
    dueOn: '2026-06-01T00:00:00Z',
    description: 'The first release',
  });

  const crash = openIssue(state, {
    repository: demo,
    author: outsider,
    title: 'Crash on empty input',
    body: 'It crashes.\n\n@monalisa can you look?',
    labels: [bug],
    assignees: [monalisa],
    milestone,
  });
  clock.advance({ minutes: 5 });
  addComment(state, crash, hubot, 'I can reproduce this.');
  const wish = openIssue(state, {
    repository: demo,
    author: monalisa,
    title: 'Support quotes',
    body: 'Words in quotes belong together.',
    labels: [enhancement],
  });
  const done = openIssue(state, { repository: demo, author: hubot, title: 'Write a README', labels: [enhancement] });
  closeIssue(state, done, hubot);

  clock.advance({ minutes: 5 });
  const first = demo.git.branch('main') ?? '';
  const by = (user: typeof hubot, message: string) => ({ message, author: state.signature(user), from: first });
  demo.git.commitFiles(
    'fix-crash',
    { 'src/parser.ts': 'export const parse = (text: string) => (text ? text.split(" ") : []);\n' },
    by(hubot, 'Fix the crash on empty input'),
  );
  const fix = openPull(state, {
    repository: demo,
    author: hubot,
    title: 'Fix the crash on empty input',
    body: `Closes #${crash.number}`,
    head: 'fix-crash',
  });
  requestReviews(state, fix, [monalisa, core], true);
  demo.git.commitFiles(
    'quotes',
    { 'src/quotes.ts': 'export const quotes = /"[^"]*"/g;\n' },
    by(monalisa, 'Understand quotes'),
  );
  const quotes = openPull(state, {
    repository: demo,
    author: monalisa,
    title: 'Understand quotes',
    body: 'Words in quotes belong together.',
    head: 'quotes',
    isDraft: true,
  });
  addReview(state, quotes, hubot, { state: 'CHANGES_REQUESTED', body: 'Single quotes too, please.' });
  addThread(state, quotes, hubot, { path: 'src/quotes.ts', line: 1, body: 'And single ones?' });
  demo.git.commitFiles('docs', { 'docs/index.md': '# Docs\n' }, by(monalisa, 'Add docs'));
  const docs = openPull(state, { repository: demo, author: monalisa, title: 'Add docs', head: 'docs' });
  mergePull(state, docs, monalisa);
  demo.git.commitFiles('idea', { 'idea.md': 'An idea\n' }, by(hubot, 'An idea'));
  const idea = openPull(state, { repository: demo, author: hubot, title: 'An idea', head: 'idea' });
  closePull(state, idea, hubot);

  clock.advance({ minutes: 5 });
  const workflow = addWorkflow(state, demo, 'CI', '.github/workflows/ci.yml');
  const steps = [
    { name: 'Set up job', log: ['Runner 2.300'] },
    { name: 'Run tests', log: ['##[group]make test', 'ok 1', '##[endgroup]'] },
  ];
  const good = startRun(state, { workflow, branch: 'main', actor: monalisa, jobs: [{ name: 'build', steps }] });
  clock.advance({ seconds: 40 });
  finishRun(state, good);
  const failing = [
    { name: 'Set up job', log: ['Runner 2.300'] },
    {
      name: 'Run tests',
      log: ['not ok 1 - empty', '##[error]Process completed with exit code 1.'],
      conclusion: 'FAILURE' as const,
    },
  ];
  const bad = startRun(state, {
    workflow,
    branch: 'fix-crash',
    actor: hubot,
    event: 'pull_request',
    jobs: [
      { name: 'build', steps: failing },
      { name: 'lint', steps: [{ name: 'Set up job', log: ['Runner 2.300'] }] },
    ],
  });
  clock.advance({ seconds: 75 });
  finishRun(state, bad);
  const running = startRun(state, {
    workflow,
    branch: 'quotes',
    actor: monalisa,
    event: 'pull_request',
    jobs: [{ name: 'build', steps }],
  });
  addCheck(state, { repository: demo, oid: fix.headOid, name: 'coverage', conclusion: 'SUCCESS' });
  setStatus(state, {
    repository: demo,
    oid: fix.headOid,
    context: 'ci/deploy',
    state: 'PENDING',
    creator: hubot,
    description: 'Waiting',
    targetUrl: 'https://deploy.example.com/1',
  });

  const release = addRelease(state, {
    repository: demo,
    author: monalisa,
    tagName: 'v0.9.0',
    name: 'Nearly there',
    body: '## Changes\n\n- Docs',
  });
  const asset = addAsset(state, release, {
    name: 'demo.txt',
    content: Buffer.from('demo\n'),
    uploader: monalisa,
    contentType: 'text/plain',
    downloadedEvery: 90,
  });
  addRelease(state, {
    repository: demo,
    author: monalisa,
    tagName: 'v1.0.0-rc1',
    name: 'First candidate',
    isPrerelease: true,
  });
  const gist = addGist(state, {
    owner: monalisa,
    description: 'Notes',
    files: { 'notes.md': '# Notes\n\nBuy milk.\n' },
  });

  const project = addProject(state, monalisa, octo, 'Roadmap');
  addItem(state, project, crash).values.set('Status', 'In Progress');
  addItem(state, project, fix).values.set('Status', 'Todo');
  demo.secrets.push({ name: 'DEPLOY_KEY', createdAt: clock.stamp(), updatedAt: clock.stamp() });
  demo.variables.push({ name: 'STAGE', value: 'beta', createdAt: clock.stamp(), updatedAt: clock.stamp() });
  demo.environments.push({
    name: 'prod',
    secrets: [{ name: 'PROD_KEY', createdAt: clock.stamp(), updatedAt: clock.stamp() }],
    variables: [{ name: 'COLOUR', value: 'blue', createdAt: clock.stamp(), updatedAt: clock.stamp() }],
  });
  demo.caches.push({
    id: 505,
    key: 'npm-linux',
    ref: 'refs/heads/main',
    size: 2048,
    createdAt: clock.stamp(),
    usedAt: clock.stamp(),
  });
  demo.rulesets.push(
    state.make<Ruleset>('RepositoryRuleset', {
      name: 'Protect main',
      target: 'BRANCH',
      enforcement: 'ACTIVE',
      source: demo,
      include: ['~DEFAULT_BRANCH'],
      rules: [{ type: 'deletion' }, { type: 'non_fast_forward' }],
    }),
  );
  demo.protections.push({ branch: 'main', reviews: 1, requiredChecks: ['build'], strict: false });
  demo.deployKeys.push({
    id: 77,
    title: 'deploy',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDeploy',
    readOnly: true,
    createdAt: clock.stamp(),
  });
  state.notifications.push({
    id: 901,
    reason: 'mention',
    unread: true,
    updatedAt: clock.stamp(),
    subject: crash,
    user: monalisa,
  });
  clock.advance({ minutes: 5 });
  return {
    monalisa,
    hubot,
    outsider,
    octo,
    core,
    demo,
    dotfiles,
    bug,
    enhancement,
    milestone,
    crash,
    wish,
    done,
    fix,
    quotes,
    docs,
    idea,
    workflow,
    good,
    bad,
    running,
    release,
    asset,
    gist,
    project,
  };
}

export type Sample = ReturnType<typeof addSample>;
