import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
  missing: path => `'${path}' does not exist or leads to no git directory.`,
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
export async function discover(folder: string): Promise<Discovery> {
  const start = await realpath(folder).catch(() => undefined);
  if (start === undefined) return failure('missing', folder);
  for (let place = start; ; place = dirname(place)) {
    const entry = join(place, '.git');
    const link = await disk.readFile(entry);
    const directories = await directoriesOf(link === undefined ? entry : linkTarget(link, place));
    if (directories) return located(directories, place);
    if (link !== undefined) return failure('missing', entry);
    if (await directoriesOf(place)) return failure('bare', place);
    if (dirname(place) === place) return failure('not-a-repository', folder);
  }
}

/** An empty path is one that is nowhere. */
function linkTarget(link: string, place: string): string {
  const target = link.startsWith('gitdir: ') ? trimmed(link.slice('gitdir: '.length)) : '';
  return target === '' ? '' : resolve(place, target);
}

const trimmed = (text: string): string => text.replace(/[\r\n]+$/, '');

interface Directories {
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  readonly linked: boolean;
}

/** Undefined unless the path is a git directory by git's own measure: a HEAD that is one, objects and refs. */
async function directoriesOf(path: string): Promise<Directories | undefined> {
  if (path === '') return undefined;
  const head = await disk.readFile(join(path, 'HEAD'));
  // A HEAD that is a symbolic link names a branch that may not exist yet; git stopped making those long ago.
  if (head === undefined || !/^(?:ref:\s*refs\/|[\da-f]{40})/.test(head)) return undefined;
  const pointer = await disk.readFile(join(path, 'commondir'));
  const common = pointer === undefined ? path : resolve(path, trimmed(pointer));
  const parts = await Promise.all(['objects', 'refs'].map(name => disk.exists(join(common, name))));
  if (parts.includes(false)) return undefined;
  const [gitDirectory, commonDirectory] = await Promise.all([realpath(path), realpath(common)]);
  return { gitDirectory, commonDirectory, linked: pointer !== undefined };
}

async function located({ linked, ...directories }: Directories, place: string): Promise<Discovery> {
  const { bare, worktree } = await configOf(directories.gitDirectory, directories.commonDirectory, linked);
  if (bare) return failure('bare', directories.gitDirectory);
  if (worktree === undefined) return { ok: true, repository: { ...directories, workTree: place } };
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
