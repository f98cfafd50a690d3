import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { blobOid, type HashName } from './disk.ts';
import type { Entry } from './entry.ts';
import { freshenLoose, writeLoose } from './loose-objects.ts';
import { freshenPacked } from './pack-index.ts';
import { writeBlobs } from './store.ts';

/** Of smaller contents nobody asks whether they are there, and nobody removes them but git. */
export const LARGE_CONTENT = 64 * 1024;

/** Writes the contents of one entry but for those that are there already, and counts what is new. */
export interface ContentWriter {
  /** Writes one by itself. */
  writeOne(bytes: Buffer, hash: HashName): Promise<void>;
  writeAll(blobs: AsyncIterable<Buffer>, hash: HashName): Promise<void>;
  /** The sum of all that was handed over so far. */
  written(): Promise<Pick<Entry, 'storedBytes' | 'owned'>>;
}

/** `ownedBefore` tells the contents that earlier entries own; it is asked only when one of these may be meant. */
export function createContentWriter(
  git: Git,
  { workTree, commonDirectory }: Pick<Repository, 'workTree' | 'commonDirectory'>,
  ownedBefore: () => Promise<ReadonlySet<string>>,
): ContentWriter {
  const owned = new Set<string>();
  const decisions: Promise<boolean>[] = [];
  let storedBytes = 0;
  /** Whether it has to be written. */
  const decide = async (bytes: Buffer, hash: HashName): Promise<boolean> => {
    const isLarge = bytes.length >= LARGE_CONTENT;
    const oid = isLarge ? blobOid(bytes, hash) : '';
    const isThere =
      isLarge && ((await freshenLoose(commonDirectory, oid)) || (await freshenPacked(commonDirectory, oid)));
    if (isLarge && (!isThere || (await ownedBefore()).has(oid))) owned.add(oid);
    if (!isThere) storedBytes += bytes.length;
    return !isThere;
  };
  const take = (bytes: Buffer, hash: HashName): Promise<boolean> => {
    const decision = decide(bytes, hash);
    if (bytes.length >= LARGE_CONTENT) decisions.push(decision);
    return decision;
  };
  return {
    async writeOne(bytes, hash) {
      if (await take(bytes, hash)) await writeLoose(commonDirectory, 'blob', bytes, hash);
    },
    writeAll: (blobs, hash) => writeBlobs(git, workTree, missing(blobs, hash)),
    async written() {
      await Promise.all(decisions);
      return { storedBytes, owned: [...owned] };
    },
  };

  async function* missing(blobs: AsyncIterable<Buffer>, hash: HashName): AsyncGenerator<Buffer> {
    for await (const bytes of blobs) if (await take(bytes, hash)) yield bytes;
  }
}
