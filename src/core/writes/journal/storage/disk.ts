import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { decodeName, folderOf, placeOf } from './byte-names.ts';
import type { SavedFile } from './entry.ts';

export type HashName = 'sha1' | 'sha256';

export const blobOid = (bytes: Buffer, hash: HashName): string =>
  createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** A file, link or folder at a path, not read yet. */
export interface Found {
  readonly path: string;
  readonly place: string | Buffer;
  readonly stats: Stats;
}

export const lookAt = (place: string | Buffer): Promise<Stats | undefined> => lstat(place).catch(ifMissing(undefined));

/** Undefined when there is nothing. A link on the way is not followed: what is behind it belongs to somebody else. */
export async function find(root: string, path: string): Promise<Found | undefined> {
  const place = placeOf(root, path);
  const stats = await lookAt(place);
  return stats && (await createWay(root)(path)) === undefined ? { path, place, stats } : undefined;
}

/** Tells the first folder on the way to a path that is none, be it a file or a link. It asks the disk once for each folder. */
export function createWay(root: string): (path: string) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>();
  const way = async (path: string): Promise<string | undefined> => {
    const folder = folderOf(path);
    if (folder === '') return undefined;
    const found = known.get(folder) ?? look(folder);
    known.set(folder, found);
    return found;
  };
  const look = async (folder: string): Promise<string | undefined> => {
    const stats = await lookAt(placeOf(root, folder));
    return (await way(folder)) ?? (stats && !stats.isDirectory() ? folder : undefined);
  };
  return way;
}

/** Finds many; folders that are missing are asked for once, as a sparse work tree has many files that are not there. */
export async function findAll(root: string, paths: readonly string[]): Promise<Found[]> {
  const missing = new Set<string>();
  const way = createWay(root);
  const look = async (path: string): Promise<Found | undefined> => {
    const folder = folderOf(path);
    if (missing.has(folder)) return undefined;
    const place = placeOf(root, path);
    const stats = await lookAt(place);
    if (stats !== undefined) return (await way(path)) === undefined ? { path, place, stats } : undefined;
    if (folder !== '' && (await lookAt(placeOf(root, folder))) === undefined) missing.add(folder);
    return undefined;
  };
  return (await mapInBatches(paths, look)).filter(found => found !== undefined);
}

/** Undefined for what git cannot keep either: sockets, devices, folders with something in them. */
export function kindOf(stats: Stats): SavedFile['mode'] | undefined {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) return undefined;
  return (stats.mode & 0o100) !== 0 ? 'executable' : 'file';
}

/** Reads what was found, as raw bytes. Undefined when it went away or became something else meanwhile. */
export async function readFound(
  found: Found,
  hash: HashName,
): Promise<{ saved: SavedFile; bytes: Buffer } | undefined> {
  const mode = kindOf(found.stats);
  const permissions = found.stats.mode & 0o7777;
  if (mode === undefined) return undefined;
  if (mode === 'folder') return { saved: { mode, oid: '', permissions }, bytes: Buffer.alloc(0) };
  const reading = mode === 'link' ? readlink(found.place, 'buffer') : readRegular(found.place);
  const bytes = await reading.catch(ifMissing(undefined));
  if (bytes === undefined) return undefined;
  const oid = blobOid(bytes, hash);
  return { saved: mode === 'link' ? { mode, oid } : { mode, oid, permissions }, bytes };
}

/** Reads many, a few at a time and never much at once, in their order. */
export async function* readMany(found: readonly Found[], hash: HashName) {
  for (let from = 0; from < found.length; ) {
    let bytes = 0;
    let to = from;
    while (to < found.length && (to === from || (to - from < AT_ONCE && bytes < MOST_BYTES))) {
      bytes += found[to]?.stats.size ?? 0;
      to += 1;
    }
    const some = found.slice(from, to);
    const read = await Promise.all(some.map(each => readFound(each, hash)));
    for (const [at, each] of some.entries()) yield [each, read[at]] as const;
    from = to;
  }
}

const AT_ONCE = 64;
const MOST_BYTES = 8 * 1024 * 1024;

/** Neither through a link nor from a pipe that somebody put there since: opening one could wait for ever. */
async function readRegular(place: string | Buffer): Promise<Buffer> {
  const file = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Everything below a folder: files, links and empty folders. */
export async function walk(root: string, folder: string): Promise<Found[]> {
  const place = placeOf(root, folder);
  const stats = await lookAt(place);
  if (!stats?.isDirectory()) return [];
  const names = (await readdir(place, { encoding: 'buffer' })).map(name => `${folder}/${decodeName(name)}`);
  if (names.length === 0) return [{ path: folder, place, stats }];
  const inside = await mapInBatches(names, async path => {
    const found = await lookAt(placeOf(root, path));
    if (found?.isDirectory()) return walk(root, path);
    return found ? [{ path, place: placeOf(root, path), stats: found }] : [];
  });
  return inside.flat();
}
