import { discover } from '../core/repository/discover.ts';
import { isUndone } from '../core/writes/journal/storage/entry.ts';
import type { CliArguments } from './arguments.ts';
import { withCore } from './core.ts';
import { EXIT } from './judge.ts';
import { say } from './say.ts';

/** `sluice undo [id]`: takes the last mutation back, or the one that is named, after asking on the terminal. */
export function undoCommand({ command: id, root }: CliArguments): Promise<number> {
  return withCore(root, async ({ undo, signal, forDisplay }) => {
    const { kind, message } = await undo({ repository: root, id, origin: 'cli', signal });
    return say(forDisplay(message), kind === 'undone' ? 0 : EXIT.mutating);
  });
}

/** `sluice journal`: what can be taken back, the newest first. */
export async function journalCommand({ root, json }: CliArguments): Promise<number> {
  const found = await discover(root);
  if (!found.ok) return say(found.message, EXIT.error);
  return withCore(root, async ({ journal, forDisplay }) => {
    const entries = await journal.list(found.repository);
    const lines = entries.map(entry => {
      const { id, time, origin, command, outcome, changes, reverts } = entry;
      const undone = isUndone(entry, entries);
      if (json) return JSON.stringify({ id, time, origin, command, outcome, undone, changes, reverts });
      const state = undone ? 'undone' : outcome;
      return [
        `${id}  ${new Date(time).toISOString()}  ${origin}  ${state}  ${forDisplay(command)}`,
        ...changes.map(change => `    ${forDisplay(change)}`),
        ...reverts.map(revert => `    to revert: ${forDisplay(revert)}`),
      ].join('\n');
    });
    process.stdout.write(lines.map(line => `${line}\n`).join(''));
    return 0;
  });
}
