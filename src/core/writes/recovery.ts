import type { MutatingCommand } from '../command/command.ts';

/** One sentence on how far undo can take a command back. */
export function recoveryOf({ verdict, program }: MutatingCommand, saved: boolean): string {
  const { effects } = verdict;
  const leaves = program === 'gh' || effects.includes('writes-remote');
  const runs = effects.includes('runs-program');
  if (leaves)
    return program === 'git'
      ? 'Undo cannot take back what leaves this machine; the journal keeps the command that would revert it.'
      : 'Undo cannot take back changes on GitHub.';
  if (!saved) return 'Undo cannot bring back what this loses.';
  if (runs) return 'Undo brings back what it changes here, but not what a program it starts does elsewhere.';
  return 'A snapshot is taken first: Undo brings back what it changes.';
}
