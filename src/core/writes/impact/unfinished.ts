import { fields } from './git-output.ts';
import type { Bench, Merged } from './merge-tree.ts';
import { pathsOf, type WorkTree } from './work-tree.ts';

/**
 * Files whose content would be gone when a half-done merge or pick is thrown away: what a person has made of it, which
 * is all that differs from what git makes of it by itself. Where git cannot repeat that, every changed file counts.
 */
export async function handMade({ context, scratch }: Bench, { files }: WorkTree, again: Merged): Promise<string[]> {
  const changed = pathsOf(files);
  if (!again.known) return changed;
  const words = [
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    again.tree,
    '--',
  ] as const;
  const text = await context.git.readOrThrow(words, context.repository.workTree, { scratch });
  const differing = new Set(fields(text));
  return changed.filter(path => differing.has(path));
}
