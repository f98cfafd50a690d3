import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, ifMissing } from '../../shared/file-errors.ts';

const KEY_BYTES = 32;

/** Gives a secret of one person on one machine. */
export type KeyFile = () => Promise<Buffer>;

export interface KeyFileOptions {
  readonly folder: string;
  readonly name: string;
  /** What to do about a file that holds no key. */
  readonly damaged: (file: string) => string;
}

/** A key in a file that every door reads and only this person may; made by the first to ask. */
export function createKeyFile({ folder, name, damaged }: KeyFileOptions): KeyFile {
  const file = join(folder, name);
  /** A command may take the file away, as `git clean` does in a home that is a repository: what it did is undone with the same key. */
  let known: Buffer | undefined;
  const read = async (): Promise<Buffer | undefined> => {
    const key = await readFile(file).catch(ifMissing(undefined));
    if (key !== undefined && key.length !== KEY_BYTES) throw new Error(damaged(file));
    return key;
  };
  return async () => {
    known = (await read()) ?? (await makeKey(folder, file, read, known ?? randomBytes(KEY_BYTES)));
    return known;
  };
}

/** Written beside and linked, so that of two processes both have the key of the one that came first, and never a part of it. */
async function makeKey(
  folder: string,
  file: string,
  read: () => Promise<Buffer | undefined>,
  key: Buffer,
): Promise<Buffer> {
  const beside = `${file}-${process.pid}-${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Without the journal's no entry can be undone, so that it outlives a machine that goes down.
  await writeFile(beside, key, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(beside, file).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await flushFolder(folder);
  } finally {
    await rm(beside);
  }
  return (await read()) ?? key;
}

/** Puts the names in a folder on disk; Windows does so by itself. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
