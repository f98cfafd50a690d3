import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDoors, buildHook } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { claude, codex, copilot, gemini, isInstalled } from './clients.ts';
import { READS_FREELY, readsFreely } from './reads-freely.ts';
import { createWorld, type World } from './world.ts';

/** The ordinary run plays one session, in claude.test.ts. */
const all = process.env.SLUICE_AGENTS === 'all';

let doors: string;
beforeAll(async () => {
  if (!all) return;
  doors = temporaryFolder();
  await Promise.all([buildDoors(doors), buildHook(doors)]);
});

let world: World;

describe.each([claude, codex, copilot, gemini])('$name, with the hook that sluice setup gives', client => {
  const is = it.skipIf(!all || !isInstalled(client));
  beforeEach(async () => {
    world = await createWorld(client);
  });
  afterEach(() => world.window.server.dispose());

  is(READS_FREELY, () => readsFreely(world, doors));

  is('a rule of the repository denies at once, with its reason', async () => {
    await world.install(doors);
    const rule = { match: { subcommand: 'push', options: '--force' }, answer: 'deny', reason: 'We never do.' };
    writeFileSync(join(world.root, '.sluice.json'), JSON.stringify({ policy: [rule] }));
    const before = world.pushed();
    const [push] = await world.run([{ shell: 'git push origin +main' }], ...client.asksNobody);
    expect(push).toContain('We never do.');
    expect(world.pushed()).toBe(before);
    expect(world.window.questions).toHaveLength(0);
  });

  is('what its own reset --hard takes away comes back', async () => {
    await world.install(doors);
    const file = join(world.root, 'sub', 'a.txt');
    writeFileSync(file, 'the work of a day\n');
    const session = world.run([{ shell: 'git reset --hard' }], ...client.asksNobody);
    await world.answer({ kind: 'run' });
    await session;
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    expect(await world.undo(doors)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('the work of a day\n');
  });

  if (client === copilot)
    is('the hook of the editor in the same folder leaves its calls alone', async () => {
      await world.install(doors, 'vscode');
      const session = world.run([{ shell: 'git log --oneline' }, { shell: 'git branch topic' }]);
      const asked = await world.answer({ kind: 'run' });
      const [log] = await session;
      expect(log).toContain('The first commit');
      expect(asked).toEqual(['git branch topic']);
      expect(git(world.root, 'branch', '--list', 'topic')).toContain('topic');
    });

  is.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
    ['crashes', "throw new Error('broken');"],
    ['is gone', undefined],
  ])('a hook that %s lets nothing through, even where nobody is asked', async (_how, script) => {
    const own = temporaryFolder();
    await Promise.all([buildDoors(own), buildHook(own)]);
    await world.install(own);
    const hook = join(own, 'hook.cjs');
    if (script === undefined) renameSync(hook, `${hook}.gone`);
    else writeFileSync(hook, script);
    const before = world.pushed();
    const [push] = await world.run([{ shell: 'git push --force origin main' }], ...client.asksNobody);
    expect(push).toMatch(client.failedHook);
    expect(world.pushed()).toBe(before);
  });

  is('a hook that starts slowly is waited for', async () => {
    const own = temporaryFolder();
    await Promise.all([buildDoors(own), buildHook(own)]);
    await world.install(own);
    const hook = join(own, 'hook.cjs');
    renameSync(hook, join(own, 'real.cjs'));
    writeFileSync(hook, "setTimeout(() => require('./real.cjs'), 4000);");
    const before = world.pushed();
    const session = world.run([{ shell: 'git push --force origin main' }], ...client.asksNobody);
    await world.answer({ kind: 'declined', reason: 'no' });
    await session;
    expect(world.pushed()).toBe(before);
  });

  is('is offered the tools of the server, and one that reads answers', async () => {
    await world.install(doors, 'mcp');
    const input = { command: 'git log --oneline' };
    const [read] = await world.run([{ tool: 'git_read', input }]);
    // Each client puts another prefix in front.
    const names = [...world.offered()];
    const missing = ['git_execute', 'git_read', 'gh_read', 'git_plan', 'git_undo'].filter(
      name => !names.some(each => each.endsWith(name)),
    );
    expect(missing).toEqual([]);
    expect(read).toContain('The first commit');
  });
});
