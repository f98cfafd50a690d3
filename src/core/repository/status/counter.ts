import { setImmediate as breathe } from 'node:timers/promises';
import type { GitReader } from '../../git/reader.ts';
import type { Hints } from '../watch/hints.ts';
import { countLines, type LineCounts } from './count-lines.ts';
import { sidesOf } from './diff-query.ts';
import { ABSENT, type FileStat, type FileStats, isFolder, isSameStat, statFiles } from './file-stats.ts';
import { type CountedFile, type Counts, type NumstatEntry, UNCOUNTED, withCounts } from './numstat.ts';
import type { ChangedFile, StatusRecords } from './parse-status.ts';

/** A count that runs beside `git status`, of the files that surely have to be counted. */
export interface EarlyCount {
  /** The stats it is based on; a known file that is not among them is taken for unchanged. */
  readonly stats: FileStats;
  readonly commit: string;
  /** The files it counts; undefined for all that differ. */
  readonly files: readonly ChangedFile[] | undefined;
  /** Undefined when there was nothing to count. */
  readonly lines: Promise<LineCounts> | undefined;
}

export interface CountRequest {
  readonly records: StatusRecords;
  /** The commit of HEAD, or the empty tree. */
  readonly commit: string;
  readonly early: EarlyCount;
  /** Called with the files and their last known counts when the new counts take a process. */
  readonly preview: (files: readonly CountedFile[]) => void;
  /** To be called when all is read; tells which stats no later change can leave behind unchanged. */
  readonly settle: () => Promise<(stat: FileStat) => boolean>;
}

export interface CountResult {
  readonly files: readonly CountedFile[];
  /** Of the tracked files among them. */
  readonly stats: FileStats;
  readonly notices: readonly string[];
}

/** Counts lines against HEAD, and a file again only when git or the disk says that it changed. */
export interface Counter {
  /** Stats of the files that alone may have changed; undefined when the hints do not tell. */
  statHinted(hints: Hints): Promise<FileStats | undefined>;
  /** Starts to count what surely has to be counted; with `hinted` no other file is looked at. */
  start(hinted: FileStats | undefined): Promise<EarlyCount>;
  count(request: CountRequest): Promise<CountResult>;
  /** Cold: the next count is of all files. */
  isCold(): boolean;
  /** Makes it cold. */
  forget(): void;
}

/** A file's count, and by what it is known to be still right. */
interface KnownCount {
  readonly file: CountedFile;
  /** The record of git it was made for. */
  readonly details: string;
  readonly stat: FileStat;
  readonly settled: boolean;
  readonly notice: string | null;
}

type KnownCounts = ReadonlyMap<string, KnownCount>;

/** Cold until the first count and after `forget`; the old counts then serve for previews alone. */
type CounterState =
  | { readonly kind: 'cold'; readonly counts: KnownCounts }
  | {
      readonly kind: 'warm';
      readonly counts: KnownCounts;
      readonly untracked: ReadonlySet<string>;
      /** The commit that lines were counted against. */
      readonly commit: string;
    };

export function createCounter(git: GitReader, workTree: string, signal: AbortSignal): Counter {
  let state: CounterState = { kind: 'cold', counts: new Map() };
  const statIn = (paths: Iterable<string>) => statFiles(paths, `${workTree}/`);
  const countIn = (commit: string, files?: readonly ChangedFile[]) => countLines(git, workTree, commit, files, signal);

  return {
    forget() {
      state = { kind: 'cold', counts: state.counts };
    },
    isCold: () => state.kind === 'cold',
    async statHinted(hints) {
      if (state.kind === 'cold' || hints === undefined) return undefined;
      const unsettled = [...state.counts.values()].filter(({ settled }) => !settled).map(({ file }) => file.path);
      const stats = await statIn([...hints, ...unsettled]);
      // A folder may have come with all that is in it.
      return hints.some(path => isFolder(stats.get(path) ?? ABSENT)) ? undefined : stats;
    },
    async start(hinted) {
      if (state.kind === 'cold') return { stats: new Map(), commit: 'HEAD', files: undefined, lines: countIn('HEAD') };
      const { counts, untracked, commit } = state;
      // Lets git start before the disk is asked for so much.
      if (hinted === undefined) await breathe();
      const stats = hinted ?? (await statIn(counts.keys()));
      const files = [...stats].flatMap(([path, stat]) => {
        const known = counts.get(path);
        if (known === undefined) return untracked.has(path) ? [] : asEdited(path);
        return known.settled && isSameStat(known.stat, stat) ? [] : known.file;
      });
      return { stats, commit, files, lines: files.length === 0 ? undefined : countIn(commit, files) };
    },
    async count({ records: { files, details }, commit, early, preview, settle }) {
      const { kind, counts: before } = state;
      const hasSameRecord = files.map((file, i) => {
        const known = kind === 'cold' || !isTracked(file) ? undefined : before.get(file.path);
        return known?.settled && known.details === details[i] ? known : undefined;
      });
      const unseen = files.filter(
        (file, i) => isTracked(file) && hasSameRecord[i] === undefined && !early.stats.has(file.path),
      );
      const lateStats = await statIn(unseen.map(({ path }) => path));
      const kept = hasSameRecord.map(known => (known && isUnchanged(known, early.stats) ? known : undefined));
      const changed = files.filter((file, i) => isTracked(file) && kept[i] === undefined);
      if (changed.length > 0)
        preview(files.map((file, i) => kept[i]?.file ?? withCountsOf(file, before.get(file.path)?.file)));
      const fresh = await countChanged(changed, commit, early, countIn);
      const isSettled = await settle();

      const counts = new Map<string, KnownCount>();
      const stats = new Map<string, FileStat>();
      const notices = new Set<string>();
      const untracked = new Set<string>();
      const counted = files.map((file, i) => {
        const { path } = file;
        if (!isTracked(file)) {
          untracked.add(path);
          return withCountsOf(file);
        }
        const stat = early.stats.get(path) ?? lateStats.get(path) ?? ABSENT;
        const known = kept[i] ?? {
          file: withCountsOf(file, fresh.counts.get(path)),
          details: details[i] ?? '',
          stat,
          settled: isSettled(stat),
          notice: fresh.notice,
        };
        counts.set(path, known);
        stats.set(path, known.stat);
        if (known.notice !== null) notices.add(known.notice);
        return known.file;
      });
      state = { kind: 'warm', counts, untracked, commit };
      return { files: counted, stats, notices: [...notices] };
    },
  };
}

