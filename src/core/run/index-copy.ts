import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const INDEX_PATH = ['rev-parse', '--git-path', 'index'] as const;

/** Lends a private copy of the index to `use`, for reads that insist on refreshing it, and removes it afterwards. */
export async function withIndexCopy<T>(
  folder: string,
  indexPath: string | undefined,
  use: (copy: string) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'sluice-index-'));
  try {
    const copy = join(home, 'index');
    // Without an index (nothing was ever added) git is to find none either.
    if (indexPath !== undefined) await copyRegular(resolve(folder, indexPath), copy).catch(ignoreAbsence);
    return await use(copy);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Anything else that bears the name, such as a pipe nobody writes to, would hold us up for ever. */
async function copyRegular(from: string, to: string): Promise<void> {
  if ((await stat(from)).isFile()) await copyFile(from, to);
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
