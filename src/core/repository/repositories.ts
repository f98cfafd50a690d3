import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createEmitter, type Listener } from '../../shared/emitter.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type Facet, LOCAL_FACETS } from '../change.ts';
import { type LocateResult, locate, type OpenRepository, type RepositoriesProblem, realOr } from './locate.ts';
import { type NestedFolders, type NestedOptions, nestedFolders, relativesOf } from './nested.ts';
import { openRepository, type WatchedRepository } from './open-repository.ts';
import { type Clock, systemClock } from './watch/clock.ts';
import { coalesce } from './watch/coalesce.ts';
import { watchGitLinks } from './watch/git-links.ts';
import type { Hints } from './watch/hints.ts';
import type { WatchFolder } from './watch/watch-repository.ts';

export type { OpenRepository } from './locate.ts';

export interface RepositoriesOptions {
  /** The workspace folders. */
  readonly roots: () => readonly string[];
  readonly watchWorkTree: WatchFolder;
  /** How far below the workspace folders others are looked for; not at all when it is not said. */
  readonly nested?: (() => NestedOptions) | undefined;
  /** Folders that hold our own files (storage, logs): what we write there wakes nobody. */
  readonly ours?: readonly string[] | undefined;
  readonly reportError: (error: unknown) => void;
  readonly clock?: Clock | undefined;
}

/** A change seen in an open repository. */
export interface RepositoryChange {
  readonly root: string;
  readonly facets: ReadonlySet<Facet>;
  /** The files that may have changed; undefined when nobody can tell them all. */
  readonly hints: Hints;
}

/** The repositories of a window, each watched while it is open. */
export interface Repositories {
  /** Those of the workspace folders in their order, those below them, then those that `find` opened; none twice. */
  list(): readonly OpenRepository[];
  /** The repository a folder or file is in, opened if it was not; undefined when there is none inside the workspace. */
  find(path: string): Promise<OpenRepository | undefined>;
  /** Why `list()` is empty; undefined when it is not. */
  problem(): RepositoriesProblem | undefined;
  /** Looks for the workspace folders' repositories; to be called first, and whenever the folders change. */
  refresh(): Promise<void>;
  /** Tells that repositories came or went, until the returned function is called. */
  listenSet(listener: () => void): () => void;
  /** Tells what changed in an open repository, gathered, until the returned function is called. */
  listenTouched(listener: Listener<RepositoryChange>): () => void;
  dispose(): void;
}

export function createRepositories(options: RepositoriesOptions): Repositories {
  const { watchWorkTree, ours = [], reportError, clock = systemClock } = options;
  let opened: readonly WatchedRepository[] = [];
  let roots: readonly string[] = [];
  let problem: RepositoriesProblem | undefined;
  let disposed = false;
  /** Roots that `find` opened. */
  const foundRoots = new Set<string>();
  /** Every root that was ever open. */
  const everOpen = new Set<string>();
  const sets = createEmitter(reportError);
  const touches = createEmitter<RepositoryChange>(reportError);
  /** One after the other: two at once would open the same repository twice. */
  const inTurn = createSerialQueue();

  const refreshes = coalesce<'refresh'>(clock, () => void refresh().catch(reportError));
  const refreshSoon = () => refreshes.add(['refresh']);
  const links = watchGitLinks(refreshSoon, reportError);

  const list = () => opened.map(({ repository }) => repository);

  const open = async (repository: OpenRepository): Promise<WatchedRepository> => {
    const { root } = repository;
    const touched = (facets: ReadonlySet<Facet>, hints?: Hints) => {
      // It may say now that the work tree is elsewhere, or that there is none.
      if (facets.has('config')) refreshSoon();
      touches.emit({ root, facets, hints });
    };
    const real = await Promise.all(ours.map(realOr));
    const entry = await openRepository(repository, { clock, roots, watchWorkTree, ours: real, touched, reportError });
    // What is shown of it is from before it went.
    if (everOpen.has(root)) entry.touch(LOCAL_FACETS);
    everOpen.add(root);
    return entry;
  };

  /** Makes these the open ones; one that was open and is the same stays open. */
  const openOnly = async (wanted: readonly OpenRepository[]): Promise<void> => {
    const before = opened;
    const after: WatchedRepository[] = [];
    for (const repository of wanted) {
      const same = before.find(entry => entry.repository.root === repository.root);
      after.push(same && (await same.isStill(repository, roots)) ? same : await open(repository));
    }
    opened = disposed ? [] : after;
    for (const entry of [...before, ...after]) if (!opened.includes(entry)) entry.close();
    if (!disposed && (before.length !== after.length || after.some((entry, at) => entry !== before[at]))) sets.emit();
  };

  /** The folders below the workspace's that may hold repositories. */
  const findBelow = async (): Promise<NestedFolders> => {
    const nested = options.nested?.() ?? { depth: 0, ignored: [] };
    const found = await Promise.all(roots.map(root => nestedFolders(root, nested)));
    return {
      repositories: found.flatMap(({ repositories }) => repositories),
      seen: found.flatMap(({ seen }) => seen),
    };
  };

  const update = async (): Promise<void> => {
    if (disposed) return;
    roots = await Promise.all(options.roots().map(realOr));
    const below = await findBelow();
    const folders = [...new Set([...roots, ...below.repositories, ...foundRoots])];
    await links.watch([...new Set([...folders, ...below.seen])], new Set(below.seen));
    // What came before it was watched is looked for once more.
    if ((await findBelow()).seen.join('\0') !== below.seen.join('\0')) refreshSoon();
    const located = await Promise.all(folders.map(folder => locate(folder, roots)));
    const wanted = new Map<string, OpenRepository>();
    const want = (all: readonly LocateResult[]) => {
      for (const each of all) {
        if (!each.ok) continue;
        const { root } = each.repository;
        // A found root that has lost its `.git` is in the repository around it, which nobody asked for.
        if (roots.includes(each.folder) || root === each.folder) wanted.set(root, each.repository);
      }
    };
    want(located);
    if (below.seen.length > 0) {
      const relatives = await Promise.all([...wanted.values()].map(relativesOf));
      const others = await Promise.all(relatives.flat().map(realOr));
      want(await Promise.all(others.filter(folder => !wanted.has(folder)).map(folder => locate(folder, roots))));
    }
    const [first] = located;
    if (first === undefined) problem = { reason: 'no-folder', folder: '' };
    else problem = first.ok ? undefined : { reason: first.reason, folder: first.folder };
    await openOnly([...wanted.values()]);
  };

  const refresh = () => inTurn(update);
  const openAt = (root: string) => list().find(repository => repository.root === root);

  return {
    list,
    find: path =>
      inTurn(async () => {
        const inside = await Promise.all(options.roots().map(realOr));
        const located = await locate(await folderOf(path), inside);
        if (!located.ok) return undefined;
        const { root } = located.repository;
        if (openAt(root) === undefined) {
          foundRoots.add(root);
          await update();
        }
        return openAt(root);
      }),
    problem: () => (opened.length > 0 ? undefined : problem),
    refresh,
    listenSet: sets.listen,
    listenTouched: touches.listen,
    dispose() {
      disposed = true;
      links.stop();
      refreshes.stop();
      for (const entry of opened) entry.close();
      opened = [];
    },
  };
}

/** The real path of a folder, or of the folder a file is or would be in. */
async function folderOf(path: string): Promise<string> {
  const real = await realOr(path);
  const found = await stat(real).catch(() => undefined);
  return found?.isDirectory() || dirname(real) === real ? real : folderOf(dirname(real));
}
