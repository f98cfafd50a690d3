import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { Repository } from '../discover.ts';
import { type Watch, watchGitDirectory } from './git-directory.ts';
import { submodulesOf } from './submodules.ts';

export interface WatchedSubmodules {
  /** Finds the submodules there are now; resolves when they are watched. */
  update(): Promise<void>;
  stop(): void;
}

/** Tells when a submodule's commit or index may have moved: to the project around it that is a changed file. */
export function watchSubmodules(
  repository: Repository,
  touched: () => void,
  reportError: (error: unknown) => void,
): WatchedSubmodules {
  const watches = new Map<string, Watch>();
  let stopped = false;
  /** Two at once would each start the watches the other does not know of yet. */
  const inTurn = createSerialQueue();

  const watchAll = async () => {
    const directories = new Set((await submodulesOf(repository)).map(({ gitDirectory }) => gitDirectory));
    if (stopped) return;
    for (const [directory, watch] of watches) {
      if (directories.has(directory)) continue;
      watch.stop();
      watches.delete(directory);
    }
    for (const directory of directories) {
      if (watches.has(directory)) continue;
      watches.set(
        directory,
        watchGitDirectory({ directory, part: 'own', touched, modulesChanged: () => void update(), reportError }),
      );
    }
    await Promise.all([...watches.values()].map(({ ready }) => ready));
  };

  const update = (): Promise<void> => inTurn(watchAll).catch(reportError);

  return {
    update,
    stop() {
      stopped = true;
      for (const watch of watches.values()) watch.stop();
      watches.clear();
    },
  };
}
