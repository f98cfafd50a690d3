/*
 * How a scan works, and why it may ask for so little.
 *
 * A scan is one `git status` and beside it, when lines have to be counted, as a rule one `git diff --numstat`. It saves
 * work in three ways:
 *
 * - Counts. A file keeps its count while git's record of it and its stat stay the same (counter.ts). Against a base
 *   other than HEAD the whole answer is kept under the same condition (comparison.ts).
 * - Patches. When the watcher has named the files that changed (hints), git is asked for the status of those paths
 *   alone, and the answer is patched into the records of the last scan. That is right only while everything else stays
 *   as it was, so three things must hold: the last scan finished against HEAD and all its files can be checked; the git
 *   state files (HEAD, refs, index, config, attributes, ignore rules, the operation in progress) have the same stats as
 *   then; and those stats are settled. Where a path is tied to others (a rename, a folder, a .gitignore, a repository
 *   inside this one), patch.ts and record-reader.ts fall back to asking about everything.
 * - Checks. Between scans `check` stats the git state files and the listed files, and starts no process at all.
 *
 * A stat proves that a file is unchanged only when it is settled. File systems count time in steps, so an edit in the
 * step of the scan itself leaves the stat that was already seen. As with git's racy index entries, such a file is read
 * again until its time is clearly past. Nothing is settled when a git state file changed during the scan: status and
 * counts may then tell of two different moments.
 *
 * Watchers lose events, and hints may name the wrong file. A change of a listed file is then found by the next check,
 * which stats all of them. A change of any other file is found by the next whole scan, and patched scans do not put that
 * off: ten seconds after the first of them the check asks for a whole one. A failed scan leaves only the git state files
 * to check, so that a broken repository is not asked again and again.
 */
import type { GitReader } from '../../git/reader.ts';
import type { Repository } from '../discover.ts';
import { disk, type Files } from '../files.ts';
import { operationsIn, rootRefsOf } from '../operation.ts';
import type { Hints } from '../watch/hints.ts';
import { createComparison } from './comparison.ts';
import { resolveCommit } from './configure.ts';
import { type CountRequest, type CountResult, createCounter, type EarlyCount } from './counter.ts';
import { besideAnother } from './diff-query.ts';
import { ABSENT, areSameStats, type FileStats, isSettled, statFiles } from './file-stats.ts';
import { allOf, gitStateFiles } from './git-state-files.ts';
import type { CountedFile } from './numstat.ts';
import type { ChangedFile, StatusRecords } from './parse-status.ts';
import { createRecordReader } from './record-reader.ts';
import {
  bigFileNotices,
  CANCELLED,
  comparedCommit,
  failure,
  makeScan,
  type ScanFacts,
  type ScanResult,
  type StatusScan,
} from './scan-result.ts';
import { createUntrackedLines } from './untracked-lines.ts';

export interface StatusScannerOptions {
  readonly git: GitReader;
  readonly repository: Repository;
  /** How many untracked files are listed. */
  readonly untrackedCap: () => number;
  /** Milliseconds since 1970, as the file system counts them. */
  readonly now?: (() => number) | undefined;
}

export interface ScanRequest {
  /** The ref to compare with; null for HEAD. */
  readonly base: string | null;
  /** Forgets what is known of earlier scans. */
  readonly anew?: boolean | undefined;
  /** The files that alone may have changed since the last scan began; what they leave out, `check` finds. */
  readonly hints?: Hints;
  /** Called with the status before its lines are counted, when that takes a process. */
  readonly preview?: ((scan: StatusScan) => void) | undefined;
}

/** Scans the status of one repository in as few processes as can be; one scan at a time. */
export interface StatusScanner {
  scan(request: ScanRequest): Promise<ScanResult>;
  /** Whether anything known has changed since the last scan began; asks the disk only. */
  check(): Promise<boolean>;
  /** Ends what runs; scans are cancelled from then on. */
  dispose(): void;
}

/** How many changed files are checked. */
const MOST_CHECKED = 2000;
/** This long after the first of some patched scans a check asks for a whole one. */
const WHOLE_AFTER_MS = 10_000;

/**
 * The scanner between scans. none → unfinished when the first scan begins; → finished when a scan has its counts;
 * → unfinished when the next begins, and it stays so when that one fails.
 */
