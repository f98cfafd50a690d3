import { basename, dirname, join } from 'node:path';
import { disk } from '../files.ts';
import { watchFolders } from './watch-folders.ts';

/** Tells when a `.git` comes, goes or is made ready in one of some folders, or such a folder itself comes or goes. */
export interface GitLinks {
  /** Watches these folders and no others; from when it resolves nothing is missed. */
  watch(folders: readonly string[]): Promise<void>;
  stop(): void;
}

export function watchGitLinks(changed: () => void, reportError: (error: unknown) => void): GitLinks {
  /** By watched folder, the entries that matter in it. */
  let names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let stopped = false;
  const watched = watchFolders(({ folder, name }) => {
    if (name === undefined || (names.get(folder)?.has(name) ?? true)) changed();
  }, reportError);

  return {
    async watch(folders) {
      for (const folder of names.keys()) watched.drop(folder);
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
