import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processSpace } from '../../../../src/core/git/process-identity.ts';
import type { FindProbes } from '../../../../src/core/github/probes/probe.ts';
import { stateOf } from '../../../../src/core/panels/panel.ts';
import { addComment, closeIssue } from '../../../github/changes/conversations.ts';
import { addRelease } from '../../../github/changes/releases.ts';
import { Gh, ghPrograms } from '../../../github/gh.ts';
import { addSample, token } from '../../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../../github/server.ts';
import { temporaryFolder } from '../../git/support.ts';
import { SECRET, type VirtualWindow, virtualWindows } from './windows.ts';

const parent = temporaryFolder();
let count = 0;

/** Enough for these tests; the product's are in src/core/github/probes. */
const findProbes: FindProbes = async ({ canonical }) => {
  if (canonical.includes('release')) return RELEASE_PROBES;
  const number = /view (\d+)/.exec(canonical)?.[1];
  if (canonical.includes('api rate_limit')) return undefined;
  const search = /--search (\S+)/.exec(canonical)?.[1];
  if (search) return { host: 'github.com', paths: [`search/issues?q=${search}`], mayLag: [], churning: [] };
  const paths = number ? [`repos/octo/demo/issues/${number}`] : ['repos/octo/demo/issues?per_page=100&state=open'];
  return { host: 'github.com', paths, mayLag: canonical.includes('mergeable') ? ['mergeable'] : [], churning: [] };
};

const churning = ['repos/octo/demo/releases?per_page=100'];
const RELEASE_PROBES = {
  ...{ host: 'github.com', mayLag: [], churning },
  paths: ['repos/octo/demo/git/matching-refs/tags', ...churning],
};

let github: LocalGitHub;
let sample: ReturnType<typeof addSample>;
let gh: Gh;
let machine: ReturnType<typeof virtualWindows>;
let window: VirtualWindow;

beforeEach(async () => {
  github = await startGitHub();
  sample = addSample(github);
  gh = new Gh(ghPrograms[0] as (typeof ghPrograms)[number], github);
  count += 1;
  machine = virtualWindows({
    ...{ github, gh, folder: join(parent, String(count)), findProbes: () => findProbes, chance: () => 0.5 },
    costOf: () => ({ graphql: 1 }),
  });
  window = machine.add();
});

afterEach(async () => {
  await machine.dispose();
  gh.remove();
  await github.stop();
});

const ISSUES = 'gh issue list -R octo/demo --json number,title,comments';
const text = (id: string, of = window) => of.live.panels.find(id)?.result?.stdout ?? '';
const state = (id: string, of = window) => {
  const panel = of.live.panels.find(id);
  return panel && stateOf(panel);
};
const queries = () => github.log.requests.filter(({ operation }) => operation?.type === 'query').length;

