import { expect } from 'vitest';
import { git } from '../core/git/support.ts';
import type { World } from './world.ts';

export const READS_FREELY =
  'reads freely, waits for a person, hears their no with its reason, and is told what it may not do';

/** What every client with a hook does, by the doors that were built in a folder. */
export async function readsFreely(world: World, doors: string): Promise<void> {
  await world.install(doors);
  const before = world.pushed();
  const session = world.run([
    { shell: 'cd sub && git log --oneline | head -3' },
    { shell: 'git push --force origin main' },
    { shell: 'git branch topic && git branch --list' },
    { shell: 'git rebase -i HEAD~1' },
    { say: 'DONE' },
  ]);
  const asked = await world.answer({ kind: 'declined', reason: 'main is frozen' }, { kind: 'run' });
  const [log, push, branch, rebase] = await session;
  expect(asked).toEqual(['git push --force origin main', 'git branch topic']);
  expect(log).toContain('The first commit');
  expect(push).toContain('main is frozen');
  expect(world.pushed()).toBe(before);
  expect(branch).toContain('topic');
  expect(git(world.root, 'branch', '--list', 'topic')).toContain('topic');
  expect(rebase).toMatch(/Sluice does not run this: git rebase -i/);
  expect(world.window.questions).toHaveLength(2);
}
