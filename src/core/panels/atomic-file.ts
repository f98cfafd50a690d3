import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const TEMPORARY = /^.+\.[0-9a-f-]{36}\.tmp$/;

/** Longer than any write takes: another window may be in the middle of one. */
const ABANDONED_MS = 60_000;

/** Replaces a file so that at every moment the old or the new content is there whole, whoever is killed. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      // Without it a power cut can leave the new name on an empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes what interrupted writes left; what cannot be removed is tried again next time. */
export async function removeAbandoned(folder: string, names: readonly string[], now: number): Promise<void> {
  for (const name of names.filter(each => TEMPORARY.test(each))) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > ABANDONED_MS) await rm(path, { force: true }).catch(() => {});
  }
}
