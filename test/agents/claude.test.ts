import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { claude, isInstalled } from './clients.ts';
import { READS_FREELY, readsFreely } from './reads-freely.ts';
import { createWorld, type World } from './world.ts';

/** The ordinary run plays what nobody may lose; `npm run test:agents` all. */
const all = process.env.SLUICE_AGENTS === 'all';
const YOLO = '--dangerously-skip-permissions';

let doors: string;
beforeAll(async () => {
  doors = temporaryFolder();
  await Promise.all([buildDoors(doors), buildHook(doors)]);
});

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.window.server.dispose());

describe.skipIf(!isInstalled(claude))('Claude Code, with the hook that sluice setup installs', () => {
  it(READS_FREELY, () => readsFreely(world, doors));

  it('what its own reset --hard, clean and checkout take away comes back by undo', async () => {
    await world.install(doors);
    const changed = join(world.root, 'sub', 'a.txt');
    const added = join(world.root, 'new', 'b.txt');
    mkdirSync(join(world.root, 'new'));
    writeFileSync(changed, 'the work of a day\n');
    writeFileSync(added, 'never added\n');
    const first = world.run([{ shell: 'git clean -fd' }, { shell: 'git reset --hard' }]);
    await world.answer({ kind: 'run' }, { kind: 'run' });
    await first;
    expect([readFileSync(changed, 'utf8'), existsSync(added)]).toEqual(['one\n', false]);
    expect([await world.undo(doors), await world.undo(doors)]).toEqual([0, 0]);
    expect(readFileSync(changed, 'utf8')).toBe('the work of a day\n');
    expect(readFileSync(added, 'utf8')).toBe('never added\n');

    const second = world.run([{ shell: 'git checkout -f' }]);
    await world.answer({ kind: 'run' });
    await second;
    expect(readFileSync(changed, 'utf8')).toBe('one\n');
    expect(await world.undo(doors)).toBe(0);
    expect(readFileSync(changed, 'utf8')).toBe('the work of a day\n');
  });

  it.skipIf(!all)(
    'without it the same read is not let through, and a push is where permissions are skipped',
    async () => {
      const [log] = await world.run([{ shell: 'cd sub && git log --oneline | head -3' }]);
      expect(log).not.toContain('The first commit');
      const before = world.pushed();
      await world.run([{ shell: 'git push --force origin main' }], YOLO);
      expect(world.pushed()).not.toBe(before);
    },
  );

  it.skipIf(!all)('waits where permissions are skipped, too', async () => {
    await world.install(doors);
    const before = world.pushed();
    const session = world.run(
      [{ shell: 'true && git push --force origin main 2>&1 | tail -3' }, { shell: 'ls && git push' }],
      YOLO,
    );
    await world.answer({ kind: 'declined', reason: 'not today' }, { kind: 'declined' });
    const [push] = await session;
    expect(push).toContain('not today');
    expect(world.pushed()).toBe(before);
  });

  it.skipIf(!all)(
    'a repository whose config names a program is read by the guard, which does not start it',
    async () => {
      await world.install(doors);
      const mark = join(world.home, 'started');
      git(world.root, 'config', 'core.fsmonitor', `touch ${mark}; false`);
      git(world.root, 'config', 'diff.external', `touch ${mark}; false`);
      writeFileSync(join(world.root, 'sub', 'a.txt'), 'two\n');
      const [status, diff] = await world.run([{ shell: 'git status --short' }, { shell: 'git diff' }]);
      expect(status).toContain('sub/a.txt');
      expect(diff).toContain('+two');
      expect(() => copyFileSync(mark, `${mark}.copy`)).toThrow('ENOENT');
    },
  );

  it.skipIf(!all)('with no window a push is denied, and says why', async () => {
    await world.install(doors);
    world.window.server.dispose();
    const before = world.pushed();
    const [push] = await world.run([{ shell: 'git push --force origin main' }], YOLO);
    expect(push).toContain('nobody is here to approve it');
    expect(world.pushed()).toBe(before);
  });

  it.skipIf(!all).each([
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
    ['crashes', "throw new Error('broken');"],
    ['says nothing that is JSON, and fails', "console.log('allow'); process.exit(1);"],
    ['is gone', undefined],
  ])('a hook that %s lets nothing through, even where permissions are skipped', async (_how, script) => {
    const own = temporaryFolder();
    await Promise.all([buildDoors(own), buildHook(own)]);
    await world.install(own);
    const hook = join(own, 'hook.cjs');
    if (script === undefined) renameSync(hook, `${hook}.gone`);
    else writeFileSync(hook, script);
    const before = world.pushed();
    const [push] = await world.run([{ shell: 'git push --force origin main' }], YOLO);
    expect(push).toContain('hook error');
    expect(world.pushed()).toBe(before);
  });

  it.skipIf(!all)('a hook that starts slowly is waited for', async () => {
    const own = temporaryFolder();
    await Promise.all([buildDoors(own), buildHook(own)]);
    await world.install(own);
    const hook = join(own, 'hook.cjs');
    renameSync(hook, join(own, 'real.cjs'));
    writeFileSync(hook, "setTimeout(() => require('./real.cjs'), 4000);");
    const before = world.pushed();
    const session = world.run([{ shell: 'git push --force origin main' }], YOLO);
    await world.answer({ kind: 'declined', reason: 'no' });
    await session;
    expect(world.pushed()).toBe(before);
  });
});
