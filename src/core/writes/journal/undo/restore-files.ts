import { chmod, link, mkdir, rename, rm, rmdir, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ifMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { GitFailure } from '../../../git/reader.ts';
import { encodeName, foldersOf, placeOf } from '../storage/byte-names.ts';
import { createWay, lookAt } from '../storage/disk.ts';
import type { SavedFile } from '../storage/entry.ts';
import { temporaryIn } from '../storage/leftovers.ts';

/** Throws when what was to be a folder on the way is a link: it may lead anywhere. */
function checkedWay(root: string): (path: string) => Promise<void> {
  const way = createWay(root);
  return async path => {
    const link = await way(path);
    if (link !== undefined) throw new GitFailure(`'${link}' is not a folder any more, so '${path}' is left alone.`);
  };
}

export interface Put {
  readonly path: string;
  readonly saved: SavedFile;
  readonly bytes: Buffer;
}

/** Puts files in place, each whole; `workshop` is a folder of ours, on the same disk if possible. */
export async function putFiles(root: string, files: readonly Put[], workshop: string): Promise<void> {
  const check = checkedWay(root);
  for (const { path } of files) await check(path);
  for (const folder of new Set(files.flatMap(({ path }) => foldersOf(path))))
    await mkdir(placeOf(root, folder)).catch(ifNotThere);
  await mapInBatches(files, file => putFile(placeOf(root, file.path), file, workshop), 16);
}

async function putFile(place: string | Buffer, { saved, bytes }: Put, workshop: string): Promise<void> {
  const there = await lookAt(place);
  if (saved.mode === 'folder') {
    if (there && !there.isDirectory()) await unlink(place);
    await mkdir(place).catch(ifNotThere);
    if (saved.permissions !== undefined) await chmod(place, saved.permissions & 0o777);
    return;
  }
  if (there?.isDirectory()) await rmdir(place);
  const temporary = temporaryIn(workshop);
  await make(temporary, saved, bytes);
  try {
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    if (errorCode(error) !== 'EXDEV') throw error;
    const beside = temporaryIn(dirname(place.toString()));
    await make(beside, saved, bytes);
    await rename(beside, place);
  }
}

async function make(temporary: string, { mode, permissions }: SavedFile, bytes: Buffer): Promise<void> {
  if (mode === 'link') return symlink(bytes, temporary);
  const masked = process.umask();
  const wanted = permissions ?? (mode === 'executable' ? 0o777 : 0o666) & ~masked;
  await writeFile(temporary, bytes, { flag: 'wx', mode: wanted & 0o777 });
  if ((wanted & masked) !== 0 || wanted > 0o777) await chmod(temporary, wanted);
}

const ifNotThere = (error: unknown): void => {
  if (errorCode(error) !== 'EEXIST') throw error;
};

/** Removes files, then those folders that are named too and empty by then. */
export async function removeFiles(root: string, files: readonly string[], folders: readonly string[]): Promise<void> {
  const check = checkedWay(root);
  for (const path of files) await check(path);
  await mapInBatches(files, path => unlink(placeOf(root, path)).catch(unlessMissing), 16);
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    await check(path);
    await rmdir(placeOf(root, path)).catch(error => {
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') unlessMissing(error);
    });
  }
}

const unlessMissing = ifMissing(undefined);

/**
 * Puts an index in place as git does, by its lock. The lock is a second name of a file of ours: when this process is
 * killed between the two steps, that tells whose the lock is.
 */
export async function putIndex(gitDirectory: string, index: Buffer, mtimeMs: number): Promise<void> {
  const temporary = temporaryIn(gitDirectory);
  const lock = join(gitDirectory, 'index.lock');
  await writeFile(temporary, index, { flag: 'wx' });
  try {
    await utimes(temporary, mtimeMs / 1000, mtimeMs / 1000);
    await link(temporary, lock).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error;
      throw new GitFailure(`Another git process is using the index. If there is none, delete '${lock}'.`);
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

export const encodeList = (names: readonly string[]): Buffer =>
  Buffer.concat(names.flatMap(name => [encodeName(name), Buffer.of(0)]));
