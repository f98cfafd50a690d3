import { type FSWatcher, watch } from 'node:fs';
import { sep } from 'node:path';

export interface FolderEvent {
  readonly folder: string;
  /** Undefined when the system does not say which entry it was. */
  readonly name: string | undefined;
  /** True when the entry may have come, gone or been replaced, and not only been written to. */
  readonly moved: boolean;
}

/** Folders watched one by one, each for its own entries only. */
export interface WatchedFolders {
  /** Watches a folder from now on; one that is not there is left alone, one already watched is watched anew. */
  add(folder: string): void;
  /** Stops at a folder and everything below it. */
  drop(folder: string): void;
  close(): void;
}

/** More would starve other programs of watches; git packs refs long before that. */
const MOST_FOLDERS = 4096;

/** EPERM is how Windows says that a watched folder is gone. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'EPERM'];

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'The system has no file watches left. Raise fs.inotify.max_user_watches (sysctl), then reload the window.',
  EMFILE:
    'Too many files are open or watched. Raise the limit (ulimit -n, fs.inotify.max_user_instances), then reload.',
};

const TOO_MANY = `It has more than ${MOST_FOLDERS} folders of refs. Run git pack-refs --all, then reload the window.`;

/** Watches folders by the system's own means. Each kind of failure is reported once; what can be watched still is. */
export function watchFolders(
  changed: (event: FolderEvent) => void,
  reportError: (error: unknown) => void,
): WatchedFolders {
  const watchers = new Map<string, FSWatcher>();
  const reported = new Set<string>();

  const fail = (kind: string, folder: string, why: string) => {
    if (reported.has(kind)) return;
    reported.add(kind);
    reportError(new Error(`Some changes of '${folder}' will not be noticed until you refresh by hand. ${why}`));
  };

  const broken = (folder: string, error: NodeJS.ErrnoException) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    // It went away while we turned to it; whoever watches its parent hears when it comes back.
    if (error.code !== undefined && ABSENT.includes(error.code)) return;
    const kind = error.code ?? error.message;
    fail(kind, folder, ADVICE[kind] ?? error.message);
  };

  return {
    add(folder) {
      watchers.get(folder)?.close();
      watchers.delete(folder);
      if (watchers.size >= MOST_FOLDERS) return fail('too-many', folder, TOO_MANY);
      try {
        const watcher = watch(folder, (type, name) => {
          // What was read from a closed watcher may still be on its way.
          if (watchers.get(folder) === watcher) changed({ folder, name: name ?? undefined, moved: type === 'rename' });
        });
        watchers.set(folder, watcher);
        watcher.on('error', error => broken(folder, error));
      } catch (error) {
        broken(folder, error as NodeJS.ErrnoException);
      }
    },
    drop(folder) {
      for (const [each, watcher] of watchers) {
        if (each !== folder && !each.startsWith(folder + sep)) continue;
        watchers.delete(each);
        watcher.close();
      }
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
