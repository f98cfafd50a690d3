import type { EmptyReason } from '../../../protocol/to-status-page.ts';
import { createEmitter } from '../../../shared/emitter.ts';
import { type Facet, LOCAL_FACETS } from '../../change.ts';
import type { ReadOnlyCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import type { GitReader } from '../../git/reader.ts';
import type { RunResult } from '../../git/result.ts';
import type { OpenRepository, RepositoriesProblem } from '../locate.ts';
import type { Operation, OperationKind } from '../operation.ts';
import { type Clock, systemClock } from '../watch/clock.ts';
import type { Hints } from '../watch/hints.ts';
import type { FileDiff } from './added-diff.ts';
import type { ChangeAction, ChangeCommands } from './change-commands.ts';
import type { ConfigureResult, P6Fields } from './configure.ts';
import type { HunkRequest, InlineDiff } from './inline-diffs.ts';
import { lateScanner } from './late-scanner.ts';
import { DEFAULT_P6_SETTINGS, type P6Settings } from './p6-settings.ts';
import type { ChangedFile } from './parse-status.ts';
import { createRepositoryStates, type RepositoryState, readLog, redactScan } from './repository-state.ts';
import type { StatusState } from './repository-status.ts';
import { createScanQueue, type ScanKind } from './scan-queue.ts';
import type { StatusScan } from './scan-result.ts';

/** The status view without its window: it scans when there is reason to and tells its listeners. */
export interface StatusView {
  state(): StatusState;
  /** True while a scan is under way. */
  busy(): boolean;
  /** Calls `listener` after every change of `state` or `busy` until the returned function is called. */
  listen(listener: () => void): () => void;
  /** A hidden view does no work at all; one that becomes visible scans when it is stale. */
  setVisible(visible: boolean): void;
  /** Shows another repository of the window. */
  select(root: string): void;
  /** To be called when repositories came or went, or the workspace came to be trusted. */
  repositoriesChanged(): void;
  /** To be called when a repository changed; with hints a scan needs to ask the disk for little else. */
  touched(root: string, facets: ReadonlySet<Facet>, hints?: Hints): void;
  /** Scans now, whatever is known, and resolves when the scan is complete. */
  refresh(): Promise<void>;
  settings(): P6Settings;
  configure(fields: P6Fields): Promise<ConfigureResult>;
  /** The file that the state lists by this path, with its names as they are on disk. */
  find(path: string): ChangedFile | undefined;
  /** The diff of a file that the state lists. */
  diffOf(path: string): Promise<InlineDiff>;
  /** The patch of a hunk of that diff; undefined when the file is no longer as it was shown. */
  hunkPatch(path: string, request: HunkRequest): Promise<Buffer | undefined>;
  /** The commands that stage, unstage or discard files that the state lists by these paths. */
  changeCommands(action: ChangeAction, paths: readonly string[], folder: string | null): Promise<ChangeCommands>;
  /** The command for the gate; undefined when that operation is not in progress now. */
  command(kind: OperationKind, action: keyof Operation['commands']): string | undefined;
  /** The text for a model, scanned again when stale, also when hidden. */
  text(): Promise<string>;
  dispose(): void;
}

/** The settings that outlive the window. */
export type SavedP6 = Partial<Pick<P6Settings, 'showDiffs' | 'diffBase'>>;

export interface StatusViewOptions {
  readonly git: GitReader;
  /** In the order to show them; the first is shown until one is selected. */
  readonly repositories: () => readonly OpenRepository[];
  /** Why there are none. */
  readonly problem: () => RepositoriesProblem | undefined;
  readonly trusted: () => boolean;
  readonly load: (root: string) => SavedP6;
  readonly save: (root: string, saved: Required<SavedP6>) => void;
  readonly redact: (text: string) => string;
  readonly contextFor: (root: string) => Context;
  /** Runs the log command, as the runner does: capped and redacted. */
  readonly read: (command: ReadOnlyCommand, root: string) => Promise<RunResult>;
  /** Called with the error of a listener that threw. */
  readonly reportError: (error: unknown) => void;
  readonly clock?: Clock | undefined;
  /** Milliseconds since 1970, as the file system counts them. */
  readonly now?: (() => number) | undefined;
  readonly untrackedCap?: (() => number) | undefined;
  /** How often the disk is checked while the view is visible; 0 for never. */
  readonly checkMs?: (() => number) | undefined;
}

const CHECK_MS = 2000;
const UNTRACKED_CAP = 2000;
/** How much of the diffs a model is given, in bytes. */
const MOST_DIFFS = 64 * 1024;

const LOADING: StatusState = { kind: 'loading' };

export function createStatusView(options: StatusViewOptions): StatusView {
  const { git, repositories, trusted, redact, reportError, clock = systemClock, now } = options;
  const { untrackedCap = () => UNTRACKED_CAP, checkMs = () => CHECK_MS } = options;
  const changes = createEmitter(reportError);
  const states = createRepositoryStates({
    createScanner: repository => lateScanner({ git, repository, untrackedCap, now }),
    loadSettings: root => ({ ...DEFAULT_P6_SETTINGS, ...options.load(root) }),
  });
  let selected: string | undefined;
  let visible = false;
  let disposed = false;
  let shown: StatusState = LOADING;
  let shownText = JSON.stringify(shown);
  let cancelCheck = () => {};

  const show = (next: StatusState) => {
    // The same state again is no news, and a page with 5,000 files is glad of it.
    const text = JSON.stringify(next);
    if (text === shownText) return;
    shown = next;
    shownText = text;
    changes.emit();
  };
  const showEmpty = (reason: EmptyReason, detail: string) => show({ kind: 'empty', reason, detail: redact(detail) });
  const showProblem = () => {
    const problem = options.problem();
    return problem ? showEmpty(EMPTY_REASONS[problem.reason], problem.folder) : show(LOADING);
  };

  const selectedRepository = (): OpenRepository | undefined => {
    if (!trusted()) return undefined;
    const all = repositories();
    return all.find(({ root }) => root === selected) ?? all[0];
  };
  /** The state of the repository that is shown. */
  const current = (): RepositoryState | undefined => {
    const repository = selectedRepository();
    return repository && states.of(repository);
  };

  /** The file that is shown by this path, with what it is compared with. */
  const placeOf = (path: string) => {
    const at = current();
    const file = at?.filesByShownPath.get(path);
    if (at?.scan === undefined || file === undefined) return undefined;
    const { commit, status } = at.scan;
    const { workTree } = at.repository;
    return { diffs: at.diffs, place: { git, workTree, commit, isHead: status.diffBase === null, file } };
  };

  /** Shows the last scan of a repository, unless another repository is shown. */
  const showLast = (at: RepositoryState) => {
    if (at.scan === undefined || current() !== at) return;
    const { ready, filesByShownPath } = redactScan(at, at.scan, redact);
    at.filesByShownPath = filesByShownPath;
    show(ready);
  };

  const scanOnce = async (kind: ScanKind, hints: Hints): Promise<void> => {
    if (!trusted()) return showEmpty('untrusted', '');
    const at = current();
    if (at === undefined) return showProblem();
    at.stale = false;
    const take = (scan: StatusScan) => {
      at.scan = scan;
      showLast(at);
    };
    const result = await at.scanner.scan({
      base: at.settings.diffBase,
      anew: kind === 'anew',
      // A wrong hint is put right by the next check, so that without checks none is followed.
      hints: checkMs() > 0 ? hints : undefined,
      preview: take,
    });
    if (result.ok) {
      take(result.scan);
      await updateLog(at, kind);
    } else if (result.reason !== 'cancelled' && current() === at) {
      at.scan = undefined;
      at.filesByShownPath = new Map();
      showEmpty(result.reason, result.message);
    }
  };
  const updateLog = async (at: RepositoryState, kind: ScanKind): Promise<void> => {
    const isStale = kind === 'anew' || at.logStale;
    // Before it is read, so that refs that change meanwhile make it stale again.
    if (at.settings.showLogs) at.logStale = false;
    const log = await readLog(at, isStale, options.contextFor(at.repository.root), options.read);
    if (log === undefined) return;
    at.log = log;
    showLast(at);
  };

  const queue = createScanQueue({ scan: scanOnce, busyChanged: changes.emit, reportError });

  /** Scans when there is reason to; a process is started only then. */
  const freshen = async (): Promise<void> => {
    const at = current();
    if (queue.busy() || at === undefined || at.stale || (await at.scanner.check())) await queue.request();
  };
  const freshenIfVisible = () => {
    if (visible) void freshen().catch(reportError);
  };
  const scheduleCheck = () => {
    cancelCheck();
    const ms = checkMs();
    if (!visible || disposed || ms <= 0) return;
    cancelCheck = clock.after(ms, () => {
      const checked = !queue.busy() && current() !== undefined ? freshen().catch(reportError) : Promise.resolve();
      void checked.then(scheduleCheck);
    });
  };

  /** Shows what is known of the repository that is now the one to show. */
  const follow = () => {
    const at = current();
    if (at === undefined) return void queue.request();
    if (at.scan) showLast(at);
    else show(LOADING);
    freshenIfVisible();
  };

  return {
    state: () => shown,
    busy: queue.busy,
    listen: changes.listen,
    setVisible(on) {
      if (visible === on) return;
      visible = on;
      // The cause of a failure may have gone while the view was hidden, and nothing would tell.
      if (on && shown.kind !== 'ready') void queue.request();
      else freshenIfVisible();
      scheduleCheck();
    },
    select(root) {
      if (root === selectedRepository()?.root || !repositories().some(each => each.root === root)) return;
      selected = root;
      follow();
    },
    repositoriesChanged() {
      states.keepOnly(new Set(repositories().map(({ root }) => root)));
      follow();
    },
    touched(root, facets, hints) {
      const at = states.get(root);
      if (at === undefined || !LOCAL_FACETS.some(facet => facets.has(facet))) return;
      at.stale = true;
      if (facets.has('refs') || facets.has('config')) at.logStale = true;
      if (visible && current() === at) void queue.request('update', hints);
    },
    refresh: () => queue.request('anew'),
    settings: () => current()?.settings ?? DEFAULT_P6_SETTINGS,
    async configure(fields) {
      const at = current();
      if (at === undefined) return NOTHING_TO_CONFIGURE;
      const { root, workTree } = at.repository;
      const { configure, resolveCommit } = await import('./configure.ts');
      const result = await configure(at.settings, fields, {
        context: options.contextFor(root),
        // What git is asked about stands among its arguments: no secret is asked about.
        resolveCommit: async ref => (redact(ref) === ref ? resolveCommit(git, workTree, ref) : undefined),
      });
      if (result.ok) {
        const { showDiffs, showLogs, diffBase } = result.settings;
        at.stale ||= diffBase !== at.settings.diffBase || showLogs;
        at.settings = result.settings;
        options.save(root, { showDiffs, diffBase });
        showLast(at);
        freshenIfVisible();
      }
      return { ...result, message: redact(result.message) };
    },
    find: path => current()?.filesByShownPath.get(path),
    async diffOf(path) {
      const found = placeOf(path);
      if (found === undefined) return { id: 0, parts: [], notice: 'This file is no longer in the status.' };
      const { id, parts, notice } = await (await found.diffs()).of(found.place);
      const hidden = parts.map(({ text, side }) => ({ text: redact(text), side }));
      return { id, parts: hidden, notice: notice === null ? null : redact(notice) };
    },
    async hunkPatch(path, request) {
      const found = placeOf(path);
      return found && (await found.diffs()).patch(found.place, request);
    },
    async changeCommands(action, paths, folder) {
      const shownFiles = current()?.filesByShownPath;
      const files = paths.flatMap(path => shownFiles?.get(path) ?? []);
      // A folder stands for its files only while its name is shown as it is.
      const named = folder !== null && files.every(({ path }) => isBelow(folder, path)) ? folder : null;
      return (await import('./change-commands.ts')).changeCommands(action, files, named);
    },
    command(kind, action) {
      if (shown.kind !== 'ready') return undefined;
      return shown.status.operations.find(each => each.kind === kind)?.commands[action];
    },
    async text() {
      await freshen();
      const { EMPTY_TEXT, statusText } = await import('./status-text.ts');
      if (shown.kind === 'empty') return EMPTY_TEXT[shown.reason](shown.detail);
      const at = current();
      if (shown.kind !== 'ready' || at?.scan === undefined) return 'The status is not known yet.';
      const { status, settings, log } = shown;
      const isTracked = status.files.some(({ type }) => type !== 'Untracked');
      const diffs =
        settings.showDiffs && isTracked
          ? redactDiff(
              await (await import('./file-diff.ts')).allDiffs(git, at.repository.workTree, at.scan.commit, MOST_DIFFS),
              redact,
            )
          : undefined;
      return statusText(status, { diffs, log });
    },
    dispose() {
      disposed = true;
      queue.stop();
      cancelCheck();
      changes.clear();
      states.dispose();
    },
  };
}

const isBelow = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

const NOTHING_TO_CONFIGURE: ConfigureResult = {
  ok: false,
  reason: 'no-repository',
  message: 'There is no repository to configure the view for.',
};

const EMPTY_REASONS = {
  bare: 'bare',
  missing: 'no-repository',
  'no-folder': 'no-folder',
  'not-a-repository': 'no-repository',
  outside: 'no-repository',
} as const satisfies Record<RepositoriesProblem['reason'], EmptyReason>;

const redactDiff = ({ text, notice }: FileDiff, redact: (text: string) => string): FileDiff => ({
  text: text === null ? null : redact(text),
  notice: notice === null ? null : redact(notice),
});
