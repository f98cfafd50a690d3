import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';

/** Names of ours in a git directory begin so, then comes the id of the process: whoever finds one knows whether it is needed. */
const TEMPORARY = 'sluice-undo-';

export const temporaryIn = (folder: string): string => join(folder, `${TEMPORARY}${process.pid}-${randomUUID()}`);

export const isLeftover = (name: string): boolean => name.startsWith(TEMPORARY);

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is one all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the files of a process that was killed from a git directory, its lock on the index too. */
export async function removeLeftovers(gitDirectory: string): Promise<void> {
  const names = await readdir(gitDirectory).catch(ifMissing([]));
  const lock = join(gitDirectory, 'index.lock');
  for (const name of names.filter(isLeftover)) {
    const pid = Number.parseInt(name.slice(TEMPORARY.length), 10);
    if (isAlive(pid)) continue;
    const inode = await inodeOf(join(gitDirectory, name));
    if (inode !== undefined && inode === (await inodeOf(lock))) await rm(lock);
    await rm(join(gitDirectory, name), { recursive: true, force: true });
  }
}

const inodeOf = (path: string): Promise<bigint | undefined> =>
  lstat(path, { bigint: true }).then(({ ino }) => ino, ifMissing(undefined));
