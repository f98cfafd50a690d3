/*
 * How a scan works, and why it may ask for so little.
 *
 * A scan is one `git status` and beside it, when lines have to be counted, one `git diff --numstat`. It saves work in
 * three ways:
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
 * Watchers lose events. When one is lost, or a hint names the wrong file, a listed file is found by the next check,
 * which stats all of them. A file that is not listed is found at the latest ten seconds after the first patched scan:
 * the check then asks for a scan of everything. A failed scan leaves only the git state files to check, so that a broken
 * repository is not asked again and again.
 */
import type { GitAnswer } from '../../git/ask-git.ts';
import type { GitReader } from '../../git/reader.ts';
import type { Repository } from '../discover.ts';
import { disk, type Files } from '../files.ts';
import { operationsIn, rootRefsOf } from '../operation.ts';
import type { Hints } from '../watch/hints.ts';
import { createComparison } from './comparison.ts';
import { resolveCommit } from './configure.ts';
import { type CountRequest, type CountResult, createCounter, type EarlyCount } from './counter.ts';
import { BIG_BYTES, besideAnother } from './diff-query.ts';
import { ABSENT, areSameStats, type FileStat, type FileStats, isSettled, statFiles } from './file-stats.ts';
import { allOf, gitStateFiles } from './git-state-files.ts';
import type { CountedFile } from './numstat.ts';
import type { ChangedFile, StatusRecords } from './parse-status.ts';
import { createRecordReader } from './record-reader.ts';
import type { RepositoryStatus } from './repository-status.ts';

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

/** A status, with what is needed to ask git for more about it. */
export interface StatusScan {
  readonly status: RepositoryStatus;
  /** The commit that files are compared with: that of the base or of HEAD, or the empty tree. */
  readonly commit: string;
  /** Differs from that of another scan when HEAD, branch, upstream, stash or packed refs changed in between. */
  readonly refsKey: string;
}

export type ScanResult =
  | { readonly ok: true; readonly scan: StatusScan }
  | { readonly ok: false; readonly reason: 'no-git' | 'failed' | 'cancelled'; readonly message: string };

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

const FOLDERS_ONLY = 'There are too many untracked files to list, so their folders are listed instead.';

