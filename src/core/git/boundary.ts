import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../../shared/paths.ts';
import type { Hardening } from '../command/command.ts';

const PATHSPEC_MAGIC = /^:(?:\([^)]*\)|[/!^]+:?)/;

/**
 * The first of a read's paths that leads out of the workspace once symbolic links are followed; undefined when all stay
 * inside. A word that is no file (a revision, a pattern) stands where its nearest existing folder stands.
 */
export async function firstPathOutside(
  { paths, cwd }: Pick<Hardening, 'paths' | 'cwd'>,
  repository: string,
  roots: readonly string[],
): Promise<string | undefined> {
  if (paths.length === 0 && cwd === '') return undefined;
  // From a linked folder `..` leads to the parent of what the link stands for.
  const folder = (await realPath(resolve(repository, cwd))) ?? resolve(repository, cwd);
  // A root that is gone must not count as the folder it was in.
  const realRoots = await Promise.all(roots.map(root => realpath(root).catch(() => undefined)));
  const places: [word: string, place: string][] = paths.flatMap(path => {
    const bare = path.replace(PATHSPEC_MAGIC, '');
    const bases = bare === path ? [] : [repository, folder];
    return [[path, resolve(folder, path)], ...bases.map((base): [string, string] => [path, join(base, bare)])];
  });
  if (cwd !== '') places.unshift([cwd, folder]);
  for (const [word, place] of places) {
    const real = await realPath(place);
    if (real === undefined || !realRoots.some(root => root !== undefined && isWithin(root, real))) return word;
  }
  return undefined;
}

/** Undefined when it cannot be told where the path leads: a dangling or circular link, a folder that cannot be read. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isAbsence(error) || dirname(path) === path || (await isLink(path))) return undefined;
    const folder = await realPath(dirname(path));
    return folder && join(folder, basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    return !isAbsence(error);
  }
}

function isAbsence(error: unknown): boolean {
  // ENAMETOOLONG, and EINVAL or ENOENT for the characters Windows forbids: words that can be no file.
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '');
}
