import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { git } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { agreeableCore } from './host.ts';
import { buildProcess, leftBehind, parent, person, sluice, storage } from './processes.ts';

beforeAll(buildProcess);

/** A repository whose commits wait in a hook, which notes the signals that it hears. */
function held(name: string) {
  const folder = newRepository(parent, name);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  const [begun, heard] = [join(folder, '.git/begun'), join(folder, '.git/heard')];
  const hook = `#!/bin/sh
note() { echo $1 >> '${heard}'; test $1 = TERM && exit 1; }
trap 'note INT' INT; trap 'note TERM' TERM; trap '' HUP
touch '${begun}'
while :; do sleep 0.05; done
`;
  write(folder, { 'a.txt': 'two\n', '.git/hooks/pre-commit': hook });
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
  const hasBegun = () => vi.waitUntil(() => existsSync(begun) && existsSync(join(folder, '.git/index.lock')), 30_000);
  return {
    folder,
    hasBegun,
    heardSoon: () => vi.waitUntil(() => existsSync(heard) && readFileSync(heard, 'utf8'), 10_000),
  };
}

describe.skipIf(process.platform === 'win32')('4.4 a write that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s: git hears INT first, and nothing is left', async signal => {
    const { folder, hasBegun, heardSoon } = held(signal);
    const process = sluice(folder, 'run', "git commit -qam 'two'");
    await hasBegun();
    process.child.kill(signal);
    await process.done;
    expect(process.child.signalCode).toBe(signal);
    expect(await heardSoon()).toMatch(/^INT\n/);
    const core = await agreeableCore(folder, storage, person);
    await core.tidy();
    core.dispose();
    expect(leftBehind(folder)).toEqual([]);
    expect(git(folder, 'log', '--format=%s')).toBe('one\n');
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
  });

  it('by a cancel in the editor: the same, and it says so', async () => {
    const { folder, hasBegun, heardSoon } = held('cancel');
    const core = await agreeableCore(folder, storage, person);
    const stop = new AbortController();
    const running = core.execute('git', "git commit -qam 'two'", {
      repository: folder,
      origin: 'palette',
      signal: stop.signal,
    });
    await hasBegun();
    stop.abort();
    expect(await running).toMatchObject({ kind: 'ran', result: { ok: false, cancelled: true } });
    core.dispose();
    expect(await heardSoon()).toMatch(/^INT\n/);
    expect(leftBehind(folder)).toEqual([]);
    expect(git(folder, 'status', '--porcelain')).toBe(' M a.txt\n');
  });
});