type ScannerState =
  | { readonly kind: 'none' }
  | { readonly kind: 'unfinished'; readonly gitFiles: FileStats }
  | {
      readonly kind: 'finished';
      readonly gitFiles: FileStats;
      readonly files: FileStats;
      /** The stats that no later change can leave as they are. */
      readonly settled: 'none' | 'git state files' | 'all';
      /** Undefined when other records may not be patched into them. */
      readonly patchable: StatusRecords | undefined;
    };

/** Whether git is asked about everything, or about the hinted files alone. */
type StatusPlan =
  | { readonly kind: 'whole'; readonly hinted: FileStats | undefined }
  | { readonly kind: 'patched'; readonly hinted: FileStats; readonly earlier: StatusRecords };

interface ScanStart {
  readonly time: number;
  readonly base: string | null;
  /** The git state files before git was asked. */
  readonly gitFiles: FileStats;
  readonly plan: StatusPlan;
}

type Settle = CountRequest['settle'];

export function createStatusScanner(options: StatusScannerOptions): StatusScanner {
  const { git, repository, untrackedCap, now = Date.now } = options;
  const { workTree, gitDirectory } = repository;
  const stop = new AbortController();
  const { signal } = stop;
  const reader = createRecordReader(git, workTree, untrackedCap, signal);
  const counter = createCounter(git, workTree, signal);
  const comparison = createComparison(git, workTree, signal);
  const untracked = createUntrackedLines(workTree, now);
  const rootRefs = rootRefsOf(git, workTree, signal);
  let stateFiles = gitStateFiles(repository, { branch: null, upstream: null, files: [] });
  let state: ScannerState = { kind: 'none' };
  /** Tells by what config and attributes lines were last counted. */
  let countingRules: string | undefined;
  /** When the first scan since the last whole one was patched; undefined after a whole one. */
  let patchedSince: number | undefined;

  const forgetCounts = () => {
    counter.forget();
    comparison.forget();
  };
  const forgetAll = () => {
    forgetCounts();
    reader.forget();
  };

  /** Stats the git state files, and chooses by them between a whole and a patched status. */
  const begin = async ({ base, hints }: ScanRequest): Promise<ScanStart> => {
    const time = now();
    const last = state;
    const gitFiles = await statFiles(allOf(stateFiles));
    state = { kind: 'unfinished', gitFiles };
    const earlier = last.kind === 'finished' && base === null ? last.patchable : undefined;
    const hinted = earlier && (await counter.statHinted(hints));
    const isSteady = last.kind === 'finished' && last.settled !== 'none' && areSameStats(gitFiles, last.gitFiles);
    const isPatched = earlier !== undefined && hinted !== undefined && isSteady;
    const plan: StatusPlan = isPatched ? { kind: 'patched', hinted, earlier } : { kind: 'whole', hinted };
    return { time, base, gitFiles, plan };
  };

  /** Asks for the status, and beside it for all that does not depend on its answer. */
  const askGit = ({ base, gitFiles, plan }: ScanStart) => {
    const config = base === null && counter.isCold() ? besideAnother() : [];
    // A count of all files takes longer than the status, so that it goes first; one of some waits for git to start.
    const early = base === null ? counter.start(plan.hinted) : undefined;
    return Promise.all([
      plan.kind === 'patched'
        ? reader.readPatched(plan.earlier, new Set(plan.hinted.keys()))
        : reader.readWhole(config),
      operationsIn(gitDirectory, withoutAbsent(gitFiles), rootRefs),
      base === null ? undefined : resolveCommit(git, workTree, base, signal),
      early,
    ]);
  };

  /** Forgets all counts, and an early one that relies on them, when lines are now counted by other rules. */
  const dropOutdatedCounts = async (early: EarlyCount | undefined): Promise<EarlyCount | undefined> => {
    const before = countingRules;
    countingRules = keyOf(await statFiles(stateFiles.countingRules));
    if (before === undefined || before === countingRules) return early;
    forgetCounts();
    return early?.files === undefined ? early : undefined;
  };

  /** Tells, when all is read, which stats are settled. */
  const settleSince =
    ({ time, gitFiles }: ScanStart): Settle =>
    async () => {
      // A commit or an add in the middle of the scan may have come between status and counts.
      const isSteady = areSameStats(gitFiles, await statFiles(gitFiles.keys()));
      const until = now();
      return stat => isSteady && isSettled(stat, time, until);
    };

  /** The state that the next scan and the checks until then start from. */
  const finish = async (
    { base, gitFiles: before }: ScanStart,
    records: StatusRecords,
    { stats }: CountResult,
    settle: Settle,
  ): Promise<ScannerState> => {
    const gitFiles = new Map([...(await statFiles(allOf(stateFiles))), ...before]);
    const files = stats.size <= MOST_CHECKED ? stats : new Map([...stats].slice(0, MOST_CHECKED));
    const patchable = base === null && files === stats ? records : undefined;
    // A file that is deleted after status saw it leaves no time to tell that by.
    const isGone = records.files.some(file => wasOnDisk(file) && stats.get(file.path) === ABSENT);
    const isStatSettled = await settle();
    const areSettled = (of: FileStats) => [...of.values()].every(isStatSettled);
    const withFiles = areSettled(files) && !isGone ? 'all' : 'git state files';
    return { kind: 'finished', gitFiles, files, settled: areSettled(gitFiles) ? withFiles : 'none', patchable };
  };

  return {
    dispose: () => stop.abort(),
    async check() {
      if (state.kind === 'none' || (state.kind === 'finished' && state.settled !== 'all')) return true;
      if (patchedSince !== undefined && now() - patchedSince >= WHOLE_AFTER_MS) return true;
      const { gitFiles } = state;
      const files: FileStats = state.kind === 'finished' ? state.files : new Map();
      const [filesNow, gitFilesNow] = await Promise.all([
        statFiles(files.keys(), `${workTree}/`),
        statFiles(allOf(stateFiles)),
      ]);
      return !areSameStats(filesNow, files) || !areSameStats(gitFilesNow, gitFiles);
    },
    async scan(request) {
      if (request.anew) forgetAll();
      const start = await begin(request);
      const [answer, operations, baseCommit, early] = await askGit(start);
      if (!answer.ok) return failure(answer);

      const { records, scope } = answer;
      patchedSince = scope === 'whole' ? undefined : (patchedSince ?? start.time);
      stateFiles = gitStateFiles(repository, records);
      const refsKey = keyOf(await statFiles(stateFiles.refs));
      const validEarly = await dropOutdatedCounts(early);

      const foldersOnly = reader.listsFoldersOnly();
      const facts: ScanFacts = { records, operations, base: request.base, baseCommit, foldersOnly, refsKey };
      const preview = (files: readonly CountedFile[]) =>
        request.preview?.(makeScan(facts, { files, counted: false, notices: [] }));
      const settle = settleSince(start);
      const work = { records, commit: comparedCommit(facts), preview, settle };
      const result =
        baseCommit === undefined
          ? await counter.count({ ...work, early: validEarly ?? (await counter.start(undefined)) })
          : await comparison.compare(work);
      if (signal.aborted) return CANCELLED;

      state = await finish(start, records, result, settle);
      const { stats } = result;
      const files = await untracked.count(result.files);
      const notices = [...result.notices, ...bigFileNotices(files, stats)];
      return { ok: true, scan: makeScan(facts, { files, counted: true, notices }) };
    },
  };
}

/** Whether status found the file on disk; others may be absent for good, such as in a sparse checkout. */
const wasOnDisk = ({ type, unstaged }: ChangedFile): boolean => type !== 'Conflicted' && /[MT]/.test(unstaged);

/** The disk; a file that is known to be absent is not asked for again. */
function withoutAbsent(stats: FileStats): Files {
  const isAbsent = (path: string) => stats.get(path) === ABSENT;
  return {
    readFile: async path => (isAbsent(path) ? undefined : disk.readFile(path)),
    exists: async path => !isAbsent(path) && disk.exists(path),
  };
}

const keyOf = (stats: FileStats): string =>
  [...stats].map(([path, { mtimeMs, ctimeMs, size }]) => `${path} ${mtimeMs} ${ctimeMs} ${size}`).join('\0');
