import { createHash } from 'node:crypto';
import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { errorCode, ifMissing, isMissing } from '../../../../shared/file-errors.ts';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { absolutePath, decodeName, folderOf } from './byte-names.ts';
import type { SavedFile } from './entry.ts';
import { forEachInTurns } from './in-turns.ts';

export type HashName = 'sha1' | 'sha256';

/** Large contents whose ids are known, as long as somebody has them: an index is asked about more than once. */
const known = new WeakMap<Buffer, string>();
const LARGE = 1024 * 1024;

export function blobOid(bytes: Buffer, hash: HashName): string {
  const found = known.get(bytes);
  if (found?.length === OID_LENGTH[hash]) return found;
  const oid = objectOid('blob', bytes, hash);
  if (bytes.length >= LARGE) known.set(bytes, oid);
  return oid;
}

export const objectOid = (type: 'blob' | 'tree', bytes: Buffer, hash: HashName): string =>
  createHash(hash).update(headerOf(type, bytes)).update(bytes).digest('hex');

/** The bytes that git puts before those of an object. */
export const headerOf = (type: 'blob' | 'tree', bytes: Buffer): Buffer => Buffer.from(`${type} ${bytes.length}\0`);

const OID_LENGTH: Readonly<Record<HashName, number>> = { sha1: 40, sha256: 64 };

/** The part of what the disk says of a file that the journal needs. */
export type FileStats = Pick<
  Stats,
  'mode' | 'size' | 'ino' | 'ctimeMs' | 'mtimeMs' | 'birthtimeMs' | 'isFile' | 'isDirectory' | 'isSymbolicLink'
>;

/** The same without the rest: a hundred thousand of Node's own, each with four dates, cost more than asking the disk for them. */
class KeptStats implements FileStats {
  readonly mode: number;
  readonly size: number;
  readonly ino: number;
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly birthtimeMs: number;

  constructor({ mode, size, ino, ctimeMs, mtimeMs, birthtimeMs }: Stats) {
    this.mode = mode;
    this.size = size;
    this.ino = ino;
    this.ctimeMs = ctimeMs;
    this.mtimeMs = mtimeMs;
    this.birthtimeMs = birthtimeMs;
  }

  isFile(): boolean {
    return (this.mode & constants.S_IFMT) === constants.S_IFREG;
  }

  isDirectory(): boolean {
    return (this.mode & constants.S_IFMT) === constants.S_IFDIR;
  }

  isSymbolicLink(): boolean {
    return (this.mode & constants.S_IFMT) === constants.S_IFLNK;
  }
}

/** Whether nobody wrote to a file between two looks, as far as its stamps tell. */
export const isSameStats = (one: FileStats, other: FileStats | undefined): boolean =>
  other !== undefined &&
  one.ino === other.ino &&
  one.mode === other.mode &&
  one.size === other.size &&
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs;

/** A file, link or folder at a path, not read yet. */
export interface FileOnDisk {
  readonly path: string;
  readonly location: string | Buffer;
  readonly stats: FileStats;
}

/** Hears of what is there and cannot be read, so that it costs nothing but itself. */
export type OnUnreadable = (path: string) => void;

/** For `catch`: an error of the disk's about a path is told; any other, or one that nobody listens for, is thrown on. */
export const tell =
  <T>(path: string, value: T, onUnreadable: OnUnreadable | undefined) =>
  (error: unknown): T => {
    if (onUnreadable === undefined || errorCode(error) === undefined) throw error;
    if (!isMissing(error)) onUnreadable(path);
    return value;
  };

export const statIfThere = (location: string | Buffer): Promise<Stats | undefined> =>
  lstat(location).catch(ifMissing(undefined));

/** The same for many that are asked for one after another: without a promise for each it takes a tenth of the time. */
const statNow = (location: string | Buffer): Stats | undefined => {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    return ifMissing(undefined)(error);
  }
};

/** Undefined when there is nothing. A link on the way is not followed: what is behind it belongs to somebody else. */
export async function findFile(root: string, path: string): Promise<FileOnDisk | undefined> {
  const location = absolutePath(root, path);
  const stats = await statIfThere(location);
  return stats && createNonFolderFinder(root)(path) === undefined ? { path, location, stats } : undefined;
}

/** What there is in the place of a folder: itself, nothing, or the first on the way to it that is none, be it a file or a link. */
type FolderState = 'there' | 'missing' | { readonly instead: string };

/** Asks the disk once for each folder. */
function createFolderLook(root: string): (folder: string) => FolderState {
  const known = new Map<string, FolderState>();
  const stateOf = (folder: string): FolderState => {
    const found = known.get(folder) ?? (folder === '' ? 'there' : look(folder));
    known.set(folder, found);
    return found;
  };
  const look = (folder: string): FolderState => {
    const around = stateOf(folderOf(folder));
    if (around !== 'there') return around;
    const stats = statNow(absolutePath(root, folder));
    if (stats === undefined) return 'missing';
    return stats.isDirectory() ? 'there' : { instead: folder };
  };
  return stateOf;
}

