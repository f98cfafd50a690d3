import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { LEASE } from '../../../../src/core/git/lease.ts';
import { isWindowFile } from '../../../../src/core/github/poll/poll-files.ts';
import { openIssue } from '../../../github/changes/conversations.ts';
import { addSample, token } from '../../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../../github/server.ts';
import { bundleScript, type Script, startScript } from '../../git/scripts.ts';
import { temporaryFolder } from '../../git/support.ts';

const parent = temporaryFolder();
const script = join(parent, 'poll-process.mjs');
const PATH = 'repos/octo/demo/issues?per_page=100';
/** A minute in two seconds. */
const SPEED = 30;
let count = 0;
let folder: string;
let github: LocalGitHub;
let sample: ReturnType<typeof addSample>;
let windows: Script[];

beforeAll(() => bundleScript(new URL('poll-process.ts', import.meta.url), script));

beforeEach(async () => {
  github = await startGitHub();
  sample = addSample(github);
  count += 1;
  folder = join(parent, String(count));
  mkdirSync(folder);
  const args = [folder, github.url, token, String(Date.now()), String(SPEED)];
  windows = [1, 2, 3].map(() => startScript(script, args));
  await Promise.all(windows.map(({ begun }) => begun));
});

afterEach(async () => {
  for (const { child } of windows) child.kill('SIGKILL');
  await Promise.all(windows.map(({ ended }) => ended));
  await github.stop();
});

const shared = () => join(folder, 'github', 'one');
const runs = () => windows.map(({ printed }) => printed().split('run').length - 1);
const change = () => openIssue(github.state, { repository: sample.demo, author: sample.hubot, title: 'New', body: '' });
const asked = () => github.log.requests.filter(({ path }) => path === PATH);
const paid = () => asked().filter(({ cost }) => cost > 0).length;

/** The window that polls, by its lease. */
function pollingWindow(): Script | undefined {
  const file = join(shared(), LEASE);
  // It is moved away for a moment when it goes from one to the other.
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const { holder } = JSON.parse(text) as { holder?: { pid: number } };
  return windows.find(({ child }) => child.pid === holder?.pid);
}

it('6.5 of three windows one asks, and all run what changed', async () => {
  await vi.waitUntil(() => asked().length >= 3, 60_000);
  expect([paid(), runs()]).toEqual([1, [1, 1, 1]]);
  change();
  await vi.waitUntil(() => runs().every(each => each === 2), 60_000);
  expect(paid()).toBe(2);
  // Each pause is at least as long as the floor: nobody else asks in between.
  await delay(2000);
  expect([paid(), runs()]).toEqual([2, [2, 2, 2]]);
});

it('6.5 kill -9 of the one that polls: another does within 20 s, pays once for what it has no tag of, and runs nothing for it', async () => {
  await vi.waitUntil(() => asked().length >= 2, 60_000);
  await vi.waitUntil(() => pollingWindow() !== undefined, 20_000);
  const killed = pollingWindow();
  killed?.child.kill('SIGKILL');
  await killed?.ended;
  windows = windows.filter(each => each !== killed);
  await vi.waitUntil(() => pollingWindow() !== undefined, 20_000);
  const before = asked().length;
  await vi.waitUntil(() => asked().length >= before + 2, 60_000);
  expect([paid(), runs()]).toEqual([2, [1, 1]]);
  change();
  await vi.waitUntil(() => runs().every(each => each === 2), 60_000);
  expect(paid()).toBe(3);
  // Nothing of the dead window is left that somebody would ask for.
  expect(readdirSync(shared()).filter(isWindowFile)).toHaveLength(2);
});

it('the shared files hold no token, no tag and nothing that GitHub said', async () => {
  await vi.waitUntil(() => asked().length >= 2, 60_000);
  // Others are there for a moment only.
  const names = readdirSync(shared()).filter(name => name.endsWith('.json') || name === LEASE);
  expect(names).toContain('polled.json');
  const text = names.map(name => readFileSync(join(shared(), name), 'utf8')).join('\n');
  expect(text).toContain(PATH);
  const answer = await fetch(`${github.url}/${PATH}`, { headers: { authorization: `token ${token}` } });
  const tag = answer.headers.get('etag')?.replaceAll('"', '') ?? '';
  expect(tag.length).toBeGreaterThan(10);
  for (const secret of [token, tag, sample.crash.title, 'output']) expect(text).not.toContain(secret);
});
