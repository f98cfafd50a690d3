import { discoverForUndo } from '../core/repository/discover.ts';
import { FILTERS, findEntries, isFilter } from '../core/writes/journal/find-entries.ts';
import { type Entry, isCheckpoint, isUndone, isUndoneInPart } from '../core/writes/journal/storage/entry.ts';
import type { CliArguments } from './arguments.ts';
import { EXIT } from './exit.ts';
import { say, sayProgress } from './say.ts';
import { TEXT } from './text.ts';
import { withCore } from './with-core.ts';

/** `sluice undo [id]`: undoes the last write, or the one that is named, after asking. */
export function undoCommand({ command: id, root }: CliArguments): Promise<number> {
  return withCore(root, async ({ writes, forDisplay, tidy, reportErrorIn }, signal, wasAsked) => {
    const { kind, message } = await (await writes()).undo({ id, origin: 'cli', signal, progress: sayProgress });
    // Nobody declined what nobody was asked about.
    const said = kind === 'declined' && !wasAsked() && !signal.aborted ? TEXT.nobodyToUndo : forDisplay(message);
    const code = say(said, kind === 'undone' ? 0 : EXIT.mutating);
    await tidy().catch(reportErrorIn('Tidying up'));
    return code;
  });
}

/** `sluice journal`: the writes that can be undone, the newest first. */
export async function journalCommand({ root, json, search, filter }: CliArguments): Promise<number> {
  if (filter !== '' && !isFilter(filter)) return say(TEXT.unknownFilter(filter, FILTERS), EXIT.error);
  const found = await discoverForUndo(root);
  if (!found.ok) return say(found.message, EXIT.error);
  return withCore(root, async ({ writes, forDisplay }) => {
    const entries = await (await writes()).journal.list(found.repository);
    const fitting = findEntries(entries, { search, ...(filter !== '' && { filter }) });
    const lines = fitting.map(entry => {
      const { id, time, origin, actor, label, command, outcome, changes, reverts } = entry;
      const checkpoint = isCheckpoint(entry);
      const undoneInPart = isUndoneInPart(entry, entries);
      const undone = isUndone(entry, entries) && !undoneInPart;
      if (json)
        return JSON.stringify({
          ...{ id, time, origin, actor, label, checkpoint, command, outcome, undone, undoneInPart, changes, reverts },
        });
      if (checkpoint)
        return `${id}  ${new Date(time).toISOString()}  ${whoOf(entry, forDisplay)}  ${TEXT.checkpoint}  ${forDisplay(command)}`;
      const state = undoneInPart ? TEXT.undoneInPart : undone ? TEXT.undone(reverts.length > 0) : outcome;
      return [
        `${id}  ${new Date(time).toISOString()}  ${whoOf(entry, forDisplay)}  ${state}  ${forDisplay(command)}`,
        ...changes.map(change => `    ${forDisplay(change)}`),
        ...reverts.map(revert => TEXT.toRevert(forDisplay(revert))),
      ].join('\n');
    });
    process.stdout.write(lines.map(line => `${line}\n`).join(''));
    return 0;
  });
}

const whoOf = ({ origin, actor }: Entry, forDisplay: (text: string) => string): string =>
  actor === undefined ? origin : `${origin} (${forDisplay(actor)})`;
