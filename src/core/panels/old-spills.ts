import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OLD_MS = 24 * 60 * 60 * 1000;

/** Removes what a window that was killed left in the folder; another may be using the newer files. */
export async function removeOldSpills(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > OLD_MS) await rm(file, { force: true });
  }
}
