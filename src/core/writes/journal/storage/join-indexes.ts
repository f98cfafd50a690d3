import { createHash } from 'node:crypto';
import { scan } from './index-file.ts';

/** Where the entry of a path begins; undefined when there is none. */
function entryStart(index: Buffer, oidBytes: number, path: Buffer): number | undefined {
  for (const { names, start, end, at } of scan(index, oidBytes))
    if (names.compare(path, 0, path.length, start, end) === 0) return at;
  return undefined;
}

/**
 * One index of several that say the same and differ in the stat data of their entries: of the first those from the beginning,
 * of each other those from its path on. Undefined when they are not laid out alike.
 */
export function joinIndexes(
  parts: readonly { readonly index: Buffer; readonly from: Buffer }[],
  oidBytes: number,
): Buffer | undefined {
  const [first] = parts;
  if (first === undefined || parts.some(({ index }) => index.length !== first.index.length)) return undefined;
  const starts = parts.map(({ from }, at) => (at === 0 ? 0 : entryStart(first.index, oidBytes, from)));
  if (starts.includes(undefined)) return undefined;
  const body = first.index.length - oidBytes;
  const pieces = parts.map(({ index }, at) => index.subarray(starts[at], starts[at + 1] ?? body));
  // Git leaves it out where it was told to.
  const isHashed = first.index.subarray(body).some(byte => byte !== 0);
  const hash = createHash(oidBytes === 32 ? 'sha256' : 'sha1');
  for (const piece of isHashed ? pieces : []) hash.update(piece);
  return Buffer.concat([...pieces, isHashed ? hash.digest() : Buffer.alloc(oidBytes)]);
}
