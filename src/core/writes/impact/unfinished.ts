import { paths, tell } from './commits.ts';
import { type LocalChanges, tracked } from './local-changes.ts';
import type { Bench, Merged } from './merge-tree.ts';

/**
 * Files whose content would be gone when a half-done merge or pick is thrown away: what a person has made of it, which
 * is all that differs from what git makes of it by itself. Where git cannot repeat that, every changed file counts.
 */
export async function handMade({ context, scratch }: Bench, local: LocalChanges, again: Merged): Promise<string[]> {
  const changed = tracked(local);
  if (!again.known) return changed;
  const differing = new Set(
    paths(
      await tell(
        context,
        ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', again.tree, '--'],
        { scratch },
      ),
    ),
  );
  return changed.filter(path => differing.has(path));
}
