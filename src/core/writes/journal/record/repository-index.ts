import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporary } from '../../../git/temporary.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { type FileOnDisk, findFile, type HashName } from '../storage/disk.ts';
import { hashOf, oidBytes } from '../storage/hash-name.ts';
import { isSplit } from '../storage/index-file.ts';
import { readIndexFile } from '../storage/read-index.ts';
import { stateRoot } from '../storage/state-names.ts';

/** The index of a repository; empty where there is none. */
export interface OwnIndex {
  readonly index: Buffer;
  readonly indexMtimeMs: number | null;
}

const EMPTY = Buffer.alloc(0);

/** The index of a repository, and nothing else of it but its hash. */
export async function readOwnIndex(git: Git, repository: Repository): Promise<OwnIndex & { readonly hash: HashName }> {
  const hash = await hashOf(repository.commonDirectory);
  return { ...(await readIndex(git, repository, hash)), hash };
}

/** Rounded down: git then trusts less of what the index says, never more. */
const mtimeOf = ({ stats }: FileOnDisk): number => Math.floor(stats.mtimeMs);

export async function readIndex(git: Git, repository: Repository, hash: HashName): Promise<OwnIndex> {
  const found = await findFile(stateRoot('index', repository), 'index');
  if (found === undefined) return { index: EMPTY, indexMtimeMs: null };
  const bytes = oidBytes(hash);
  const read = await readIndexFile(found, bytes);
  const indexMtimeMs = mtimeOf(found);
  return { index: isSplit(read, bytes) ? await joined(git, repository, read, indexMtimeMs) : read, indexMtimeMs };
}

/** A split index in one piece: its other file may be gone when this one is wanted again. Git is given a copy, so that the one in use stays as it is. */
async function joined(git: Git, { workTree }: Repository, index: Buffer, mtimeMs: number): Promise<Buffer> {
  return withCopy(index, mtimeMs, async indexFile => {
    await git.write(['update-index', '--no-split-index', '--force-write-index'], workTree, { indexFile });
    return readFile(indexFile);
  });
}

/** Lends a copy of an index that git may write. */
export async function withCopy<T>(index: Buffer, mtimeMs: number, use: (file: string) => Promise<T>): Promise<T> {
  return withTemporary('index', async folder => {
    const file = join(folder, 'index');
    await writeFile(file, index);
    await utimes(file, mtimeMs / 1000, mtimeMs / 1000);
    return use(file);
  });
}
