import { lstat, mkdir } from 'node:fs/promises';
import { ifMissing } from '../../shared/file-errors.ts';

/**
 * Whether nobody but this person can put anything into a folder, or read what is there. Windows keeps no such marks: there
 * the folder lies in the person's own profile, and the key of the registry is the guard.
 */
export async function isPrivateFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(ifMissing(undefined));
  if (found === undefined || !found.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** Makes a folder that is private; false when there is one already that is not. */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return isPrivateFolder(folder);
}
