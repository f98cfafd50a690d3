import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../repository/discover.ts';
import { hashOf, oidBytes } from './journal/storage/hash-name.ts';
import { hasUnwatched, isSplit } from './journal/storage/index-file.ts';

/**
 * Whether the index may have files that git was told not to look at (`--assume-unchanged`, `--skip-worktree`). Most often it
 * has none, which the file itself tells sooner than a list of all entries. True where nobody can tell.
 */
export async function mayHaveUnwatched({ gitDirectory, commonDirectory }: Repository): Promise<boolean> {
  try {
    const [index, hash] = await Promise.all([readFile(join(gitDirectory, 'index')), hashOf(commonDirectory)]);
    return isSplit(index) || hasUnwatched(index, oidBytes(hash));
  } catch {
    // Whatever is the matter with it, git says so when it is asked.
    return true;
  }
}
