import type { MutatingCommand } from '../command/command.ts';

/** What the journal will be able to do about a command, in one sentence. */
export function recoveryOf({ verdict, program }: MutatingCommand, saved: boolean): string {
  const { effects } = verdict;
  const leaves = program === 'gh' || effects.includes('writes-remote');
  const runs = effects.includes('runs-program');
  if (leaves)
    return program === 'git'
      ? 'What leaves this machine is not undone; the journal keeps the command that would revert it.'
      : 'What changes on GitHub is not undone.';
  if (!saved) return 'Undo will not bring back what this loses.';
  if (runs) return 'Undo brings back what it changes here, but not what a program it starts does elsewhere.';
  return 'A snapshot is taken first: Undo brings back what it changes.';
}
