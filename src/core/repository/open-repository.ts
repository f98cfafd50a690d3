import { stat } from 'node:fs/promises';
import { isWithin } from '../../shared/paths.ts';
import type { Facet } from '../change.ts';
import type { OpenRepository } from './locate.ts';
import type { Clock } from './watch/clock.ts';
import { coalesce } from './watch/coalesce.ts';
import { gatherHints, type Hints } from './watch/hints.ts';
import { type WatchOptions, watchRepository } from './watch/watch-repository.ts';

export interface OpenRepositoryOptions extends Omit<WatchOptions, 'repository'> {
  readonly clock: Clock;
  readonly roots: readonly string[];
}

/** A repository that is watched. */
export interface WatchedRepository {
  readonly repository: OpenRepository;
  /** True when opening it now would make no difference. */
  isStill(repository: OpenRepository, roots: readonly string[]): Promise<boolean>;
  touch(facets: Iterable<Facet>): void;
  close(): void;
}

/** Watches a repository and tells what changed, gathered; resolves when nothing can be missed any more. */
export async function openRepository(
  repository: OpenRepository,
  options: OpenRepositoryOptions,
): Promise<WatchedRepository> {
  const { clock, roots, touched, watchWorkTree } = options;
  const identity = await identityOf(repository.root);
  const hints = gatherHints();
  const gathered = coalesce<Facet>(clock, facets => touched(facets, hints.take()));
  const touch = (facets: Iterable<Facet>, of?: Hints) => {
    hints.add(of);
    gathered.add(facets);
  };
  const watch = watchRepository({
    ...options,
    repository,
    watchWorkTree: (folder, changed) => {
      const stops = partsOf(folder, roots).map(part => watchWorkTree(part, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    touched: touch,
  });
  await watch.ready;
  return {
    repository,
    isStill: async (other, newRoots) => {
      const { gitDirectory, commonDirectory, root } = repository;
      if ((await identityOf(root)) !== identity) return false;
      const same = gitDirectory === other.gitDirectory && commonDirectory === other.commonDirectory;
      return same && partsOf(root, roots).join('\0') === partsOf(root, newRoots).join('\0');
    },
    touch,
    close() {
      watch.stop();
      gathered.stop();
    },
  };
}

/** Tells a folder from another that took its place: nobody watches that one yet. */
async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && [found.dev, found.ino, found.birthtimeMs].join();
}

/** The watched parts of a work tree: all of it, or, when it lies around the roots, what the person opened of it. */
function partsOf(workTree: string, roots: readonly string[]): readonly string[] {
  return roots.some(root => isWithin(root, workTree)) ? [workTree] : roots.filter(root => isWithin(workTree, root));
}
