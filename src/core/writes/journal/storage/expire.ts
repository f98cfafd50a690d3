import { removeLeaseCandidates } from '../../../git/lease.ts';
import type { Git } from '../../../git/writer.ts';
import { isPerson } from '../../../origin.ts';
import type { Repository } from '../../../repository/discover.ts';
import { type Entry, isForeign } from './entry.ts';
import { idStamp } from './entry-ids.ts';
import { forget, strays } from './forget.ts';
import { defaultJournalBytes, entriesOver } from './free-space.ts';
import { removeLeftovers } from './leftovers.ts';
import type { Listing } from './store.ts';

/** How long entries stay, and how many. */
export interface Keeping {
  readonly days: number;
  readonly entries: number;
  /** How much all entries of a repository may hold; 0 for the smaller of 2 GiB and a tenth of the free disk. */
  readonly bytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes files that killed processes left in the git directory. */
export async function removeRemains({ gitDirectory, commonDirectory }: Repository): Promise<void> {
  for (const folder of new Set([gitDirectory, commonDirectory])) {
    await removeLeftovers(folder);
    await removeLeaseCandidates(folder);
  }
}

/** The newest entries that programs gave a label stay, however many they make; a person may keep any number. */
const MOST_LABELLED = 20;

/** Entries with a label, which never expire. */
export function entriesThatStay(entries: readonly Entry[]): Entry[] {
  const labelled = entries.filter(({ label }) => label !== undefined);
  const isPersons = ({ origin }: Entry) => isPerson(origin) || origin === 'cli';
  const byPrograms = labelled.filter(entry => !isPersons(entry));
  return [...labelled.filter(isPersons), ...byPrograms.slice(0, MOST_LABELLED)];
}

/** Forgets entries, the newest first, that are too old, too many or too large, and what is left of some that nobody can read. */
export async function expire(
  git: Git,
  { workTree, commonDirectory }: Repository,
  entries: readonly Entry[],
  readAll: () => Promise<Listing>,
  keeping: Keeping,
  now: number,
): Promise<void> {
  const most = keeping.bytes || (await defaultJournalBytes(commonDirectory));
  const stay = new Set(entriesThatStay(entries));
  const others = entries.filter(entry => !stay.has(entry));
  // Whoever moves refs all day without us takes no room from what we did.
  const [foreign, ours] = [others.filter(isForeign), others.filter(entry => !isForeign(entry))];
  const old = new Set([
    ...[foreign, ours].flatMap(each =>
      each.filter(({ time }, at) => at >= keeping.entries || now - time > keeping.days * DAY_MS),
    ),
    ...entriesOver([...ours, ...foreign], most),
  ]);
  for (const entry of old) if (entry.outcome !== 'pending') await forget(git, workTree, entry);
  const oldest = idStamp(now - keeping.days * DAY_MS);
  for (const id of await strays(git, workTree, await readAll(), oldest))
    await forget(git, workTree, { id, before: [], owned: [] });
}
