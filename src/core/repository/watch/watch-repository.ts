import { relative, sep } from 'node:path';
import { isWithin } from '../../../shared/paths.ts';
import type { Facet } from '../../change.ts';
import { temporaryPrefix } from '../../git/temporary.ts';
import type { Repository } from '../discover.ts';
import { type Watch, watchGitDirectory } from './git-directory.ts';
import type { Hints } from './hints.ts';
import { watchSubmodules } from './watch-submodules.ts';

/**
 * Tells of paths that changed under a folder, absolute; an empty list means "something, unknown what". The returned
 * function stops it.
 */
export type WatchFolder = (folder: string, changed: (paths: readonly string[]) => void) => () => void;

export interface WatchOptions {
  readonly repository: Repository;
  /** The host's own watcher: it knows what the person wants left out. */
  readonly watchWorkTree: WatchFolder;
  /** Folders that hold our own files: what we write there is no change. */
  readonly ours: readonly string[];
  readonly touched: (facets: ReadonlySet<Facet>, hints?: Hints) => void;
  readonly reportError: (error: unknown) => void;
}

/** Copies of an index, made for a read: a repository can be around the folder for them. */
const SCRATCH = temporaryPrefix('index');

const WORK_TREE: ReadonlySet<Facet> = new Set(['worktree']);

/** Tells what changes in a repository: its git directory, the one it shares, its work tree and its submodules. */
export function watchRepository({ repository, watchWorkTree, ours, touched, reportError }: WatchOptions): Watch {
  const { gitDirectory, commonDirectory, workTree } = repository;
  const submodules = watchSubmodules(repository, () => touched(WORK_TREE), reportError);
  const rest = {
    touched: (facets: readonly Facet[]) => touched(new Set(facets)),
    modulesChanged: () => void submodules.update(),
    reportError,
  };
  const own = watchGitDirectory({ ...rest, directory: gitDirectory, part: 'own' });
  const linked = gitDirectory !== commonDirectory;
  const watches = [
    own,
    ...(linked ? [watchGitDirectory({ ...rest, directory: commonDirectory, part: 'shared' })] : []),
  ];

  // A work tree can lie inside a folder of ours, and a linked one inside the directory it shares.
  const quiet = [...ours, gitDirectory, commonDirectory].filter(folder => isWithin(workTree, folder));
  const stopTree = watchWorkTree(workTree, paths => {
    const kinds = paths.length === 0 ? ['link'] : paths.map(kindOf);
    const hasLink = kinds.includes('link');
    if (hasLink) void submodules.update();
    const files = paths.filter((_, i) => kinds[i] === 'file');
    // What is not below the work tree goes by another name, and nobody knows which files it stands for.
    const known = !hasLink && files.every(path => isWithin(workTree, path));
    if (hasLink || files.length > 0) touched(WORK_TREE, known ? files.map(pathOf) : undefined);
  });

  return {
    ready: Promise.all([submodules.update(), ...watches.map(({ ready }) => ready)]).then(() => {}),
    stop() {
      stopTree();
      submodules.stop();
      for (const watch of watches) watch.stop();
    },
  };

  function pathOf(path: string): string {
    return relative(workTree, path).split(sep).join('/');
  }

  /** A `.git` says where a repository is, .gitmodules which are submodules; what is below a `.git` is git's own. */
  function kindOf(path: string): 'file' | 'link' | 'nothing' {
    const parts = pathOf(path).split('/');
    const name = parts.pop();
    if (parts.includes('.git') || path.startsWith(SCRATCH) || quiet.some(folder => isWithin(folder, path)))
      return 'nothing';
    return name === '.git' || name === '.gitmodules' ? 'link' : 'file';
  }
}