describe('6.4 a panel of GitHub', () => {
  it('costs nothing while nothing changes, and follows when something does', async () => {
    const id = await window.show(ISSUES);
    await machine.settle();
    expect(state(id)).toBe('fresh');
    github.log.clear();
    await machine.pass(60);
    expect(github.log.counted()).toEqual([]);
    expect(github.log.notModified().length).toBeGreaterThan(40);
    addComment(github.state, sample.crash, sample.hubot, 'A comment that is new');
    github.log.clear();
    await machine.pass(2);
    expect(text(id)).toContain('A comment that is new');
    expect(github.log.counted('core')).toHaveLength(1);
    expect(queries()).toBeLessThanOrEqual(1);
  });

  it('a hidden one that nobody reads is not asked about; one that a model reads is, once', async () => {
    const id = await window.show(ISSUES);
    await machine.settle();
    window.live.hidden(id);
    github.log.clear();
    await machine.pass(60);
    expect(github.log.requests).toEqual([]);
    addComment(github.state, sample.crash, sample.hubot, 'New while hidden');
    await window.live.read(id);
    await machine.pass(30);
    const lines = github.log.lines().filter(line => !line.startsWith('GET rate_limit'));
    expect(lines).toEqual(['GET repos/octo/demo/issues?per_page=100&state=open 200']);
    // It is known to be out of date, and runs when it is read.
    expect(state(id)).toBe('stale');
    expect((await window.live.read(id))?.result?.stdout).toContain('New while hidden');
  });

  it('one that comes back to sight is asked about at once and for free', async () => {
    const id = await window.show(ISSUES);
    await machine.settle();
    window.live.hidden(id);
    await machine.pass(120);
    github.log.clear();
    window.live.seen(id);
    await machine.settle();
    expect(github.log.lines()).toEqual(['GET repos/octo/demo/issues?per_page=100&state=open 304']);
  });

  it('5.4a, 6.4 a run that fails keeps content and age, and is tried again', async () => {
    const id = await window.show(ISSUES);
    await machine.pass(2);
    const before = window.live.panels.find(id);
    addComment(github.state, sample.crash, sample.hubot, 'After the storm');
    github.faults.add({ kind: 'status', status: 502 }, { times: 2, on: ({ path }) => path === 'graphql' });
    await machine.pass(2);
    expect(window.live.panels.find(id)).toMatchObject({ result: before?.result, refreshed: before?.refreshed });
    expect(state(id)).toBe('failed');
    await machine.pass(15);
    expect([state(id), text(id).includes('After the storm')]).toEqual(['fresh', true]);
  });

  it('only the panel that shows what changed runs again', async () => {
    const crash = await window.show(`gh issue view ${sample.crash.number} -R octo/demo --json comments`);
    const other = await window.show('gh issue view 2 -R octo/demo --json title');
    await machine.pass(2);
    const run = (id: string) => window.live.panels.find(id)?.live.run;
    expect([run(crash), run(other)]).toEqual([1, 1]);
    addComment(github.state, sample.crash, sample.hubot, 'Ping');
    await machine.pass(3);
    expect([run(crash), run(other)]).toEqual([2, 1]);
  });

  it('one that may lag says so and runs again when somebody comes back to it', async () => {
    const id = await window.show('gh pr view 4 -R octo/demo --json mergeable');
    await machine.pass(10);
    expect(window.live.panels.find(id)).toMatchObject({ mayLag: ['mergeable'], live: { run: 1 } });
    window.live.hidden(id);
    await machine.pass(1);
    window.live.seen(id);
    await machine.pass(1);
    expect(window.live.panels.find(id)?.live.run).toBe(2);
  });

  it('a command without probes runs every two minutes or so, less often while it prints the same', async () => {
    const same = await window.show('gh api rate_limit --jq .resources.search.limit');
    const other = await window.show('gh api rate_limit --jq .resources.core.reset,now');
    const panel = (id: string) => window.live.panels.find(id);
    const result = panel(same)?.result;
    await machine.pass(30);
    expect(panel(other)?.live.run).toBeGreaterThan(8);
    expect(panel(other)?.live.run).toBeLessThan(16);
    expect(panel(same)?.live.run).toBeGreaterThan(3);
    expect(panel(same)?.live.run).toBeLessThan(7);
    expect(panel(same)?.result).toBe(result);
    // Whoever comes back sees it as it is now.
    window.live.hidden(same);
    await machine.pass(4);
    const before = panel(same)?.live.run ?? 0;
    window.live.seen(same);
    await machine.pass(0.2);
    expect(panel(same)?.live.run).toBe(before + 1);
  });

  it('a paused or closed one is not asked about', async () => {
    const paused = await window.show(ISSUES);
    const closed = await window.show('gh issue view 2 -R octo/demo --json title');
    await machine.settle();
    window.live.pause(paused);
    await window.live.close(closed);
    await machine.settle();
    github.log.clear();
    await machine.pass(10);
    expect(github.log.requests).toEqual([]);
  });
});

