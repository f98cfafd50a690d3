import type { Facet } from '../../change.ts';
import type { ReadOnlyCommand } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import type { AskGit } from '../../git/ask.ts';
import type { RunResult } from '../../git/result.ts';
import type { DiscoveryReason } from '../discover.ts';
import type { Operation, OperationKind } from '../operation.ts';
import { type Clock, systemClock } from '../watch/clock.ts';
import type { Hints } from '../watch/hints.ts';
import type { FileDiff } from './added-diff.ts';
import {
  type Configured,
  commitQuery,
  configure,
  DEFAULT_P6_SETTINGS,
  type P6Fields,
  type P6Settings,
} from './configure.ts';
import { allDiffs, fileDiff } from './file-diff.ts';
import type { ChangedFile } from './parse-status.ts';
import { type Desk, newLog, shownOf } from './repository-state.ts';
import { createStatusReader, type Look } from './scan.ts';
import { createLooks } from './scan-queue.ts';
import type { EmptyReason, StatusRepository, StatusState } from './snapshot.ts';
import { EMPTY_TEXT, snapshotText } from './view-text.ts';

/** The status view without its window: it looks when there is reason to and tells who listens. */
export interface StatusView {
  state(): StatusState;
  /** True while a look is under way. */
  busy(): boolean;
  /** Calls `listener` after every change of `state` or `busy` until the returned function is called. */
  listen(listener: () => void): () => void;
  /** A hidden view does no work at all; one that becomes visible looks when it is stale. */
  setVisible(visible: boolean): void;
  /** Shows another repository of the window. */
  select(root: string): void;
  /** To be called when repositories came or went, or the workspace came to be trusted. */
  repositoriesChanged(): void;
  /** With hints a look needs to ask the disk for little else. */
  touched(root: string, facets: ReadonlySet<Facet>, hints?: Hints): void;
  /** Looks now, whatever is known, and resolves when the look is complete. */
  refresh(): Promise<void>;
  settings(): P6Settings;
  configure(fields: P6Fields): Promise<Configured>;
  /** The file that the snapshot lists by this name, with its names as they are on disk. */
  find(path: string): ChangedFile | undefined;
  /** The diff of a file the snapshot lists. */
  diffOf(path: string): Promise<FileDiff>;
  /** The command for the gate; undefined when that operation is not in progress now. */
  command(kind: OperationKind, action: keyof Operation['commands']): string | undefined;
  /** The text for a model, looked up anew when stale, also when hidden. */
  text(): Promise<string>;
  dispose(): void;
}

/** The settings that outlive the window. */
export type SavedP6 = Partial<Pick<P6Settings, 'showDiffs' | 'diffBase'>>;

