import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { type Facet, LOCAL_FACETS } from '../../change.ts';
import { facetsOf, type GitDirectoryPart, isWatched } from './facets.ts';
import { type FolderEvent, watchFolders } from './watch-folders.ts';

export interface GitDirectoryOptions {
  readonly directory: string;
  readonly part: GitDirectoryPart;
  readonly touched: (facets: readonly Facet[]) => void;
  /** Hears of git directories of submodules that may have come or gone. */
  readonly modulesChanged: () => void;
  readonly reportError: (error: unknown) => void;
}

export interface Watch {
  /** Resolves when everything that is to be watched is. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** Watches one git directory by ourselves, since people leave .git out of their editor's watcher. */
export function watchGitDirectory(options: GitDirectoryOptions): Watch {
  const { directory, part, touched, modulesChanged, reportError } = options;
  const parent = dirname(directory);
  let stopped = false;
  let entered = false;
  /** One folder is entered at a time, so that the newest listing is the one that counts. */
  const inTurn = createSerialQueue();

  const pathOf = (path: string) => relative(directory, path).split(sep).join('/');

  const changed = ({ folder, name, moved }: FolderEvent) => {
    if (name === undefined) return comeOrGone();
    if (folder === parent) return moved && name === basename(directory) ? comeOrGone() : undefined;
    const path = join(folder, name);
    const inside = pathOf(path);
    const facets = facetsOf(inside, part);
    if (facets.length > 0) touched(facets);
    if (inside === 'modules' || pathOf(folder) === 'modules') modulesChanged();
    if (moved && isWatched(inside, part)) again(path);
  };

  const comeOrGone = () => {
    touched(LOCAL_FACETS);
    modulesChanged();
    again(directory);
  };

  const folders = watchFolders(changed, reportError);

  const again = (path: string) => void inTurn(() => enter(path)).catch(reportError);

  const enter = async (path: string): Promise<void> => {
    folders.drop(path);
    // A link could lead anywhere, and git makes none here.
    if (stopped || !(await isFolder(path)) || stopped) return;
    folders.add(path);
    const entries = await readdir(path, { withFileTypes: true }).catch(ifAbsent([]));
    for (const entry of entries) {
      const child = join(path, entry.name);
      // It may have been there before we watched, and after the event that told of the folder.
      const facets = facetsOf(pathOf(child), part);
      if (entered && facets.length > 0) touched(facets);
      if (entry.isDirectory() && isWatched(pathOf(child), part)) await enter(child);
    }
  };

  folders.add(parent);
  again(directory);
  const ready = inTurn(() => {
    entered = true;
  });

  return {
    ready,
    stop() {
      stopped = true;
      folders.close();
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifAbsent(undefined)))?.isDirectory() ?? false;
}

function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value;
    throw error;
  };
}
