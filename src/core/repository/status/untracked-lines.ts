import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SAMPLE_BYTES } from '../../git/binary.ts';
import { firstBytes, isInside } from './added-diff.ts';
import { type FileStat, isSameStat, isSettled, statFiles } from './file-stats.ts';
import type { CountedFile } from './numstat.ts';

/** Larger files are not read, more of them neither: somebody may have left a build or a disk image there. */
const MOST_FILE_BYTES = 1 << 20;
const MOST_BYTES = 16 << 20;
const MOST_FILES = 1000;

/** Lines of untracked files, which git does not count; a file is read again only when its stat is another. */
export interface UntrackedLines {
  /** The files, with lines for the untracked among them as far as the limits go. */
  count(files: readonly CountedFile[]): Promise<readonly CountedFile[]>;
}

interface KnownLines {
  readonly stat: FileStat;
  /** Null for a binary file and for what is not read. */
  readonly lines: number | null;
}

export function createUntrackedLines(workTree: string, now: () => number): UntrackedLines {
  let known = new Map<string, KnownLines>();
  /** The same file with its lines is the same object, so that nobody takes it for changed. */
  const counted = new WeakMap<CountedFile, CountedFile>();

  const withLines = (file: CountedFile, lines: number | null): CountedFile => {
    if (lines === null) return file;
    const before = counted.get(file);
    if (before?.added === lines) return before;
    const made = Object.assign({}, file, { added: lines, removed: 0, net: lines });
    counted.set(file, made);
    return made;
  };

  return {
    async count(files) {
      const untracked = files
        .filter(({ type, path }) => type === 'Untracked' && !path.endsWith('/'))
        .slice(0, MOST_FILES);
      if (untracked.length === 0) return files;
      const before = known;
      const time = now();
      const stats = await statFiles(
        untracked.map(({ path }) => path),
        `${workTree}/`,
      );
      known = new Map();
      const all = new Map<string, number | null>();
      let left = MOST_BYTES;
      for (const [path, stat] of stats) {
        const last = before.get(path);
        const isKnown = last !== undefined && isSameStat(last.stat, stat);
        const reads = !isKnown && stat.size <= Math.min(MOST_FILE_BYTES, left);
        const lines = isKnown ? last.lines : reads ? await linesIn(workTree, path) : null;
        if (reads) left -= stat.size;
        all.set(path, lines);
        if (isKnown || (reads && isSettled(stat, time, now()))) known.set(path, { stat, lines });
      }
      return files.map(file => (file.type === 'Untracked' ? withLines(file, all.get(file.path) ?? null) : file));
    },
  };
}

/** As git would count them when the file is added. A link is one line, the path it holds. */
async function linesIn(workTree: string, path: string): Promise<number | null> {
  const file = join(workTree, path);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return 1;
  if (!(await isInside(workTree, dirname(file)))) return null;
  const bytes = await firstBytes(file, MOST_FILE_BYTES + 1);
  if (bytes === undefined || bytes.length > MOST_FILE_BYTES) return null;
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return null;
  let lines = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? 1 : 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const NEWLINE = 10;
