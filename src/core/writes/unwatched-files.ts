import type { Repository } from '../repository/discover.ts';
import { findFile } from './journal/storage/disk.ts';
import { hashOf, oidBytes } from './journal/storage/hash-name.ts';
import { hasUnwatched, isSplit } from './journal/storage/index-file.ts';
import { readIndexFile } from './journal/storage/read-index.ts';

/**
 * Whether the index may have files that git was told not to look at (`--assume-unchanged`, `--skip-worktree`). Most often it
 * has none, which the file itself tells sooner than a list of all entries. True where nobody can tell.
 */
export async function mayHaveUnwatched({ gitDirectory, commonDirectory }: Repository): Promise<boolean> {
  try {
    const [found, hash] = await Promise.all([findFile(gitDirectory, 'index'), hashOf(commonDirectory)]);
    const bytes = oidBytes(hash);
    const index = found && (await readIndexFile(found, bytes));
    return index === undefined || isSplit(index, bytes) || hasUnwatched(index, bytes);
  } catch {
    // Whatever is the matter with it, git says so when it is asked.
    return true;
  }
}
