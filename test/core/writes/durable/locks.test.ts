import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createGit } from '../../../../src/core/git/writer.ts';
import { environment, git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded } from '../journal/fixture.ts';
import { type AgreeableCore, agreeableCore } from './host.ts';
import { gitsOf, leftBehind, parent, person, storage } from './processes.ts';

let made = 0;

async function opened(): Promise<{ folder: string; core: AgreeableCore }> {
  made += 1;
  const folder = newRepository(parent, `locks${made}`);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  write(folder, { 'a.txt': 'two\n' });
  return { folder, core: await agreeableCore(folder, storage, person) };
}

const run = (core: AgreeableCore, folder: string, text: string) =>
  core.execute('git', text, { repository: folder, origin: 'cli' });

/** A process that made a lock and has it open. */
async function holding(lock: string): Promise<ChildProcess> {
  const script = `require('fs').openSync(process.argv[1], 'wx'); console.log('held'); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', script, lock], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it.skipIf(process.platform !== 'linux')('B7 a lock of somebody who is at work is named with its owner', async () => {
  for (const [name, text] of [
    ['index.lock', 'git add a.txt'],
    ['refs/heads/new.lock', 'git branch new'],
  ] as const) {
    const { folder, core } = await opened();
    const lock = join(folder, '.git', name);
    const other = await holding(lock);
    const execution = await run(core, folder, text);
    other.kill('SIGKILL');
    core.dispose();
    const failure = execution.kind === 'ran' ? execution.result.failure : undefined;
    expect(failure?.reason).toBe('locked');
    expect(failure?.message.split('\n')[0]).toBe(
      `'${lock}' is held by node (process ${other.pid}). Wait until that has ended, and run the command again.`,
    );
    expect(existsSync(lock)).toBe(true);
  }
});

it('B7 a lock of nobody is named with its age, and stays', async () => {
  const { folder, core } = await opened();
  const lock = join(folder, '.git', 'index.lock');
  writeFileSync(lock, '');
  const old = Date.now() / 1000 - 3 * 3600 - 60;
  utimesSync(lock, old, old);
  const execution = await run(core, folder, 'git add a.txt');
  const failure = execution.kind === 'ran' ? execution.result.failure : undefined;
  expect(failure?.message).toMatch(/was made 3 h ago.*Delete that file, and run the command again/);
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  expect(await run(core, folder, 'git add a.txt')).toMatchObject({ kind: 'ran', result: { ok: true } });
  writeFileSync(lock, '');
  expect((await core.undoLast()).message).toMatch(/index\.lock' was made just now/);
  rmSync(lock);
  expect((await core.undoLast()).kind).toBe('undone');
  core.dispose();
  expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
});

it.skipIf(process.platform === 'win32')(
  'B7 a lock that a killed git of ours left is removed, and the log says so',
  async () => {
    const { folder, core } = await opened();
    write(folder, { '.git/hooks/pre-commit': '#!/bin/sh\nsleep 30\n' });
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    const running = run(core, folder, "git commit -qam 'two'");
    await vi.waitUntil(() => gitsOf(folder).length > 0 && existsSync(join(folder, '.git', 'index.lock')), 20_000);
    for (const group of gitsOf(folder)) process.kill(-group, 'SIGKILL');
    await running;
    core.dispose();
    expect(core.told.join('\n')).toContain('Removed index.lock: the git that made it was killed.');
    expect(leftBehind(folder)).toEqual([]);
  },
);

/** Flushes of the disk that gits counted, by subcommand; gits before 2.36 do not count. */
function flushes(trace: string): Record<string, number> {
  const counted: Record<string, number> = {};
  let names = new Map<string, string>();
  for (const line of trace.trim().split('\n')) {
    const { event, sid, name, key, value } = JSON.parse(line);
    if (event === 'cmd_name') names = new Map([...names, [sid, name]]);
    if (key === 'fsync/hardware-flush') counted[names.get(sid) ?? ''] = Number(value);
  }
  return counted;
}

it.skipIf(process.platform === 'win32')('B7 objects and refs of an entry are flushed to the disk', async () => {
  const { folder, core } = await opened();
  core.dispose();
  const trace = join(parent, 'trace');
  const tracing = join(parent, 'tracing-git');
  writeFileSync(tracing, `#!/bin/sh\nGIT_TRACE2_EVENT='${trace}' exec git "$@"\n`, { mode: 0o755 });
  await recorded(journalWith({ git: createGit({ environment, git: () => tracing }) }), folder, [
    'reset',
    '-q',
    '--hard',
  ]);
  const counted = flushes(readFileSync(trace, 'utf8'));
  // Nothing else of git writes what an entry needs; the rest is written by ourselves (loose-objects.test.ts).
  expect(readFileSync(trace, 'utf8')).not.toMatch(/mktree|hash-object/);
  expect(Object.keys(counted)).toEqual(expect.arrayContaining(['fast-import', 'unpack-objects', 'update-ref']));
});