/** Tells the first folder on the way to a path that is none, be it a file or a link. */
export function createNonFolderFinder(root: string): (path: string) => string | undefined {
  const stateOf = createFolderLook(root);
  return path => {
    const state = stateOf(folderOf(path));
    return typeof state === 'object' ? state.instead : undefined;
  };
}

/** Finds many. Folders are asked for once: below one that is missing there is nothing, as in a sparse work tree. */
export async function findFiles(
  root: string,
  paths: Iterable<string>,
  onUnreadable?: OnUnreadable,
): Promise<FileOnDisk[]> {
  const stateOf = createFolderLook(root);
  const found: FileOnDisk[] = [];
  await forEachInTurns(paths, path => {
    try {
      if (stateOf(folderOf(path)) !== 'there') return;
      const location = absolutePath(root, path);
      const stats = statNow(location);
      if (stats !== undefined) found.push({ path, location, stats: new KeptStats(stats) });
    } catch (error) {
      tell(path, undefined, onUnreadable)(error);
    }
  });
  return found;
}

/** Undefined for what git cannot keep either: sockets, devices, folders with something in them. */
export function kindOf(stats: FileStats): SavedFile['mode'] | undefined {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  if (!stats.isFile()) return undefined;
  return (stats.mode & 0o100) !== 0 ? 'executable' : 'file';
}

export interface FileContent {
  readonly saved: SavedFile;
  readonly bytes: Buffer;
}

/** Reads what was found, as raw bytes. Undefined when it went away meanwhile or is nothing that git could keep. */
export async function readFileOnDisk(
  found: FileOnDisk,
  hash: HashName,
): Promise<FileContent | 'unreadable' | undefined> {
  const mode = kindOf(found.stats);
  const permissions = found.stats.mode & 0o7777;
  if (mode === undefined) return undefined;
  if (mode === 'folder') return { saved: { mode, oid: '', permissions }, bytes: Buffer.alloc(0) };
  const reading = mode === 'link' ? readlink(found.location, 'buffer') : readRegular(found.location);
  let unreadable = false;
  const bytes = await reading.catch(
    tell(found.path, undefined, () => {
      unreadable = true;
    }),
  );
  if (bytes === undefined) return unreadable ? 'unreadable' : undefined;
  const oid = blobOid(bytes, hash);
  return { saved: mode === 'link' ? { mode, oid } : { mode, oid, permissions }, bytes };
}

/** Reads many, a few at a time and never much at once, in their order. */
export async function* readFilesOnDisk(found: readonly FileOnDisk[], hash: HashName) {
  for (let from = 0; from < found.length; ) {
    let bytes = 0;
    let to = from;
    while (to < found.length && (to === from || (to - from < AT_ONCE && bytes < MOST_BYTES))) {
      bytes += found[to]?.stats.size ?? 0;
      to += 1;
    }
    const some = found.slice(from, to);
    const read = await Promise.all(some.map(each => readFileOnDisk(each, hash)));
    for (const [at, each] of some.entries()) yield [each, read[at]] as const;
    from = to;
  }
}

const AT_ONCE = 64;
const MOST_BYTES = 8 * 1024 * 1024;

/** Neither through a link nor from a pipe that somebody put there since: opening one could wait for ever. */
const openRegular = (location: string | Buffer): Promise<FileHandle> =>
  open(location, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

/** Rejects where a file cannot be read, without reading it. What may be opened is known only by opening it. */
export const tryToOpen = async (location: string | Buffer): Promise<void> => (await openRegular(location)).close();

async function readRegular(location: string | Buffer): Promise<Buffer> {
  const file = await openRegular(location);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Everything below a folder: files, links, and folders that are empty or cannot be read. */
export async function filesBelow(root: string, folder: string, onUnreadable?: OnUnreadable): Promise<FileOnDisk[]> {
  const location = absolutePath(root, folder);
  const stats = await statIfThere(location);
  if (!stats?.isDirectory()) return [];
  const listed = await readdir(location, { encoding: 'buffer' }).catch(tell(folder, [], onUnreadable));
  const names = listed.map(name => `${folder}/${decodeName(name)}`);
  if (names.length === 0) return [{ path: folder, location, stats }];
  const inside = await mapInBatches(names, async path => {
    const found = await statIfThere(absolutePath(root, path)).catch(tell(path, undefined, onUnreadable));
    if (found?.isDirectory()) return filesBelow(root, path, onUnreadable);
    return found ? [{ path, location: absolutePath(root, path), stats: found }] : [];
  });
  return inside.flat();
}
