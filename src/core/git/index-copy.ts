import { copyFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withTemporary } from './temporary.ts';

export const INDEX_PATH = ['rev-parse', '--git-path', 'index'] as const;

/** Lends a private copy of the index to `use`, for reads that insist on refreshing it, and removes it afterwards. */
export async function withIndexCopy<T>(
  folder: string,
  indexPath: string | undefined,
  use: (copy: string) => Promise<T>,
): Promise<T> {
  return withTemporary('index', async home => {
    const copy = join(home, 'index');
    // Without an index (nothing was ever added) git is to find none either.
    if (indexPath !== undefined) await copyRegular(resolve(folder, indexPath), copy).catch(ignoreAbsence);
    return use(copy);
  });
}

/** Anything else that bears the name, such as a pipe nobody writes to, would hold us up for ever. */
async function copyRegular(from: string, to: string): Promise<void> {
  if ((await stat(from)).isFile()) await copyFile(from, to);
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
