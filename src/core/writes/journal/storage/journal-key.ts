import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, ifMissing } from '../../../../shared/file-errors.ts';

const KEY_BYTES = 32;

/** Gives the secret that entries of the journal are sealed with. */
export type JournalKey = () => Promise<Buffer>;

/** The key of one person on one machine, in a file that every door reads; made by the first to ask. */
export function createJournalKey(folder: string): JournalKey {
  const file = join(folder, 'journal-key');
  /** A command may take the file away, as `git clean` does in a home that is a repository: what it did is undone with the same key. */
  let known: Buffer | undefined;
  return async () => {
    known = (await readKey(file)) ?? (await makeKey(folder, file, known ?? randomBytes(KEY_BYTES)));
    return known;
  };
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const key = await readFile(file).catch(ifMissing(undefined));
  if (key !== undefined && key.length !== KEY_BYTES)
    throw new Error(`The key of the journal is damaged. Delete '${file}'; entries made with it cannot be undone then.`);
  return key;
}

/** Written beside and linked, so that of two processes both have the key of the one that came first, and never a part of it. */
async function makeKey(folder: string, file: string, key: Buffer): Promise<Buffer> {
  const beside = join(folder, `journal-key-${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Without it no entry can be undone, so that it outlives a machine that goes down.
  await writeFile(beside, key, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(beside, file).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await flushFolder(folder);
  } finally {
    await rm(beside);
  }
  return (await readKey(file)) ?? key;
}

/** Puts the names in a folder on disk; Windows does so by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
