import type { ChangedFile } from './parse-status.ts';

/** Lines added and removed; null for a binary file. */
export interface NumstatEntry {
  readonly path: string;
  readonly originalPath: string | null;
  readonly added: number | null;
  readonly removed: number | null;
}

export interface Counts {
  readonly added: number | null;
  readonly removed: number | null;
  readonly net: number | null;
}

export type CountedFile = ChangedFile & Counts;

export const UNCOUNTED: Counts = { added: null, removed: null, net: null };

/** Reads what `git diff --numstat -z` prints; undefined when it is something else or was cut off. */
export function parseNumstat(output: string): NumstatEntry[] | undefined {
  const fields = output.split('\0');
  if (fields.pop() !== '') return undefined;
  const entries: NumstatEntry[] = [];
  for (let i = 0; i < fields.length; i += 1) {
    const record = fields[i] ?? '';
    const first = record.indexOf('\t');
    const second = record.indexOf('\t', first + 1);
    const added = countIn(record.slice(0, first));
    const removed = countIn(record.slice(first + 1, second));
    if (first === -1 || second === -1 || added === undefined || removed === undefined) return undefined;
    const plain = record.slice(second + 1);
    // A rename leaves the path out and names both in the fields that follow.
    const originalPath = plain === '' ? (fields[++i] ?? '') : null;
    const path = plain === '' ? fields[++i] : plain;
    if (!path) return undefined;
    entries.push({ path, originalPath, added, removed });
  }
  return entries;
}

function countIn(text: string): number | null | undefined {
  if (text === '-') return null;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Puts the counts beside the files; several entries of one file, staged and unstaged, add up. */
export function withCounts(files: readonly ChangedFile[], entries: readonly NumstatEntry[]): CountedFile[] {
  const counts = new Map<string, Counts>();
  for (const { path, added, removed } of entries) {
    const net = added === null || removed === null ? null : added - removed;
    counts.set(path, sum(counts.get(path), { added, removed, net }));
  }
  // Spread syntax is twenty times slower here, and there may be 10,000 files.
  return files.map(file => Object.assign({}, file, countsOf(file, counts)));
}

function countsOf({ path, originalPath, type, staged, unstaged }: ChangedFile, counts: ReadonlyMap<string, Counts>) {
  // It may share its path with a file that was removed from the index, and the counts are that one's.
  if (type === 'Untracked') return UNCOUNTED;
  // Where status sees a rename diff may see two files, such as when the new one is gone from the disk.
  const renamed = originalPath !== null && (staged === 'R' || unstaged === 'R');
  const before = renamed ? counts.get(originalPath) : undefined;
  const now = counts.get(path);
  return now === undefined ? (before ?? UNCOUNTED) : sum(before, now);
}

function sum(a: Counts | undefined, b: Counts): Counts {
  if (a === undefined) return b;
  if (a.added === null || a.removed === null || b.added === null || b.removed === null) return UNCOUNTED;
  const added = a.added + b.added;
  const removed = a.removed + b.removed;
  return { added, removed, net: added - removed };
}
