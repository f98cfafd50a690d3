import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { namesGitDirectory } from '../../../../shared/git-directory.ts';
import type { NamedPath } from '../../snapshot-scope.ts';
import { type FileOnDisk, statIfThere } from '../storage/disk.ts';

/** Files that a command names, by their real absolute paths: what is there, or null. */
export type NamedFiles = ReadonlyMap<string, FileOnDisk | null>;

/** More files than these a folder is not looked through for: nobody keeps patches of so many commits in one. */
const MOST_FILES = 5000;

/** Looks for files that a command line names, wherever they are; never in a git directory. */
export async function findNamed(named: readonly NamedPath[]): Promise<NamedFiles> {
  const found = await Promise.all(
    named.map(async ({ path, kind, endings = [] }) => {
      const real = await realTarget(path);
      if (kind === 'file') return [real];
      const names = await readdir(real).catch(ifMissing([]));
      const wanted = names.filter(name => endings.length === 0 || endings.some(ending => name.endsWith(ending)));
      return [...(endings.length === 0 ? [real] : []), ...wanted.slice(0, MOST_FILES).map(name => join(real, name))];
    }),
  );
  const paths = [...new Set(found.flat())].filter(path => !namesGitDirectory(path));
  return new Map(
    await Promise.all(
      paths.map(async path => {
        const stats = await statIfThere(path);
        return [path, stats ? { path, location: path, stats } : null] as const;
      }),
    ),
  );
}

/** Git writes through links: the file behind them is the one that changes. */
export const realTarget = (path: string): Promise<string> =>
  realpath(path).catch(async error => {
    ifMissing(undefined)(error);
    return dirname(path) === path ? path : join(await realTarget(dirname(path)), basename(path));
  });
