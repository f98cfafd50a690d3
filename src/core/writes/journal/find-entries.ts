import { isPerson } from '../../origin.ts';
import { type Entry, isForeign } from './storage/entry.ts';

/** The parts of the journal that a list can be narrowed to. */
export const FILTERS = ['all', 'mine', 'agents', 'foreign', 'remote', 'labelled'] as const;

export type JournalFilter = (typeof FILTERS)[number];

export const isFilter = (word: string): word is JournalFilter => (FILTERS as readonly string[]).includes(word);

const isMine = ({ origin, actor }: Entry): boolean => actor === undefined && (isPerson(origin) || origin === 'cli');

const FITS: Readonly<Record<JournalFilter, (entry: Entry) => boolean>> = {
  all: () => true,
  mine: isMine,
  agents: entry => !isMine(entry) && !isForeign(entry),
  foreign: isForeign,
  remote: ({ sentTo }) => sentTo.length > 0,
  labelled: ({ label }) => label !== undefined,
};

export interface EntrySearch {
  readonly filter?: JournalFilter | undefined;
  /** Words, all of which are in the command, the label, the names of branches and files, or who it was. */
  readonly search?: string | undefined;
}

/** The entries of a list that a filter and every word fit, in the same order. */
export function findEntries(entries: readonly Entry[], { filter = 'all', search = '' }: EntrySearch): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(FITS[filter]);
  if (words.length === 0) return found;
  return found.filter(entry => {
    const text = searchable(entry);
    return words.every(word => text.includes(word));
  });
}

function searchable({ id, command, label = '', actor = '', before, after, files, changes }: Entry): string {
  const refs = [...before, ...after].flatMap(({ head, refs }) => [head, ...Object.keys(refs)]);
  return [id, command, label, actor, ...refs, ...files.flatMap(Object.keys), ...changes].join('\n').toLowerCase();
}