export interface StatusViewOptions {
  readonly ask: AskGit;
  /** In the order to show them; the first is shown until one is selected. */
  readonly repositories: () => readonly StatusRepository[];
  /** Why there are none. */
  readonly problem: () =>
    | { readonly reason: DiscoveryReason | 'no-folder' | 'outside'; readonly folder: string }
    | undefined;
  readonly trusted: () => boolean;
  readonly load: (root: string) => SavedP6;
  readonly save: (root: string, saved: Required<SavedP6>) => void;
  readonly redact: (text: string) => string;
  readonly contextFor: (root: string) => Context;
  /** Runs the log command, as the runner does: capped and redacted. */
  readonly read: (command: ReadOnlyCommand, root: string) => Promise<RunResult>;
  /** Hears of a listener that threw. */
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
/** What of the diffs a model is given. */
const MOST_DIFFS = 64 * 1024;

const LOADING: StatusState = { kind: 'loading' };

export function createStatusView(options: StatusViewOptions): StatusView {
  const { ask, repositories, trusted, reportError, clock = systemClock, checkMs = () => CHECK_MS, now } = options;
  const { untrackedCap = () => UNTRACKED_CAP } = options;
  const listeners = new Set<() => void>();
  const desks = new Map<string, Desk>();
  let selected: string | undefined;
  let visible = false;
  let disposed = false;
  let state: StatusState = LOADING;
  let spelled = JSON.stringify(state);
  let cancelTimer = () => {};

  const tell = () => {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        reportError(error);
      }
    }
  };
  const show = (next: StatusState) => {
    // The same state again is no news, and a page with 5,000 files is glad of it.
    const text = JSON.stringify(next);
    if (text === spelled) return;
    state = next;
    spelled = text;
    tell();
  };
  const showEmpty = (reason: EmptyReason, detail: string) =>
    show({ kind: 'empty', reason, detail: options.redact(detail) });

  const here = (): StatusRepository | undefined => {
    if (!trusted()) return undefined;
    const all = repositories();
    return all.find(({ root }) => root === selected) ?? all[0];
  };
  const deskOf = (repository: StatusRepository): Desk => {
    const { root, gitDirectory } = repository;
    const desk = desks.get(root);
    if (desk?.repository.gitDirectory === gitDirectory) return desk;
    desk?.reader.dispose();
    const fresh: Desk = {
      repository,
      reader: createStatusReader({ ask, repository, untrackedCap, now }),
      settings: { ...DEFAULT_P6_SETTINGS, ...options.load(root) },
      stale: true,
      logStale: true,
      look: undefined,
      log: undefined,
      shown: undefined,
    };
    desks.set(root, fresh);
    return fresh;
  };
  const desk = (): Desk | undefined => {
    const repository = here();
    return repository && deskOf(repository);
  };

  const paint = (at: Desk) => {
    if (at.look === undefined || desk() !== at) return;
    at.shown = shownOf(at, at.look, options.redact);
    show({ kind: 'ready', snapshot: at.shown.snapshot });
  };

  const lookOnce = async (anew: boolean, given: Hints): Promise<void> => {
    if (!trusted()) return showEmpty('untrusted', '');
    const at = desk();
    if (at === undefined) {
      const problem = options.problem();
      return problem ? showEmpty(EMPTY_REASONS[problem.reason], problem.folder) : show(LOADING);
    }
    at.stale = false;
    // A wrong hint is put right by the next check, so that without checks none is followed.
    const hints = checkMs() > 0 ? given : undefined;
    const first = (look: Look) => {
      at.look = look;
      paint(at);
    };
    const looked = await at.reader.look({ base: at.settings.diffBase, anew, hints, first });
    if (looked.ok) {
      first(looked.look);
      const asked = { ...at, logStale: anew || at.logStale };
      // Before it is read, so that what is touched meanwhile counts again.
      if (at.settings.showLogs) at.logStale = false;
      const log = await newLog(asked, options.contextFor(at.repository.root), options.read);
      if (log === undefined) return;
      at.log = log;
      paint(at);
    } else if (looked.reason !== 'cancelled' && desk() === at) {
      at.look = at.shown = undefined;
      showEmpty(looked.reason, looked.message);
    }
  };

  const looks = createLooks({ look: lookOnce, busyChanged: tell, reportError });
  const { want } = looks;

  /** Looks when there is reason to; a process is started only then. */
  const freshen = async (): Promise<void> => {
    const at = desk();
    if (looks.busy() || at === undefined || at.stale || (await at.reader.check())) await want();
  };
  const tick = () => {
    cancelTimer();
    const ms = checkMs();
    if (!visible || disposed || ms <= 0) return;
    cancelTimer = clock.after(ms, () => {
      const checked = !looks.busy() && desk() !== undefined ? freshen().catch(reportError) : Promise.resolve();
      void checked.then(tick);
    });
  };
  const freshenIfVisible = () => {
    if (visible) void freshen().catch(reportError);
  };

  /** Shows what is known of the repository that is now the one to show. */
  const follow = () => {
    const at = desk();
    if (at === undefined) return void want();
    if (at.look) paint(at);
    else show(LOADING);
    freshenIfVisible();
  };

  const resolveCommit = async (workTree: string, ref: string): Promise<string | undefined> => {
    const answer = await ask(commitQuery(ref), workTree);
    return answer.ok ? answer.text.trim() : undefined;
  };

  return {
    state: () => state,
    busy: looks.busy,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setVisible(on) {
      if (visible === on) return;
      visible = on;
      // What failed while hidden may have been mended since, and nothing would tell.
      if (on && state.kind !== 'ready') void want();
      else freshenIfVisible();
      tick();
    },
    select(root) {
      if (root === here()?.root || !repositories().some(each => each.root === root)) return;
      selected = root;
      follow();
    },
    repositoriesChanged() {
      const roots = new Set(repositories().map(({ root }) => root));
      for (const [root, { reader }] of desks) {
        if (roots.has(root)) continue;
        reader.dispose();
        desks.delete(root);
      }
      follow();
    },
    touched(root, facets, hints) {
      const at = desks.get(root);
      if (at === undefined || ![...facets].some(facet => LOCAL.has(facet))) return;
      at.stale = true;
      if (facets.has('refs') || facets.has('config')) at.logStale = true;
      if (visible && desk() === at) void want('look', hints);
    },
    refresh: () => want('anew'),
    settings: () => desk()?.settings ?? DEFAULT_P6_SETTINGS,
    async configure(fields) {
      const at = desk();
      if (at === undefined)
        return {
          ok: false,
          reason: 'no-repository',
          message: 'There is no repository whose view could be configured.',
        };
      const { root, workTree } = at.repository;
      const context = options.contextFor(root);
      const done = await configure(at.settings, fields, {
        context,
        resolveCommit: ref => resolveCommit(workTree, ref),
      });
      if (!done.ok) return { ...done, message: options.redact(done.message) };
      const { showDiffs, ...rest } = done.settings;
      at.stale ||= rest.diffBase !== at.settings.diffBase || rest.showLogs;
      at.settings = done.settings;
      options.save(root, { showDiffs, diffBase: rest.diffBase });
      paint(at);
      freshenIfVisible();
      return { ...done, message: options.redact(done.message) };
    },
    find: path => desk()?.shown?.names.get(path),
    async diffOf(path) {
      const at = desk();
      const file = at?.shown?.names.get(path);
      if (at?.look === undefined || file === undefined)
        return { text: null, notice: 'The status does not list this file any more.' };
      const { commit, base } = at.look;
      const diff = await fileDiff(ask, at.repository.workTree, { commit, isHead: base === null }, file);
      return redacted(diff, options.redact);
    },
    command(kind, action) {
      if (state.kind !== 'ready') return undefined;
      return state.snapshot.operations.find(each => each.kind === kind)?.commands[action];
    },
    async text() {
      await freshen();
      if (state.kind === 'empty') return EMPTY_TEXT[state.reason](state.detail);
      const at = desk();
      if (state.kind !== 'ready' || at?.look === undefined) return 'The status is not known yet.';
      const { snapshot } = state;
      const isTracked = snapshot.files.some(({ type }) => type !== 'Untracked');
      const diffs =
        snapshot.settings.showDiffs && isTracked
          ? redacted(await allDiffs(ask, at.repository.workTree, at.look.commit, MOST_DIFFS), options.redact)
          : undefined;
      return snapshotText(snapshot, diffs);
    },
    dispose() {
      disposed = true;
      looks.stop();
      cancelTimer();
      listeners.clear();
      for (const { reader } of desks.values()) reader.dispose();
    },
  };
}

/** What a status view shows can change by these. */
const LOCAL: ReadonlySet<Facet> = new Set<Facet>(['refs', 'index', 'worktree', 'config']);

const EMPTY_REASONS = {
  bare: 'bare',
  missing: 'no-repository',
  'no-folder': 'no-folder',
  'not-a-repository': 'no-repository',
  outside: 'no-repository',
} as const satisfies Record<DiscoveryReason | 'no-folder' | 'outside', EmptyReason>;

const redacted = ({ text, notice }: FileDiff, redact: (text: string) => string): FileDiff => ({
  text: text === null ? null : redact(text),
  notice: notice === null ? null : redact(notice),
});
