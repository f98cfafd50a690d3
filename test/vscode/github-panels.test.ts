import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Panel } from '../../src/core/panels/panel.ts';
import type { ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { PullMessage } from '../../src/protocol/to-status-page.ts';
import { type GitHubRig, gitHubRig } from '../core/github/rig.ts';
import { ghPrograms } from '../github/gh.ts';
import { addSample, type Sample, token } from '../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../github/server.ts';
import { commandOf } from '../support/verdict-of.ts';

const opened: string[] = [];
const said: string[] = [];
vi.mock('vscode', async original => ({
  ...(await original<object>()),
  Range: class {},
  ViewColumn: { Active: -1 },
  Uri: { parse: (text: string) => text, file: (text: string) => text },
  env: { openExternal: async (uri: string) => void opened.push(uri) },
  window: { showWarningMessage: async (message: string) => void said.push(message) },
  workspace: { getConfiguration: () => ({ get: () => false, inspect: () => ({ defaultValue: false }) }) },
}));
const { followLink } = await import('../../src/vscode/views/links.ts');
const { createStatusPull } = await import('../../src/vscode/views/status-pull.ts');
const { createResultPages } = await import('../../src/vscode/views/result-page.ts');

let github: LocalGitHub;
let sample: Sample;
let rig: GitHubRig;
const program = ghPrograms.at(-1);

beforeAll(async () => {
  github = await startGitHub();
  sample = addSample(github);
  github.state.classicProjects = true;
});
afterAll(() => github.stop());
beforeEach(async () => {
  opened.length = 0;
  said.length = 0;
  rig = await gitHubRig({
    ...{ github, environment: { GITHUB_TOKEN: token }, origin: 'git@github.com:octo/demo.git' },
    ...(program && { program }),
  });
  github.log.clear();
});
afterEach(() => {
  github.faults.clear();
  rig.dispose();
});

const panelOf = async (text: string): Promise<Panel> => {
  const begun = await rig.core.execute('gh', text, { repository: rig.repository, origin: 'view' });
  if (begun.kind !== 'panel') throw new Error('message' in begun ? begun.message : begun.kind);
  return begun.done;
};

/** A page that keeps what it was sent. */
function fakePage() {
  const sent: ToResultPage[] = [];
  const page = {
    ...{ messages: 'received' as const, sent: undefined, labelled: undefined },
    preview: () => false,
    send: (message: ToResultPage) => void sent.push(message),
    close: () => {},
  };
  return { sent, page, pulls: () => sent.flatMap(message => (message.type === 'pull' ? [message.facts] : [])) };
}

const pagesOf = () =>
  createResultPages({
    core: rig.core,
    actions: {} as never,
    follow: () => {},
    run: () => {},
    keep: () => {},
    update: () => {},
  });

describe.skipIf(program === undefined)('the panel of a pull request', () => {
  it('is told what gh does not print, by one query a run, however often it is shown', async () => {
    const panel = await panelOf(`gh pr view ${sample.fix.number}`);
    const before = github.log.counted('graphql').length;
    const { show } = pagesOf();
    const [first, again] = [fakePage(), fakePage()];
    for (const { page } of [first, first, again]) show(panel, page);
    await expect.poll(() => [first.pulls().length, again.pulls().length], { timeout: 30_000 }).toEqual([1, 1]);
    expect(first.pulls()[0]).toMatchObject({
      head: 'fix-crash',
      base: 'main',
      checks: { failed: { names: ['build'] } },
    });
    expect(github.log.counted('graphql')).toHaveLength(before + 1);
    const rerun = await rig.core.panels.refresh(panel.id);
    const counted = github.log.counted('graphql').length;
    if (rerun) show(rerun, first.page);
    await expect.poll(() => first.pulls().length, { timeout: 30_000 }).toBe(2);
    expect(github.log.counted('graphql')).toHaveLength(counted + 1);
  });

  it('does without when GitHub does not answer, and says nothing of it', async () => {
    const panel = await panelOf(`gh pr view ${sample.fix.number}`);
    github.faults.add({ kind: 'status', status: 502 }, { times: 99 });
    const { page, pulls, sent } = fakePage();
    pagesOf().show(panel, page);
    await expect.poll(pulls, { timeout: 30_000 }).toEqual([null]);
    expect(sent.some(({ type }) => type === 'content')).toBe(true);
    expect(rig.lines.filter(line => /Reading a pull request/.test(line))).toEqual([]);
  });

  it('of other commands asks for nothing', async () => {
    const { show } = pagesOf();
    for (const text of ['gh issue view 1', `gh pr view ${sample.fix.number} --json title`, 'gh pr list']) {
      const panel = await panelOf(text);
      const before = github.log.counted('graphql').length;
      const { page, pulls } = fakePage();
      show(panel, page);
      await new Promise(done => setTimeout(done, 50));
      expect([pulls().filter(facts => facts !== null), github.log.counted('graphql').length]).toEqual([[], before]);
    }
  });
});

describe('the status view', () => {
  const state = (branch: string | null, upstream: string | null = null) =>
    ({ kind: 'ready', repository: { root: rig.repository }, status: { branch, upstream } }) as never;

  it('is told of the pull request of the branch that is seen, for nothing while nothing changes', async () => {
    const sent: PullMessage[] = [];
    const pull = await createStatusPull(rig.core, message => sent.push(message));
    pull.show(state('fix-crash', 'origin/fix-crash'), true);
    await expect.poll(() => sent.at(-1)?.pull?.number, { timeout: 30_000 }).toBe(sample.fix.number);
    expect(pull.number()).toBe(sample.fix.number);
    expect(sent.at(-1)?.pull?.checks.failed.names).toEqual(['build']);
    pull.show(state('fix-crash', 'origin/fix-crash'), true);
    expect(sent.at(-1)?.pull?.number).toBe(sample.fix.number);
    const asked = github.log.lines().length;
    pull.show(undefined, false);
    pull.show(state(null), false);
    expect(github.log.lines()).toHaveLength(asked);
    pull.show(state('main'), false);
    await expect
      .poll(() => sent.at(-1), { timeout: 30_000 })
      .toEqual({ type: 'pull', root: rig.repository, branch: 'main', pull: null });
    expect(github.log.writes()).toEqual([]);
    pull.dispose();
  });

  it('asks nothing without a token', async () => {
    rig.dispose();
    rig = await gitHubRig({ github, origin: 'git@github.com:octo/demo.git' });
    const sent: PullMessage[] = [];
    const pull = await createStatusPull(rig.core, message => sent.push(message));
    pull.show(state('fix-crash'), true);
    await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(2);
    expect(sent.at(-1)?.pull).toBeNull();
    expect(github.log.lines()).toEqual([]);
    pull.dispose();
  });
});

describe('a link', () => {
  const ran: string[] = [];
  beforeEach(() => {
    ran.length = 0;
  });
  const follow = (kind: 'issue' | 'user' | 'run' | 'url' | 'web', value: string, command = 'gh pr list') =>
    followLink(
      { link: { type: 'link', kind, value }, root: rig.repository, command: commandOf(command) as never },
      { github: rig.core.github, run: async text => void ran.push(text) },
    );

  it('opens a panel of the repository it means', async () => {
    await follow('issue', '12');
    await follow('issue', '12', 'gh pr list -R octo/other');
    await follow('url', 'https://github.com/octo/demo/pull/4');
    await follow('user', 'hubot', 'git log');
    expect(ran).toEqual(['gh issue view 12', 'gh issue view 12 -R octo/other', 'gh pr view 4', 'gh api users/hubot']);
    expect(opened).toEqual([]);
  });

  it('opens everything else outside, and only what is of the web', async () => {
    await follow('url', 'https://example.com/octo/demo/pull/4');
    await follow('web', 'https://github.com/octo/demo/pull/4');
    for (const bad of ['javascript:alert(1)', 'command:workbench.action.quit', 'file:///etc/passwd', 'vscode://x'])
      await follow('url', bad);
    await follow('web', 'command:workbench.action.quit');
    expect(opened).toEqual(['https://example.com/octo/demo/pull/4', 'https://github.com/octo/demo/pull/4']);
    expect(ran).toEqual([]);
    expect(said).toHaveLength(5);
  });

  it('is a page without a token, and a message without a remote', async () => {
    rig.dispose();
    rig = await gitHubRig({ github, origin: 'git@github.com:octo/demo.git' });
    await follow('issue', '12');
    await follow('run', '7');
    rig.dispose();
    rig = await gitHubRig({ github, environment: { GITHUB_TOKEN: token } });
    await follow('issue', '12');
    expect(opened).toEqual(['https://github.com/octo/demo/issues/12', 'https://github.com/octo/demo/actions/runs/7']);
    expect(said).toEqual(['Sluice cannot open 12: this repository has no remote on GitHub.']);
    expect(ran).toEqual([]);
  });
});
