import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, rename, rm, rmdir, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { find, linkOnTheWay } from './disk.ts';
import type { SavedFile } from './entry.ts';
import { GitFailure, isMissing } from './git.ts';
import { encodeName, foldersOf, placeOf } from './names.ts';

/** Names of ours in a git directory begin so, then comes the id of the process: whoever finds one knows whether it is needed. */
export const TEMPORARY = 'sluice-undo-';

export const temporaryIn = (folder: string): string => join(folder, `${TEMPORARY}${process.pid}-${randomUUID()}`);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Throws when what was to be a folder on the way is a link: it may lead anywhere. */
async function checkWay(root: string, path: string): Promise<void> {
  const link = await linkOnTheWay(root, path);
  if (link !== undefined) throw new GitFailure(`'${link}' is no folder any more, so '${path}' is left alone.`);
}

/** Puts a file in place whole; `workshop` is a folder of ours, on the same disk if possible. */
export async function putFile(
  root: string,
  path: string,
  saved: SavedFile,
  bytes: Buffer,
  workshop: string,
): Promise<void> {
  await checkWay(root, path);
  const place = placeOf(root, path);
  for (const folder of foldersOf(path)) await mkdir(placeOf(root, folder)).catch(ifNotThere);
  const there = await find(root, path);
  if (saved.mode === 'folder') {
    if (there && !there.stats.isDirectory()) await unlink(place);
    await mkdir(place).catch(ifNotThere);
    if (saved.permissions !== undefined) await chmod(place, saved.permissions & 0o777);
    return;
  }
  if (there?.stats.isDirectory()) await rmdir(place);
  const make = async (temporary: string) => {
    if (saved.mode === 'link') return symlink(bytes, temporary);
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
    const usual = 0o666 & ~process.umask();
    await chmod(
      temporary,
      saved.permissions ?? (saved.mode === 'executable' ? usual | (0o111 & ~process.umask()) : usual),
    );
  };
  const temporary = temporaryIn(workshop);
  await make(temporary);
  try {
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    if (codeOf(error) !== 'EXDEV') throw error;
    const beside = temporaryIn(dirname(place.toString()));
    await make(beside);
    await rename(beside, place);
  }
}

const ifNotThere = (error: unknown): void => {
  if (codeOf(error) !== 'EEXIST') throw error;
};

/** Removes files, then those folders that are named too and empty by then. */
export async function removeFiles(root: string, files: readonly string[], folders: readonly string[]): Promise<void> {
  for (const path of files) {
    await checkWay(root, path);
    await unlink(placeOf(root, path)).catch(error => {
      if (!isMissing(error)) throw error;
    });
  }
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    await checkWay(root, path);
    await rmdir(placeOf(root, path)).catch(error => {
      if (!isMissing(error) && codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

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
      if (codeOf(error) !== 'EEXIST') throw error;
      throw new GitFailure(`Another git process works on the index. If there is none, remove '${lock}'.`);
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