describe('11.5 releases, whose counters move all the time', () => {
  const RELEASES = 'gh release list -R octo/demo';
  const lists = () => github.log.requests.filter(({ path }) => path.includes('/releases?')).length;

  it('cost less and less while somebody downloads, and a new one is there within two minutes', async () => {
    const id = await window.show(RELEASES);
    await machine.pass(120);
    github.log.clear();
    await machine.pass(120);
    // Every minute and a half it would be 80 of each.
    expect(github.log.counted('core').length).toBeLessThan(20);
    expect(queries()).toBeLessThan(6);
    expect(github.log.notModified().length).toBeGreaterThan(60);
    addRelease(github.state, { repository: sample.demo, author: sample.hubot, tagName: 'v2.0.0', name: 'Second' });
    await machine.pass(2);
    expect(text(id)).toContain('v2.0.0');
    // What it printed was new, so that the next change of it is seen soon as well.
    await machine.pass(2);
    sample.release.name = 'Renamed';
    await machine.pass(3);
    expect(text(id)).toContain('Renamed');
  });

  it('are asked about at once when somebody comes back to them, or has changed something here', async () => {
    const id = await window.show(RELEASES);
    await machine.pass(240);
    window.live.hidden(id);
    await machine.pass(2);
    github.log.clear();
    sample.release.name = 'While nobody looked';
    window.live.seen(id);
    await machine.pass(1);
    expect([lists() > 0, text(id).includes('While nobody looked')]).toEqual([true, true]);
    await machine.pass(240);
    sample.release.name = 'By us';
    window.polling.changedByUs();
    await machine.pass(1);
    expect(text(id)).toContain('By us');
  });

  it('are no reason to ask less often where each run prints something else', async () => {
    const id = await window.show('gh release view v0.9.0 -R octo/demo --json assets');
    await machine.pass(60);
    expect(window.live.panels.find(id)?.live.run).toBeGreaterThan(20);
  });
});

describe('6.5, 6.6 limits', () => {
  it('hardly any requests left: the panel says until when, runs by hand, and follows after the reset', async () => {
    const id = await window.show(ISSUES);
    await machine.settle();
    github.rateLimit.leave(token, 'core', 5);
    await machine.pass(3);
    expect(state(id)).toBe('rate-limited');
    const until = window.live.panels.find(id)?.live.limitedUntil ?? 0;
    expect(until).toBeGreaterThan(github.clock.now());
    addComment(github.state, sample.crash, sample.hubot, 'During the limit');
    github.log.clear();
    await machine.pass(10);
    expect(github.log.requests).toEqual([]);
    await window.live.refresh(id);
    expect(text(id)).toContain('During the limit');
    await machine.pass((until - github.clock.now()) / 60_000 + 3);
    expect(state(id)).toBe('fresh');
  });

  it('a secondary limit is waited for', async () => {
    const id = await window.show(ISSUES);
    await machine.settle();
    github.faults.add({ kind: 'secondary', retryAfter: 600 }, { times: 1 });
    await machine.pass(2);
    expect(state(id)).toBe('rate-limited');
    github.log.clear();
    await machine.pass(7);
    expect(github.log.requests).toEqual([]);
    await machine.pass(5);
    expect(state(id)).toBe('fresh');
  });
});

describe('6.5 several windows', () => {
  it('ask once for all, and each runs what it shows', async () => {
    const other = machine.add();
    const [here, there] = [await window.show(ISSUES), await other.show(ISSUES)];
    await machine.pass(2);
    github.log.clear();
    await machine.pass(60);
    expect(github.log.counted()).toEqual([]);
    expect(github.log.notModified().length).toBeLessThan(62);
    closeIssue(github.state, sample.crash, sample.hubot);
    github.log.clear();
    await machine.pass(2);
    expect([text(here), text(there, other)].map(each => each.includes(sample.crash.title))).toEqual([false, false]);
    expect([github.log.counted('core').length, queries()]).toEqual([1, 2]);
  });

  it('another process that polls from now on reads what it has no tag of, and runs nothing for it', async () => {
    const id = await window.show(ISSUES);
    await machine.pass(5);
    github.log.clear();
    await machine.replacePoller();
    await machine.pass(10);
    expect(github.log.counted().map(({ path }) => path)).toEqual(['repos/octo/demo/issues?per_page=100&state=open']);
    expect(window.live.panels.find(id)?.live.run).toBe(1);
    await machine.replacePoller();
    addComment(github.state, sample.crash, sample.hubot, 'Between two pollers');
    await machine.pass(3);
    expect(text(id)).toContain('Between two pollers');
  });

  it('what one changed the others ask about soon', async () => {
    const other = machine.add();
    const id = await other.show(ISSUES);
    await machine.pass(5);
    const first = machine.windows[0];
    await window.show('gh issue view 2 -R octo/demo --json title');
    await machine.pass(1.5);
    addComment(github.state, sample.crash, sample.monalisa, 'By us');
    first?.polling.changedByUs();
    await machine.pass(0.25);
    expect(text(id, other)).toContain('By us');
  });
});

