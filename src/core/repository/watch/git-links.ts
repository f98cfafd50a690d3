import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { disk } from '../files.ts';
import { watchFolders } from './watch-folders.ts';

/** Tells when a `.git` comes, goes or is made ready in one of some folders, or such a folder itself comes or goes. */
export interface GitLinks {
  /**
   * Watches these folders and no others, and in `parents` also for folders that come; from when it resolves nothing is
   * missed.
   */
  watch(folders: readonly string[], parents?: ReadonlySet<string>): Promise<void>;
  stop(): void;
}

export function watchGitLinks(changed: () => void, reportError: (error: unknown) => void): GitLinks {
  /** By watched folder, the entries that matter in it. */
  let names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let inParents: ReadonlySet<string> = new Set();
  let stopped = false;
  /** Files come and go all the time; only a folder can be a repository. */
  const changedByFolder = async (path: string): Promise<void> => {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() && !stopped) changed();
  };
  const watched = watchFolders(({ folder, name, moved }) => {
    if (name === undefined || (names.get(folder)?.has(name) ?? true)) return changed();
    if (moved && inParents.has(folder)) void changedByFolder(join(folder, name));
  }, reportError);

  return {
    async watch(folders, parents = new Set()) {
      for (const folder of names.keys()) watched.drop(folder);
      inParents = parents;
      names = entriesOf(folders);
      for (const folder of names.keys()) watched.add(folder);
      // `git init` makes the folder first; it is a repository some entries later.
      for (const link of folders.map(folder => join(folder, '.git'))) {
        watched.add(link);
        if (await isComplete(link)) watched.drop(link);
      }
      if (stopped) watched.close();
    },
    stop() {
      stopped = true;
      watched.close();
    },
  };
}

function entriesOf(folders: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (folder: string, name: string) => names.set(folder, (names.get(folder) ?? new Set()).add(name));
  for (const folder of folders) {
    add(folder, '.git');
    add(dirname(folder), basename(folder));
  }
  return names;
}

/** True for a file as well: it has no entries to come. */
async function isComplete(link: string): Promise<boolean> {
  if ((await disk.readFile(link)) !== undefined) return true;
  const parts = ['HEAD', 'objects', 'refs'].map(name => disk.exists(join(link, name)));
  return !(await Promise.all(parts)).includes(false);
}
