import { blobOid, type Found, readMany } from '../storage/disk.ts';
import type { SavedFile, Snapshot } from '../storage/entry.ts';
import type { Survey } from './survey.ts';

export interface Limits {
  /** Files not in the repository's history that one snapshot takes in. */
  readonly files: number;
  readonly bytes: number;
}

/** An index from this size on is written by a process of its own, while others still look at the work tree. */
export const LARGE_INDEX = 256 * 1024;

/** What of a survey is saved, and what is too much. */
export interface Selection {
  readonly take: (found: Found) => boolean;
  readonly left: readonly Found[];
  readonly bytes: number;
}

/** The smallest first: of many files most are then saved, and what people write is small. */
export function select(surveys: readonly Survey[], limits: Limits): Selection {
  const all = surveys.flatMap(({ changed, untracked }) => [...(changed?.values() ?? []), ...untracked]);
  const sized = all.filter(found => found?.stats.isFile() === true).filter(found => found !== null);
  const left: Found[] = [];
  const taken = new Set<Found>();
  let bytes = 0;
  for (const found of sized.toSorted((a, b) => a.stats.size - b.stats.size)) {
    const fits = taken.size < limits.files && bytes + found.stats.size <= limits.bytes;
    if (fits) taken.add(found);
    else left.push(found);
    if (fits) bytes += found.stats.size;
  }
  return {
    take: found => !found.stats.isFile() || taken.has(found),
    left,
    bytes: left.reduce((sum, { stats }) => sum + stats.size, 0),
  };
}

/** Makes a snapshot of a survey, handing over the bytes of everything in it as it goes. */
export async function* takeSnapshot(survey: Survey, take: Selection['take']): AsyncGenerator<Buffer, Snapshot> {
  const { repository, hash, link, head, refs, indexMtimeMs } = survey;
  const state: Record<string, SavedFile> = {};
  const untracked: Record<string, SavedFile> = {};
  const changed: Record<string, SavedFile | null> = {};
  const files = survey.state.filter(({ path }) => path !== 'index');
  for await (const [{ path }, read] of readMany(files, hash)) {
    if (read === undefined) continue;
    yield read.bytes;
    state[path] = read.saved;
  }
  if (survey.index.length > 0) {
    if (survey.index.length < LARGE_INDEX) yield survey.index;
    state.index = { mode: 'file', oid: blobOid(survey.index, hash) };
  }
  for (const [path, found] of survey.changed ?? []) if (found === null) changed[path] = null;
  const edited = [...(survey.changed?.values() ?? [])].filter(found => found !== null).filter(take);
  for await (const [{ path }, read] of readMany(edited, hash)) {
    if (read) yield read.bytes;
    changed[path] = read?.saved ?? null;
  }
  const others = survey.untracked.filter(found => take(found) && !survey.changed?.has(found.path));
  for await (const [{ path }, read] of readMany(others, hash)) {
    if (read === undefined) continue;
    if (read.saved.oid !== '') yield read.bytes;
    untracked[path] = read.saved;
  }
  return {
    ...repository,
    link,
    head,
    refs,
    state,
    indexMtimeMs,
    indexDigest: null,
    changed: survey.changed && changed,
    untracked,
  };
}
