import { diffQuery, type GitQuery } from './diff-query.ts';
import { type CountedFile, parseNumstat, withCounts } from './numstat.ts';
import type { ChangedFile, ChangeType } from './parse-status.ts';

/** The question whose answer `compareFiles` reads; the ref must have been checked, as `configure` does. */
export const compareQuery = (base: string): GitQuery => diffQuery(['--raw', '--numstat', '-z'], base);

/** A file that git would have to read to know whether it differs: same mode, no object id. */
const UNSURE = /^:(\d+) \1 [\da-f]+ 0+ M$/;

const TYPES: Readonly<Record<string, ChangeType>> = {
  A: 'Added',
  C: 'Added',
  D: 'Deleted',
  M: 'Modified',
  R: 'Renamed',
  T: 'Modified',
};

/**
 * The files that differ from a base other than HEAD, with counts, and what no diff tells: the untracked and the
 * conflicted. Undefined when the output is something else or was cut off.
 */
export function compareFiles(output: string, status: readonly ChangedFile[]): CountedFile[] | undefined {
  const known = new Map(status.filter(({ type }) => type !== 'Untracked').map(file => [file.path, file]));
  const files: ChangedFile[] = [];
  const unsure = new Set<string>();
  let at = 0;
  /** Empty at the end. */
  const next = (): string => {
    const end = output.indexOf('\0', at);
    const field = end === -1 ? '' : output.slice(at, end);
    at = end === -1 ? output.length : end + 1;
    return field;
  };
  // All raw records come before all counts.
  while (output.charAt(at) === ':') {
    const record = next();
    const letter = record.charAt(record.lastIndexOf(' ') + 1);
    const originalPath = letter === 'R' || letter === 'C' ? next() : null;
    const path = next();
    if (path === '' || originalPath === '') return undefined;
    const { type, staged = '.', unstaged = '.', submodule = null } = known.get(path) ?? {};
    // It was touched, no more: status has read it and found it unchanged.
    if (type === undefined && UNSURE.test(record)) unsure.add(path);
    if (type !== 'Conflicted')
      files.push({ path, originalPath, type: TYPES[letter] ?? 'Modified', staged, unstaged, submodule });
  }
  const notInDiff = status.filter(({ type }) => type === 'Untracked' || type === 'Conflicted');
  const entries = parseNumstat(output.slice(at));
  if (entries === undefined) return undefined;
  for (const { path, added, removed } of entries) if (added !== 0 || removed !== 0) unsure.delete(path);
  return withCounts([...files.filter(({ path }) => !unsure.has(path)), ...notInDiff], entries);
}
