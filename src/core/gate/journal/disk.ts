import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import type { SavedFile } from './entry.ts';
import { isMissing, mapSome } from './git.ts';
import { decodeName, foldersOf, placeOf } from './names.ts';

export type HashName = 'sha1' | 'sha256';

export const blobOid = (bytes: Buffer, hash: HashName): string =>
  createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** What lies at a path, not read yet. */
export interface Found {
  readonly path: string;
  readonly place: string | Buffer;
  readonly stats: Stats;
}

/** Undefined when there is nothing. A link on the way is not followed: what is behind it belongs to somebody else. */
export async function find(root: string, path: string): Promise<Found | undefined> {
  const place = placeOf(root, path);
  try {
    const stats = await lstat(place);
    if (path.includes('/') && (await linkOnTheWay(root, path))) return undefined;
    return { path, place, stats };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The first folder of a path that is not one; undefined when all that are there are folders. */
export async function linkOnTheWay(root: string, path: string): Promise<string | undefined> {
  for (const folder of foldersOf(path)) {
    const stats = await lstat(placeOf(root, folder)).catch(error => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats === undefined) return undefined;
    if (!stats.isDirectory()) return folder;
  }
  return undefined;
}

/** Finds many; folders that are missing are asked for once, as a sparse work tree has many files that are not there. */
export async function findAll(root: string, paths: readonly string[]): Promise<Found[]> {
  const missing = new Set<string>();
  const links = new Map<string, boolean>();
  const look = async (path: string): Promise<Found | undefined> => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (missing.has(folder)) return undefined;
    const place = placeOf(root, path);
    const stats = await lstat(place).catch(error => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (stats === undefined) {
      if (folder !== '' && !(await lstat(placeOf(root, folder)).catch(() => undefined))) missing.add(folder);
      return undefined;
    }
    if (folder !== '' && !links.has(folder)) links.set(folder, (await linkOnTheWay(root, path)) !== undefined);
    return links.get(folder) ? undefined : { path, place, stats };
  };
  return (await mapSome(paths, look)).filter(found => found !== undefined);
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
  try {
    const bytes = mode === 'link' ? await readlink(found.place, 'buffer') : await readRegular(found.place);
    const oid = blobOid(bytes, hash);
    return { saved: mode === 'link' ? { mode, oid } : { mode, oid, permissions }, bytes };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

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
  const names = await readdir(placeOf(root, folder), { encoding: 'buffer', withFileTypes: true }).catch(error => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (names === undefined) return [];
  if (names.length === 0) return (await find(root, folder).then(found => (found ? [found] : []))) ?? [];
  const inside = await mapSome(names, async entry => {
    const path = `${folder}/${decodeName(entry.name as unknown as Buffer)}`;
    if (entry.isDirectory()) return walk(root, path);
    const found = await find(root, path);
    return found ? [found] : [];
  });
  return inside.flat();
}
