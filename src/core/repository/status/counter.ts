import { setImmediate as breathe } from 'node:timers/promises';
import type { AskGit } from '../../git/ask.ts';
import type { Hints } from '../watch/hints.ts';
import { countLines, type Lines, sidesOf } from './count-lines.ts';
import { ABSENT, isFolder, isSameStamp, type Stamp, type Stamps, stampsOf } from './file-stats.ts';
import { type CountedFile, type Counts, type NumstatEntry, UNCOUNTED, withCounts } from './numstat.ts';
import type { ChangedFile, StatusRecords } from './parse-status.ts';

/** What was begun before the status was there. */
export interface Early {
  /** What is known and not among these is taken for unchanged. */
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
  /** The files that alone may have changed, by their stamps; undefined when the hints do not tell. */
  touched(hints: Hints): Promise<Stamps | undefined>;
  /** Begins what surely has to be counted, so that it runs beside the status; nothing else than `touched` is looked at. */
  begin(touched: Stamps | undefined): Promise<Early>;
  count(work: CountWork): Promise<Counted>;
  /** Whether what begins next is a count of all files. */
  isCold(): boolean;
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
  let untracked: ReadonlySet<string> = new Set();
  let last = 'HEAD';
  /** True while nothing that is known may be relied on. */
  let cold = true;
  const stampsIn = (paths: Iterable<string>) => stampsOf(paths, `${workTree}/`);
  const everyKnown = async (): Promise<Stamps> => {
    // Lets git start before the disk is asked for so much.
    await breathe();
    return stampsIn(known.keys());
  };
  const linesOf = (commit: string, files?: readonly ChangedFile[]) => countLines(ask, workTree, commit, files, signal);

  return {
    forget() {
      cold = true;
    },
    isCold: () => cold,
    async touched(hints) {
      if (cold || hints === undefined) return undefined;
      const unsettled = [...known.values()].filter(({ settled }) => !settled).map(({ counted }) => counted.path);
      const stamps = await stampsIn([...hints, ...unsettled]);
      // A folder may have come with all that is in it.
      return hints.some(path => isFolder(stamps.get(path) ?? ABSENT)) ? undefined : stamps;
    },
    async begin(touched) {
      if (cold) return { stamps: new Map(), commit: 'HEAD', files: undefined, lines: linesOf('HEAD') };
      const stamps = touched ?? (await everyKnown());
      const files = [...stamps].flatMap(([path, stamp]) => {
        const was = known.get(path);
        if (was === undefined) return untracked.has(path) ? [] : editOf(path);
        return was.settled && isSameStamp(was.stamp, stamp) ? [] : was.counted;
      });
      return { stamps, commit: last, files, lines: files.length === 0 ? undefined : linesOf(last, files) };
    },
    async count({ records: { status, marks }, commit, early, preview, settle }) {
      const before = known;
      const recorded = status.files.map((file, i) => {
        const was = cold || !isTracked(file) ? undefined : before.get(file.path);
        return was?.settled && was.mark === marks[i] ? was : undefined;
      });
      const unseen = status.files.filter(
        (file, i) => isTracked(file) && recorded[i] === undefined && !early.stamps.has(file.path),
      );
      const late = await stampsIn(unseen.map(({ path }) => path));
      const isSame = ({ counted, stamp }: Known) => isSameStamp(stamp, early.stamps.get(counted.path) ?? stamp);
      const kept = recorded.map(was => (was && isSame(was) ? was : undefined));
      const changed = status.files.filter((file, i) => isTracked(file) && kept[i] === undefined);
      const lastKnown = (file: ChangedFile, i: number) =>
        kept[i]?.counted ?? withCountsOf(file, before.get(file.path)?.counted);
      if (changed.length > 0) preview(status.files.map(lastKnown));
      const { counts, notice } = await fill(changed, commit, early, linesOf);
      const isSettled = await settle();
      const after = new Map<string, Known>();
      const stamps = new Map<string, Stamp>();
      const notices = new Set<string>();
      const others = new Set<string>();
      const files = status.files.map((file, i) => {
        const { path } = file;
        if (!isTracked(file)) {
          others.add(path);
          return withCountsOf(file);
        }
        const stamp = early.stamps.get(path) ?? late.get(path) ?? ABSENT;
        const now = kept[i] ?? {
          counted: withCountsOf(file, counts.get(path)),
          mark: marks[i] ?? '',
          stamp,
          settled: isSettled(stamp),
          notice,
        };
        after.set(path, now);
        stamps.set(path, now.stamp);
        if (now.notice !== null) notices.add(now.notice);
        return now.counted;
      });
      known = after;
      untracked = others;
      cold = false;
      last = commit;
      return { files, stamps, notices: [...notices] };
    },
  };
}

/** The file that a hint would be if it were edited and no more; status then says what it is. */
const editOf = (path: string): ChangedFile => ({
  path,
  originalPath: null,
  type: 'Modified',
  staged: '.',
  unstaged: 'M',
  submodule: null,
});

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
