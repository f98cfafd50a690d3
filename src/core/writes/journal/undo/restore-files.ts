import { chmod, link, mkdir, rename, rm, rmdir, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ifMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { explainLock } from '../../../git/dead-locks.ts';
import { GitFailure } from '../../../git/reader.ts';
import { absolutePath, encodeName, foldersOf } from '../storage/byte-names.ts';
import { createNonFolderFinder, statIfThere } from '../storage/disk.ts';
import type { SavedFile } from '../storage/entry.ts';
import { forEachInTurns } from '../storage/in-turns.ts';
import { temporaryIn } from '../storage/leftovers.ts';

/** Throws when what was to be a folder on the way is a link: it may lead anywhere. */
export function checkedWay(root: string): (path: string) => void {
  const way = createNonFolderFinder(root);
  return path => {
    const link = way(path);
    if (link !== undefined) throw new GitFailure(`'${link}' is no longer a folder, so '${path}' is left alone.`);
  };
}

export interface FileToWrite {
  readonly path: string;
  readonly saved: SavedFile;
  readonly bytes: Buffer;
}

/** Puts files in place, each whole; `scratchFolder` is a folder of ours, on the same disk if possible. */
export async function writeFiles(root: string, files: readonly FileToWrite[], scratchFolder: string): Promise<void> {
  const check = checkedWay(root);
  await forEachInTurns(files, ({ path }) => check(path));
  for (const folder of new Set(files.flatMap(({ path }) => foldersOf(path))))
    await mkdir(absolutePath(root, folder)).catch(ifNotThere);
  await mapInBatches(files, file => writeWhole(absolutePath(root, file.path), file, scratchFolder), 16);
}

async function writeWhole(
  location: string | Buffer,
  { saved, bytes }: FileToWrite,
  scratchFolder: string,
): Promise<void> {
  const there = await statIfThere(location);
  if (saved.mode === 'folder') {
    if (there && !there.isDirectory()) await unlink(location);
    await mkdir(location).catch(ifNotThere);
    return;
  }
  if (there?.isDirectory()) await rmdir(location);
  const temporary = temporaryIn(scratchFolder);
  await make(temporary, saved, bytes);
  try {
    await rename(temporary, location);
  } catch (error) {
    await rm(temporary, { force: true });
    if (errorCode(error) !== 'EXDEV') throw error;
    const beside = temporaryIn(dirname(location.toString()));
    await make(beside, saved, bytes);
    await rename(beside, location);
  }
}

async function make(temporary: string, { mode, permissions }: SavedFile, bytes: Buffer): Promise<void> {
  if (mode === 'link') return symlink(bytes, temporary);
  const masked = process.umask();
  const wanted = permissions ?? (mode === 'executable' ? 0o777 : 0o666) & ~masked;
  await writeFile(temporary, bytes, { flag: 'wx', mode: wanted & 0o777 });
  if ((wanted & masked) !== 0 || wanted > 0o777) await chmod(temporary, wanted);
}

/** Sets permissions, those of what is inside a folder before its own: it may not be written to afterwards. */
export async function setPermissions(root: string, files: readonly Omit<FileToWrite, 'bytes'>[]): Promise<void> {
  const check = checkedWay(root);
  for (const { path, saved } of files.toSorted((a, b) => b.path.length - a.path.length)) {
    if (saved.permissions === undefined || saved.mode === 'link') continue;
    check(path);
    await chmod(absolutePath(root, path), saved.permissions);
  }
}

const ifNotThere = (error: unknown): void => {
  if (errorCode(error) !== 'EEXIST') throw error;
};

/** Removes files, then those folders that are named too and empty by then. */
export async function removeFiles(root: string, files: readonly string[], folders: readonly string[]): Promise<void> {
  const check = checkedWay(root);
  await forEachInTurns(files, check);
  await mapInBatches(files, path => unlink(absolutePath(root, path)).catch(unlessMissing), 16);
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    check(path);
    await rmdir(absolutePath(root, path)).catch(error => {
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') unlessMissing(error);
    });
  }
}

const unlessMissing = ifMissing(undefined);

/**
 * Puts an index in place as git does, by its lock. The lock is a second name of a file of ours: when this process is
 * killed between the two steps, that tells whose the lock is.
 */
export async function writeIndex(gitDirectory: string, index: Buffer, mtimeMs: number): Promise<void> {
  const temporary = temporaryIn(gitDirectory);
  const lock = join(gitDirectory, 'index.lock');
  await writeFile(temporary, index, { flag: 'wx' });
  try {
    await utimes(temporary, mtimeMs / 1000, mtimeMs / 1000);
    await link(temporary, lock).catch(async error => {
      if (errorCode(error) !== 'EEXIST') throw error;
      const why = await explainLock(lock, [gitDirectory, dirname(gitDirectory)]);
      throw new GitFailure(why ?? 'Another git has just written the index. Undo again.');
    });
    if (index.length > 0) await rename(lock, join(gitDirectory, 'index'));
    else {
      await rm(join(gitDirectory, 'index'), { force: true });
      await rm(lock);
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

export const encodeList = (names: readonly string[]): Buffer => encodeName(names.map(name => `${name}\0`).join(''));
