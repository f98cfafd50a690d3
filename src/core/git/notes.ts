import type { Guarded } from './inspect/read-guard.ts';
import type { RunResult } from './result.ts';

const filterNote = (name: string) =>
  `The filter '${name}' was off: it is new, or its program has changed, and nobody has allowed it yet.`;
const fileNote = (key: string) =>
  `The file of '${key}' was not read: the repository's config names one outside the workspace folders.`;

/** Says in a result what was switched off for its read. */
export function withNotes(
  result: RunResult,
  { filtersOff, filesOff }: Extract<Guarded, { kind: 'guarded' }>,
): RunResult {
  const notes = [...filtersOff.map(({ filter }) => filterNote(filter.name)), ...filesOff.map(fileNote)];
  return notes.length === 0 ? result : { ...result, notes: [...new Set(notes)] };
}
