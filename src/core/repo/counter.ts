import type { AskGit } from '../run/ask.ts';
import { countLines, type Lines, sidesOf } from './count-lines.ts';
import { type CountedFile, type Counts, type NumstatEntry, UNCOUNTED, withCounts } from './numstat.ts';
import { ABSENT, isSameStamp, type Stamp, type Stamps, stampsOf } from './stamps.ts';
import type { ChangedFile, StatusRecords } from './status.ts';

/** What was begun before the status was there. */
export interface Early {
  readonly stamps: Stamps;
  readonly commit: string;
  /** Undefined for all there are. */
  readonly files: readonly ChangedFile[] | undefined;
  /** Undefined when there was nothing to count. */
  readonly lines: Promise<Lines> | undefined;
}

export interface CountWork {
  readonly records: StatusRecords;
  /** What HEAD is, or the empty tree. */
  readonly commit: string;
  readonly early: Early;
  /** Hears the files with the counts of the last look when the new ones take a process. */
  readonly preview: (files: readonly CountedFile[]) => void;
  /** Called when all is read: whether a file of this stamp cannot change any more without changing its stamp. */
  readonly settle: () => Promise<(stamp: Stamp) => boolean>;
}

export interface Counted {
  readonly files: readonly CountedFile[];
  readonly stamps: Stamps;
  readonly notices: readonly string[];
}

/** Counts lines against HEAD, each file anew only when git or the disk says that it changed. */
export interface Counter {
  /** Begins what surely has to be counted, so that it runs beside the status. */
  begin(): Promise<Early>;
  count(work: CountWork): Promise<Counted>;
  forget(): void;
}

interface Known {
  readonly counted: CountedFile;
  readonly mark: string;
  readonly stamp: Stamp;
  readonly settled: boolean;
  readonly notice: string | null;
}

type KnownFiles = ReadonlyMap<string, Known>;

export function createCounter(ask: AskGit, workTree: string, signal: AbortSignal): Counter {
  let known: KnownFiles = new Map();
  let last = 'HEAD';
  /** True while nothing that is known may be relied on. */
  let cold = true;
  const stampsIn = (paths: Iterable<string>) => stampsOf(paths, `${workTree}/`);
  const linesOf = (commit: string, files?: readonly ChangedFile[]) => countLines(ask, workTree, commit, files, signal);

  return {
    forget() {
      cold = true;
    },
    async begin() {
      if (cold) return { stamps: new Map(), commit: 'HEAD', files: undefined, lines: linesOf('HEAD') };
      const stamps = await stampsIn(known.keys());
      const files = [...known.values()]
        .filter(({ counted, stamp, settled }) => !settled || !isSameStamp(stamp, stamps.get(counted.path)))
        .map(({ counted }) => counted);
      return { stamps, commit: last, files, lines: files.length === 0 ? undefined : linesOf(last, files) };
    },
    async count({ records: { status, marks }, commit, early, preview, settle }) {
      const before = known;
      const tracked = status.files.filter(isTracked);
      const unseen = tracked.filter(({ path }) => !early.stamps.has(path)).map(({ path }) => path);
      const stamps = new Map([...early.stamps, ...(await stampsIn(unseen))]);
      const same = new Map<string, Known>();
      status.files.forEach(({ path }, i) => {
        const was = before.get(path);
        if (!cold && was?.settled && was.mark === marks[i] && isSameStamp(was.stamp, stamps.get(path)))
          same.set(path, was);
      });
      const changed = tracked.filter(({ path }) => !same.has(path));
      const keptOf = (file: ChangedFile) => (isTracked(file) ? same.get(file.path) : undefined);
      const lastKnown = (file: ChangedFile) =>
        keptOf(file)?.counted ?? withCountsOf(file, before.get(file.path)?.counted);
      if (changed.length > 0) preview(status.files.map(lastKnown));
      const { counts, notice } = await fill(changed, commit, early, linesOf);
      const isSettled = await settle();
      const after = new Map<string, Known>();
      const files = status.files.map((file, i) => {
        const { path } = file;
        const was = keptOf(file);
        const counted = was?.counted ?? withCountsOf(file, counts.get(path));
        const stamp = stamps.get(path) ?? ABSENT;
        const mark = marks[i] ?? '';
        if (isTracked(file)) after.set(path, was ?? { counted, mark, stamp, settled: isSettled(stamp), notice });
        return counted;
      });
      known = after;
      cold = false;
      last = commit;
      return {
        files,
        stamps: new Map([...after].map(([path, { stamp }]) => [path, stamp])),
        notices: [...new Set([...after.values()].flatMap(each => each.notice ?? []))],
      };
    },
  };
}

const isTracked = ({ type }: ChangedFile): boolean => type !== 'Untracked';

/** Not by spreading, which is twenty times slower. */
function withCountsOf(file: ChangedFile, counts: Counts = UNCOUNTED): CountedFile {
  const { added, removed, net } = isTracked(file) ? counts : UNCOUNTED;
  return Object.assign({}, file, { added, removed, net });
}

interface Filled {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly notice: string | null;
}

/** Takes what was begun for the files it covers, and asks for the others. */
async function fill(
  files: readonly ChangedFile[],
  commit: string,
  early: Early,
  linesOf: (commit: string, files: readonly ChangedFile[]) => Promise<Lines>,
): Promise<Filled> {
  if (files.length === 0) return { counts: new Map(), notice: null };
  const begun = early.commit === 'HEAD' || early.commit === commit ? await early.lines : undefined;
  // It would take as long or print as much again; anything else may be for want of a HEAD.
  if (begun?.ok === false && begun.reason !== 'failed') return { counts: new Map(), notice: begun.notice };
  const entries = begun?.ok ? begun.entries : [];
  const covers = begun?.ok ? coverage(early.files, files, entries) : () => false;
  const left = files.filter(file => !covers(file));
  const rest: Lines = left.length === 0 ? { ok: true, entries: [] } : await linesOf(commit, left);
  const counted = [...withCounts(files.filter(covers), entries), ...(rest.ok ? withCounts(left, rest.entries) : [])];
  return { counts: new Map(counted.map(file => [file.path, file])), notice: rest.ok ? null : rest.notice };
}

/** What was begun for a file holds as long as the same two sides tell its lines. */
const questionOf = (file: ChangedFile) => `${pairOf(file)}\0${sidesOf(file)}`;

const pairOf = ({ path, originalPath }: Pick<ChangedFile, 'path' | 'originalPath'>) => `${originalPath ?? ''}\0${path}`;

/** A diff of everything may take two files for a rename that status lists one by one: those it does not cover. */
function coverage(
  asked: readonly ChangedFile[] | undefined,
  files: readonly ChangedFile[],
  entries: readonly NumstatEntry[],
): (file: ChangedFile) => boolean {
  const listed = new Set(files.map(pairOf));
  const torn = entries.filter(entry => entry.originalPath !== null && !listed.has(pairOf(entry)));
  const taken = new Set(torn.flatMap(({ path, originalPath }) => [path, originalPath]));
  const questions = asked && new Set(asked.map(questionOf));
  return file => !taken.has(file.path) && (questions?.has(questionOf(file)) ?? true);
}
