import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type GitDirectories, gitDirectoriesAt, gitLinkTarget } from '../git/inspect/git-directories.ts';
import { type CoreConfig, parseCoreConfig } from './core-config.ts';
import { disk } from './files.ts';

export interface Repository {
  /** Holds the part that belongs to this work tree alone: HEAD, the index, the operation in progress. */
  readonly gitDirectory: string;
  /** Holds the part that all work trees share: refs, objects, config. The same as `gitDirectory` unless the work tree is linked. */
  readonly commonDirectory: string;
  readonly workTree: string;
}

export type DiscoveryReason = 'not-a-repository' | 'bare' | 'missing';

export type Discovery =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly reason: DiscoveryReason; readonly message: string };

const MESSAGES: Readonly<Record<DiscoveryReason, (path: string) => string>> = {
  'not-a-repository': path => `'${path}' is not in a git repository. Run git init there, or open a folder that is.`,
  bare: path => `'${path}' is a git directory without a work tree. Open a work tree of it instead.`,
  missing: path => `'${path}' does not exist or does not lead to a git directory.`,
};

const failure = (reason: DiscoveryReason, path: string): Discovery => ({
  ok: false,
  reason,
  message: MESSAGES[reason](path),
});

/**
 * Finds the repository a folder is in, as git does but without starting it. A folder that is itself a git directory is
 * bare whatever its config claims: a repository that came in with the files must not choose a work tree for us.
 */
export const discover = (folder: string): Promise<Discovery> => search(folder, repositoryAt);

/**
 * Finds the repository a folder is in by where its `.git` is, whatever its config says. A command may have made a config
 * that hides the work tree, or that cannot be read, and undo is to find it all the same.
 */
export const discoverPlace = (folder: string): Promise<Discovery> =>
  search(folder, async ({ linked: _, ...directories }, top) => ({
    ok: true,
    repository: { ...directories, workTree: top },
  }));

/**
 * Finds the repository whose journal is asked for. A `.git` file in a work tree leaves no doubt where that is; of a folder
 * the config may name another, and where that leads nowhere the place itself counts.
 */
export async function discoverForUndo(folder: string): Promise<Discovery> {
  const [place, byConfig] = await Promise.all([discoverPlace(folder), discover(folder)]);
  if (!place.ok) return byConfig;
  const { gitDirectory, workTree } = place.repository;
  return byConfig.ok && gitDirectory === join(workTree, '.git') ? byConfig : place;
}

async function search(
  folder: string,
  found: (directories: GitDirectories, top: string) => Promise<Discovery>,
): Promise<Discovery> {
  const start = await realpath(folder).catch(() => undefined);
  if (start === undefined) return failure('missing', folder);
  for (let top = start; ; top = dirname(top)) {
    const entry = join(top, '.git');
    const link = await disk.readFile(entry);
    const directories = await gitDirectoriesAt(link === undefined ? entry : gitLinkTarget(link, top));
    if (directories) return found(directories, top);
    if (link !== undefined) return failure('missing', entry);
    if (await gitDirectoriesAt(top)) return failure('bare', top);
    if (dirname(top) === top) return failure('not-a-repository', folder);
  }
}

async function repositoryAt({ linked, ...directories }: GitDirectories, top: string): Promise<Discovery> {
  const { bare, worktree } = await configOf(directories.gitDirectory, directories.commonDirectory, linked);
  if (bare) return failure('bare', directories.gitDirectory);
  if (worktree === undefined) return { ok: true, repository: { ...directories, workTree: top } };
  const workTree = await realpath(resolve(directories.gitDirectory, worktree)).catch(() => undefined);
  if (workTree === undefined) return failure('missing', worktree);
  return { ok: true, repository: { ...directories, workTree } };
}

/** The shared config is that of the main work tree, until each has a config of its own to outweigh it. */
async function configOf(gitDirectory: string, commonDirectory: string, linked: boolean): Promise<CoreConfig> {
  const read = async (path: string) => parseCoreConfig((await disk.readFile(path)) ?? '');
  const shared = await read(join(commonDirectory, 'config'));
  if (shared.worktreeConfig) return { ...shared, ...(await read(join(gitDirectory, 'config.worktree'))) };
  return linked ? {} : shared;
}