describe('what somebody who can write to the shared folder gains', () => {
  const identity = { process: { pid: process.pid, started: null }, space: processSpace() };
  const planted = (part: object) =>
    writeFileSync(
      join(machine.shared, `window-${process.pid}-${'0'.repeat(36)}.json`),
      JSON.stringify({ version: 1, ...identity, changedAt: 0, panels: [], ...part }),
    );
  const plantedPanel = (paths: string[]) => {
    const times = { ranAt: github.clock.now(), triedAt: github.clock.now(), failures: 0 };
    return { key: 'planted', paths, cost: { graphql: 1 }, ...times };
  };

  it('nothing but reads below the API, within the budget', async () => {
    await window.show(ISSUES);
    await machine.settle();
    github.log.clear();
    const outside = ['../user', 'https://evil.example/x', '//evil.example/x', '/user', '%2e%2e/%2e%2e/user'];
    planted({ panels: [plantedPanel([...outside, 'user'])] });
    await machine.pass(3);
    expect(github.log.writes()).toEqual([]);
    const hosts = new Set(github.log.requests.map(({ host }) => host.replace(/:.*/, '')));
    expect([...hosts]).toEqual(['127.0.0.1']);
    expect(github.log.counted().length).toBeLessThan(10);
  });

  it('no requests without end, whatever it says of the time', async () => {
    await window.show(ISSUES);
    await machine.settle();
    github.log.clear();
    planted({ changedAt: github.clock.now() + 600_000 });
    await machine.pass(5);
    for (let n = 0; n < 30; n += 1) {
      planted({ changedAt: github.clock.now() });
      await machine.pass(0.05);
    }
    expect(github.log.requests.length).toBeLessThan(20);
  });

  it('no panel that runs more often than it may', async () => {
    const id = await window.show(ISSUES);
    await machine.pass(2);
    const file = join(machine.shared, 'polled.json');
    const found = JSON.parse(readFileSync(file, 'utf8'));
    const [{ key }] = JSON.parse(readFileSync(join(machine.shared, windowFile()), 'utf8')).panels;
    for (let n = 0; n < 20; n += 1) {
      const rerun = { at: github.clock.now() + n, notBefore: 0 };
      writeFileSync(file, JSON.stringify({ ...found, reruns: { [key]: rerun } }));
      await machine.hear();
      await machine.settle();
    }
    expect(window.live.panels.find(id)?.live.run).toBeLessThanOrEqual(2);
  });

  const windowFile = () => readdirSync(machine.shared).find(name => name.startsWith('window-')) ?? '';

  it.each([
    ['no JSON', '{'],
    ['another version', '{"version":2,"panels":[]}'],
    ['too much', `"${'x'.repeat(2 << 20)}"`],
  ])('nothing by a file that is %s', async (_, content) => {
    const id = await window.show(ISSUES);
    await machine.pass(2);
    planted({});
    writeFileSync(join(machine.shared, `window-${process.pid}-${'1'.repeat(36)}.json`), content);
    writeFileSync(join(machine.shared, 'polled.json'), content);
    addComment(github.state, sample.crash, sample.hubot, 'All the same');
    await machine.replacePoller();
    await machine.pass(4);
    expect(text(id)).toContain('All the same');
  });

  it('a panel whose path holds a secret is not written there, and so not polled', async () => {
    await window.show(`gh issue list -R octo/demo --search ${SECRET} --json number`);
    github.log.clear();
    await machine.pass(5);
    expect(github.log.requests).toEqual([]);
    expect(existsSync(machine.shared)).toBe(false);
  });

  it('nothing in a workspace that is not trusted', async () => {
    machine.distrust();
    await window.show(ISSUES);
    github.log.clear();
    await machine.pass(5);
    expect(github.log.requests).toEqual([]);
  });
});
