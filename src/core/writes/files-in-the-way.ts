import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { mapInBatches } from '../../shared/map-in-batches.ts';
import type { GitReader } from '../git/reader.ts';
import { folderOf, foldersOf, splitRecords } from './journal/storage/byte-names.ts';
import { type FileOnDisk, filesBelow, findFiles, type OnUnreadable } from './journal/storage/disk.ts';

/**
 * Everything on disk that has to make way when files are written at these paths, whatever git calls it: what lies at a
 * path, a file or link where a folder above it has to be, all that is below a folder in its place. Links are not followed.
 */
export async function filesInTheWay(
  workTree: string,
  paths: readonly string[],
  onUnreadable?: OnUnreadable,
): Promise<FileOnDisk[]> {
  const folders = new Set(paths.flatMap(foldersOf));
  const there = await findFiles(workTree, [...new Set([...paths, ...folders])], onUnreadable);
  const written = new Set(paths);
  const inPlace = there.filter(({ path, stats }) => stats.isDirectory() && written.has(path));
  const below = await mapInBatches(inPlace, ({ path }) => filesBelow(workTree, path, onUnreadable), 8);
  const all = [...there.filter(({ stats }) => !stats.isDirectory()), ...below.flat()];
  return [...new Map(all.map(found => [found.path, found])).values()];
}

/** Those of the paths at which there is something that is no folder. */
export const filesAt = async (workTree: string, paths: readonly string[]): Promise<string[]> =>
  (await findFiles(workTree, paths)).filter(({ stats }) => !stats.isDirectory()).map(({ path }) => path);

/**
 * Paths of untracked files at which a merge may write besides those: it puts a file that one side adds to a folder into
 * the folder's new place when the other side has renamed it, so that only the end of its path is known.
 */
export async function renamedPaths(git: GitReader, workTree: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const parts = new Set(paths.flatMap(path => path.split('/')));
  const untracked = splitRecords(await git.readBytes(['ls-files', '-o', '-z', '--directory'], workTree));
  return untracked
    .map(path => path.replace(/\/$/, ''))
    .filter(path => path.includes('/') && parts.has(path.slice(path.lastIndexOf('/') + 1)));
}

/** Files inside the work tree that paths lead to through links which stand in the place of folders. */
export async function filesBehindLinks(workTree: string, paths: readonly string[]): Promise<FileOnDisk[]> {
  const root = await realpath(workTree);
  const folders = new Set(paths.map(folderOf));
  const leads = await mapInBatches([...folders], async folder => {
    const real = await realpath(join(root, folder)).catch(() => undefined);
    const inside = real === undefined ? '..' : relative(root, real).split(sep).join('/');
    return inside === folder || inside.startsWith('..') ? undefined : ([folder, inside] as const);
  });
  const targets = new Map(leads.filter(lead => lead !== undefined));
  const behind = paths.flatMap(path => {
    const folder = targets.get(folderOf(path));
    const name = path.slice(path.lastIndexOf('/') + 1);
    return folder === undefined ? [] : [folder === '' ? name : `${folder}/${name}`];
  });
  return (await findFiles(workTree, behind)).filter(({ stats }) => !stats.isDirectory());
}
