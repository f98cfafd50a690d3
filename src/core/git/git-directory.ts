import { lstat, readlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { namesGitDirectory } from '../../shared/git-directory.ts';
import type { NamedPaths } from '../command/command.ts';
import { entriesOf } from './disk.ts';

/**
 * The first of the paths a write names that lies in a git directory once links are followed, or of which that cannot be
 * told; undefined when all stay outside. A path that ends in a slash is a folder in which files of any name are written.
 */
export async function firstPathInGitDirectory(
  { paths, cwd }: NamedPaths,
  repository: string,
): Promise<string | undefined> {
  if (paths.length === 0) return undefined;
  const folder = await followed(resolve(repository, cwd));
  for (const path of paths) {
    if (folder === undefined || (await leadsIntoGit(folder, path))) return path;
    const link = path.endsWith('/') ? await linkIntoGit(resolve(folder, path)) : undefined;
    if (link !== undefined) return join(path, link);
  }
  return undefined;
}

/**
 * True for a folder that git takes for a bare repository although it lies in a work tree: files of the work tree are its
 * config and hooks then, and whoever made them chose what a write there runs.
 */
export async function isEmbeddedRepository(folder: string): Promise<boolean> {
  const real = await followed(folder);
  return real === undefined || (await nearest(real, 'bare')) === 'embedded';
}

async function nearest(folder: string, wanted: 'bare' | 'work tree'): Promise<'embedded' | 'ordinary'> {
  const isWorkTree = await exists(join(folder, '.git'));
  if (wanted === 'work tree' && isWorkTree) return 'embedded';
  if (isWorkTree || namesGitDirectory(basename(folder)) || dirname(folder) === folder) return 'ordinary';
  return nearest(dirname(folder), (await isGitDirectory(folder)) ? 'work tree' : wanted);
}

async function leadsIntoGit(folder: string, path: string): Promise<boolean> {
  // git shortens some paths before it opens them, and others not: `link/..` is where the link leads, or here.
  const asWritten = isAbsolute(path) ? path : `${folder}/${path}`;
  const places = await Promise.all([followed(asWritten), followed(resolve(folder, path))]);
  const inside = await Promise.all(places.map(place => place === undefined || isInGitDirectory(place)));
  return inside.includes(true);
}

/** The name of a link in a folder that leads into a git directory; an empty one when the folder cannot be listed. */
async function linkIntoGit(folder: string): Promise<string | undefined> {
  const entries = await entriesOf(folder);
  if (entries === undefined) return '';
  for (const entry of entries)
    if (entry.isSymbolicLink() && (await leadsIntoGit(folder, entry.name))) return entry.name;
  return undefined;
}

/**
 * Where a file of this path would be written, step by step as the system goes: also behind a link to what is not there yet.
 * Undefined when a folder on the way cannot be looked into.
 */
async function followed(path: string, links = 40): Promise<string | undefined> {
  const { root } = parse(path);
  let at = root;
  for (const name of path.slice(root.length).split(SEPARATOR)) {
    if (name === '' || name === '.') continue;
    const next: string = name === '..' ? dirname(at) : join(at, name);
    const target = await linkTarget(next);
    if (target === undefined) return undefined;
    // Round in circles there is nothing to write to.
    if (target === null || links === 0) at = next;
    else {
      const end = await followed(isAbsolute(target) ? target : `${at}/${target}`, links - 1);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return at;
}
const SEPARATOR = process.platform === 'win32' ? /[\\/]/ : '/';

/** Null for what is no link or not there, undefined when it cannot be told. */
async function linkTarget(path: string): Promise<string | null | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes(code) ? null : undefined;
  }
}

/** By what git itself goes by, nearest first. `child` is the name below the folder that leads to the path. */
async function isInGitDirectory(folder: string, child?: string): Promise<boolean> {
  if (namesGitDirectory(basename(folder))) return true;
  if (await exists(join(folder, '.git'))) return false;
  // A bare repository often holds work trees, or is about to.
  const isGits = child === undefined || GITS_OWN.has(child.toLowerCase());
  if (isGits && (await isGitDirectory(folder))) return true;
  return dirname(folder) === folder ? false : isInGitDirectory(dirname(folder), basename(folder));
}

/** gitrepository-layout(5). */
const GITS_OWN = new Set(
  [
    'branches commondir common config config.worktree description gitdir head hooks index info lfs logs modules objects',
    'packed-refs refs reftable remotes rr-cache shallow svn worktrees',
  ].flatMap(line => line.split(' ')),
);

/** setup.c's is_git_directory(); the folder of a linked work tree has a `commondir` in place of the other two. */
async function isGitDirectory(folder: string): Promise<boolean> {
  const [head, common, objects, refs] = await Promise.all(
    ['HEAD', 'commondir', 'objects', 'refs'].map(name => exists(join(folder, name))),
  );
  return head === true && (common === true || (objects === true && refs === true));
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
