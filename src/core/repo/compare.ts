import { type CountedFile, parseNumstat, withCounts } from './numstat.ts';
import type { ChangedFile, ChangeType } from './status.ts';

/** The question whose answer `compareFiles` reads; the ref must have been checked, as `configure` does. */
export const compareArgs = (base: string): string[] => ['diff', '--raw', '--numstat', '-z', '-M', base, '--'];

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
    if (type !== 'Conflicted')
      files.push({ path, originalPath, type: TYPES[letter] ?? 'Modified', staged, unstaged, submodule });
  }
  const untold = status.filter(({ type }) => type === 'Untracked' || type === 'Conflicted');
  const entries = parseNumstat(output.slice(at));
  return entries && withCounts([...files, ...untold], entries);
}
