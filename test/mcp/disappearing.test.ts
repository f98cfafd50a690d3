import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDoors } from '../../esbuild.mjs';
import { personal } from '../core/git/fixture.ts';
import { temporaryFolder } from '../core/git/support.ts';
import { openWindow } from '../core/windows/support.ts';
import { endServers, type ServerProcess, type StartOptions, startServer } from './process.ts';
import { ERAS, stateOf, yes } from './support.ts';

const doors = temporaryFolder();
beforeAll(async () => {
  await buildDoors(doors);
});
afterEach(endServers);

/** How a client goes: it says so, it is killed, or it ends its server. */
const WAYS = {
  'closes the input': ({ child }: ServerProcess) => void child.stdin.end(),
  'is killed': ({ child }: ServerProcess) => {
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  },
  'ends the server': ({ child }: ServerProcess) => void child.kill('SIGTERM'),
} as const;
const ways = Object.entries(WAYS);

const command = 'git commit --allow-empty -m made';

/** A repository in which a commit says that it has begun and then takes its time. */
function slowCommits(repository: string): void {
  const hook = join(repository, '.git', 'hooks', 'pre-commit');
  writeFileSync(hook, '#!/bin/sh\ntouch ../begun\nsleep 1.5\n');
  chmodSync(hook, 0o755);
}

const start = (given: Omit<StartOptions, 'doors'>) => startServer({ doors, ...given });

/** Makes a call that nobody waits for. */
const callAlone = ({ call }: ServerProcess, input: Record<string, unknown> = { command }) =>
  void call('git_execute', input).catch(() => {});

const isMade = ({ git }: ServerProcess) => git('log', '-1', '--format=%s').trim() === 'made';

/** What the journal has, as the person sees it. */
function journalOf({ folder, repository }: ServerProcess): readonly Record<string, unknown>[] {
  const { stdout } = spawnSync(process.execPath, [join(doors, 'cli.cjs'), 'journal', '--json'], {
    cwd: repository,
    env: { ...personal(folder), XDG_STATE_HOME: stateOf(folder) },
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
}

const journalled = [expect.objectContaining({ command, origin: 'mcp', outcome: 'ok', undone: false })];

describe.each(ERAS)('13.7 a client of %s', era => {
  it.each(ways)('that %s before anything was asked: nothing runs', async (_, go) => {
    const server = await start({ era, answers: [yes] });
    await server.client.listTools();
    callAlone(server);
    go(server);
    expect(await server.ended).toEqual([0, null]);
    expect(isMade(server)).toBe(false);
    expect(journalOf(server)).toEqual([]);
  });

  it.each(ways)('that %s while the question is open: nothing runs', async (_, go) => {
    const server = await start({ era, answers: [() => new Promise(() => {})] });
    callAlone(server);
    await vi.waitUntil(() => server.asked.length === 1, 20_000);
    go(server);
    expect(await server.ended).toEqual([0, null]);
    expect(isMade(server)).toBe(false);
    expect(journalOf(server)).toEqual([]);
  });

  it.each(ways)('that %s while the write runs: it comes to its end and is in the journal', async (_, go) => {
    const server = await start({ era, answers: [yes], prepare: slowCommits });
    callAlone(server);
    await vi.waitUntil(() => existsSync(join(server.folder, 'begun')), 20_000);
    go(server);
    expect(await server.ended).toEqual([0, null]);
    expect(isMade(server)).toBe(true);
    expect(journalOf(server)).toEqual(journalled);
  });

  it('that is killed while a write runs by the command line: it comes to its end too', async () => {
    const server = await start({ era, words: ['cli.cjs', 'mcp'], answers: [yes], prepare: slowCommits });
    callAlone(server);
    await vi.waitUntil(() => existsSync(join(server.folder, 'begun')), 20_000);
    // An answer to somebody who reads no more finds the pipe broken.
    server.child.stdout.destroy();
    void server.client.listTools().catch(() => {});
    await delay(300);
    WAYS['is killed'](server);
    expect(await server.ended).toEqual([0, null]);
    expect(isMade(server)).toBe(true);
    expect(journalOf(server)).toEqual(journalled);
  });

  it('that is killed in the middle of a plan: what the person approved as one runs as one', async () => {
    const server = await start({ era, answers: [yes], prepare: slowCommits });
    void server.call('git_plan', { commands: [command, 'git branch next'] }).catch(() => {});
    await vi.waitUntil(() => existsSync(join(server.folder, 'begun')), 20_000);
    WAYS['is killed'](server);
    expect(await server.ended).toEqual([0, null]);
    expect(isMade(server)).toBe(true);
    expect(server.git('branch', '--list', 'next')).not.toBe('');
    expect(journalOf(server)).toEqual([expect.objectContaining({ command: 'git branch next' }), ...journalled]);
  });

  it('that is killed at any moment: what ran is in the journal, and nothing else did', async () => {
    for (const ms of [0, 40, 80, 140, 220, 320]) {
      const server = await start({ era, answers: [yes] });
      await server.client.listTools();
      callAlone(server);
      await delay(ms);
      WAYS['is killed'](server);
      expect(await server.ended).toEqual([0, null]);
      expect(journalOf(server)).toEqual(isMade(server) ? journalled : []);
    }
  });

  it('that goes while a window asks: the question is taken back', async () => {
    const server = await start({ era, answers: [] });
    mkdirSync(stateOf(server.folder), { recursive: true });
    const window = await openWindow({ XDG_STATE_HOME: stateOf(server.folder) }, server.repository);
    callAlone(server);
    await vi.waitUntil(() => window.questions.length === 1, 20_000);
    WAYS['is killed'](server);
    expect(await server.ended).toEqual([0, null]);
    await vi.waitUntil(() => window.questions[0]?.signal.aborted, 5000);
    expect(isMade(server)).toBe(false);
    window.server.dispose();
  });
});