/** The file that a hint would be if it were edited and no more; status then says what it is. */
const asEdited = (path: string): ChangedFile => ({
  path,
  originalPath: null,
  type: 'Modified',
  staged: '.',
  unstaged: 'M',
  submodule: null,
});

const isTracked = ({ type }: ChangedFile): boolean => type !== 'Untracked';

const isUnchanged = ({ file, stat }: KnownCount, stats: FileStats): boolean =>
  isSameStat(stat, stats.get(file.path) ?? stat);

/** Not by spreading, which is twenty times slower. */
function withCountsOf(file: ChangedFile, counts: Counts = UNCOUNTED): CountedFile {
  const { added, removed, net } = isTracked(file) ? counts : UNCOUNTED;
  return Object.assign({}, file, { added, removed, net });
}

interface FreshCounts {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly notice: string | null;
}

/** Takes the early count for the files it covers, and counts the others. */
async function countChanged(
  files: readonly ChangedFile[],
  commit: string,
  early: EarlyCount,
  countIn: (commit: string, files: readonly ChangedFile[]) => Promise<LineCounts>,
): Promise<FreshCounts> {
  if (files.length === 0) return { counts: new Map(), notice: null };
  const lines = early.commit === 'HEAD' || early.commit === commit ? await early.lines : undefined;
  // It would take as long or print as much again; anything else may be for want of a HEAD.
  if (lines?.ok === false && lines.reason !== 'failed') return { counts: new Map(), notice: lines.notice };
  const entries = lines?.ok ? lines.entries : [];
  const isCovered = lines?.ok ? coverage(early.files, files, entries) : () => false;
  const left = files.filter(file => !isCovered(file));
  const rest: LineCounts = left.length === 0 ? { ok: true, entries: [] } : await countIn(commit, left);
  const counted = [...withCounts(files.filter(isCovered), entries), ...(rest.ok ? withCounts(left, rest.entries) : [])];
  return { counts: new Map(counted.map(file => [file.path, file])), notice: rest.ok ? null : rest.notice };
}

/** A diff of everything may take two files for a rename that status lists one by one: those it does not cover. */
function coverage(
  asked: readonly ChangedFile[] | undefined,
  files: readonly ChangedFile[],
  entries: readonly NumstatEntry[],
): (file: ChangedFile) => boolean {
  const listed = new Set(files.map(pairOf));
  const torn = entries.filter(entry => entry.originalPath !== null && !listed.has(pairOf(entry)));
  const taken = new Set(torn.flatMap(({ path, originalPath }) => [path, originalPath]));
  const comparisons = asked && new Set(asked.map(comparisonOf));
  return file => !taken.has(file.path) && (comparisons?.has(comparisonOf(file)) ?? true);
}

/** An early count of a file holds as long as its lines come from comparing the same two sides. */
const comparisonOf = (file: ChangedFile) => `${pairOf(file)}\0${sidesOf(file)}`;

const pairOf = ({ path, originalPath }: Pick<ChangedFile, 'path' | 'originalPath'>) => `${originalPath ?? ''}\0${path}`;