/** By the length of object ids: git knows the empty tree without having it. */
const EMPTY_TREE: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

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
  const rootRefs = rootRefsOf(git, workTree, signal);
  let stateFiles = gitStateFiles(repository, { branch: null, upstream: null, files: [] });
  let state: ScannerState = { kind: 'none' };
  /** The files that decided how lines are counted, as they were when the last were. */
  let countingRules: string | undefined;
  /** When the first scan since the last whole one was patched; undefined after a whole one. */
  let patchedSince: number | undefined;

  const forgetCounts = () => {
    counter.forget();
    comparison.forget();
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
  const ask = ({ base, gitFiles, plan }: ScanStart) => {
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

  /** Forgets all counts when lines are now counted by other rules; true when they are. */
  const checkCountingRules = async (): Promise<boolean> => {
    const before = countingRules;
    countingRules = keyOf(await statFiles(stateFiles.countingRules));
    const isChanged = before !== undefined && before !== countingRules;
    if (isChanged) forgetCounts();
    return isChanged;
  };

  const settleSince =
    ({ time, gitFiles }: ScanStart): Settle =>
    async () => {
      // A commit or an add in the middle of the scan may have come between status and counts.
      const isSteady = areSameStats(gitFiles, await statFiles(gitFiles.keys()));
      const until = now();
      return stat => isSteady && isSettled(stat, time, until);
    };

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
    const filesSettled = () => (areSettled(files) && !isGone ? 'all' : 'git state files');
    return { kind: 'finished', gitFiles, files, settled: areSettled(gitFiles) ? filesSettled() : 'none', patchable };
  };

  return {
    dispose: () => stop.abort(),
    async check() {
      if (state.kind === 'none' || (state.kind === 'finished' && state.settled !== 'all')) return true;
      if (patchedSince !== undefined && now() - patchedSince >= WHOLE_AFTER_MS) return true;
      const known = state.kind === 'finished' ? state.files : new Map<string, FileStat>();
      const { gitFiles: knownGit } = state;
      const [files, gitFiles] = await Promise.all([
        statFiles(known.keys(), `${workTree}/`),
        statFiles(allOf(stateFiles)),
      ]);
      return !areSameStats(files, known) || !areSameStats(gitFiles, knownGit);
    },
    async scan(request) {
      if (request.anew) {
        forgetCounts();
        reader.forget();
      }
      const start = await begin(request);
      const [answer, operations, baseCommit, early] = await ask(start);
      if (!answer.ok) return failure(answer);

      const { records, scope } = answer;
      patchedSince = scope === 'whole' ? undefined : (patchedSince ?? start.time);
      stateFiles = gitStateFiles(repository, records);
      const refsKey = keyOf(await statFiles(stateFiles.refs));
      const areRulesChanged = await checkCountingRules();

      const commit = baseCommit ?? records.oid ?? emptyTreeFor(records);
      const isBaseGone = request.base !== null && baseCommit === undefined;
      const diffBase = isBaseGone ? null : request.base;
      const ownNotices = [
        ...(records.notice === null ? [] : [records.notice]),
        ...(isBaseGone ? [`The diff base '${request.base}' no longer exists. Compared with HEAD instead.`] : []),
        ...(reader.listsFoldersOnly() ? [FOLDERS_ONLY] : []),
      ];
      const scanWith = (files: readonly CountedFile[], counted: boolean, notices: readonly string[]): StatusScan => ({
        status: statusOf(records, { files, counted, operations, diffBase, notices: [...ownNotices, ...notices] }),
        commit,
        refsKey,
      });

      const settle = settleSince(start);
      const counting = {
        records,
        commit,
        preview: (files: readonly CountedFile[]) => request.preview?.(scanWith(files, false, [])),
        settle,
      };
      const isEarlyRight = (count: EarlyCount) => count.files === undefined || !areRulesChanged;
      const result =
        baseCommit === undefined
          ? await counter.count({
              ...counting,
              early: early && isEarlyRight(early) ? early : await counter.start(undefined),
            })
          : await comparison.compare(counting);
      if (signal.aborted) return CANCELLED;

      state = await finish(start, records, result, settle);
      const { files, stats, notices } = result;
      return { ok: true, scan: scanWith(files, true, [...notices, ...tooBig(files, stats)]) };
    },
  };
}

/** Not by spreading the records: what only the scan needs of them stays here. */
function statusOf(
  { branch, oid, upstream, ahead, behind, stashes, untrackedOmitted }: StatusRecords,
  rest: Pick<RepositoryStatus, 'files' | 'counted' | 'operations' | 'diffBase' | 'notices'>,
): RepositoryStatus {
  return { branch, oid, upstream, ahead, behind, stashes, untrackedOmitted, ...rest };
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

const CANCELLED: ScanResult = { ok: false, reason: 'cancelled', message: 'Cancelled.' };

function failure({ reason, message }: Extract<GitAnswer, { ok: false }>): ScanResult {
  if (reason === 'cancelled') return CANCELLED;
  return { ok: false, reason: reason === 'not-found' ? 'no-git' : 'failed', message };
}

const keyOf = (stats: FileStats): string =>
  [...stats].map(([path, { mtimeMs, ctimeMs, size }]) => `${path} ${mtimeMs} ${ctimeMs} ${size}`).join('\0');

/** Before the first commit every record has the id of what is in the index, and it is as long as any. */
function emptyTreeFor({ details }: StatusRecords): string {
  const [id = ''] = details.map(detail => detail.split(' ').findLast(word => /^[\da-f]{40,}$/.test(word)) ?? '');
  return EMPTY_TREE[id.length] ?? '';
}

function tooBig(files: readonly CountedFile[], stats: FileStats): string[] {
  const big = files.filter(({ path, added }) => added === null && (stats.get(path)?.size ?? 0) > BIG_BYTES).length;
  if (big === 0) return [];
  const [subject, its] = big === 1 ? ['1 file is', 'its'] : [`${big} files are`, 'their'];
  return [`${subject} larger than ${BIG_BYTES / 1024 / 1024} MB, so ${its} lines are not counted.`];
}
