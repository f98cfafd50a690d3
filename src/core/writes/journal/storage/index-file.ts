import { decodeName, encodeName } from './byte-names.ts';

/** One entry of an index; a path in conflict has one for each side. */
export interface IndexEntry {
  readonly path: string;
  /** Octal, as git prints it. */
  readonly mode: string;
  readonly oid: string;
  readonly stage: number;
  /** The file is left out of a sparse work tree. */
  readonly skipped: boolean;
}

/** The signature, the version and the number of entries. */
const HEADER = 12;
const ASSUMED = 0x8000;
const EXTENDED = 0x4000;
const STAGE = 0x3000;
const LONG_NAME = 0x0fff;
const SKIPPED = 0x4000;
const INTENDED = 0x2000;
const SUBMODULE = 0o160000;
const KIND = 0o170000;
const REGULAR = 0o100000;
/** Where the mode and the object id are in an entry, after times and device numbers. */
export const MODE_AT = 24;
export const OID_AT = 40;

/** A place in an index file. It moves on rather than being made anew: there may be a hundred thousand entries. */
export interface Cursor {
  readonly index: Buffer;
  readonly oidBytes: number;
  readonly version: number;
  /** How many entries come after this one. */
  left: number;
  at: number;
  /** Where the next entry is. */
  next: number;
  flags: number;
  extended: number;
  /** The path is these bytes of `names`. */
  names: Buffer;
  start: number;
  end: number;
}

/** A cursor before the first entry of an index file of version 2 to 4. */
export function openIndex(index: Buffer, oidBytes: number): Cursor {
  const isEmpty = index.length < HEADER;
  const version = isEmpty ? 2 : index.readUInt32BE(4);
  if (!isEmpty && (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4))
    throw new Error('The index is in a format that Sluice does not know.');
  const left = isEmpty ? 0 : index.readUInt32BE(8);
  const place = { at: HEADER, next: HEADER, flags: 0, extended: 0, names: index, start: 0, end: 0 };
  return { index, oidBytes, version, left, ...place };
}

/** Moves on to the next entry; false when there is none. */
export function advance(cursor: Cursor): boolean {
  if (cursor.left === 0) return false;
  const { index } = cursor;
  cursor.left -= 1;
  cursor.at = cursor.next;
  const flagsAt = cursor.at + OID_AT + cursor.oidBytes;
  cursor.flags = index.readUInt16BE(flagsAt);
  const long = (cursor.flags & EXTENDED) !== 0;
  cursor.extended = long ? index.readUInt16BE(flagsAt + 2) : 0;
  const pathAt = flagsAt + (long ? 4 : 2);
  cursor.next = cursor.version === 4 ? readSuffix(cursor, pathAt) : readPath(cursor, pathAt);
  return true;
}

/**
 * Reads an index file. `git ls-files` would do, but cannot tell a file that is only intended from an empty one, and costs a
 * process each time two moments are compared.
 */
export function* scan(index: Buffer, oidBytes: number): Generator<Cursor, undefined> {
  const cursor = openIndex(index, oidBytes);
  while (advance(cursor)) yield cursor;
}

/** Sets the path and answers where the next entry is: they are filled up with NUL to a multiple of eight. */
function readPath(cursor: Cursor, pathAt: number): number {
  const length = cursor.flags & LONG_NAME;
  cursor.start = pathAt;
  cursor.end = length < LONG_NAME ? pathAt + length : cursor.index.indexOf(0, pathAt);
  return cursor.at + (Math.floor((cursor.end - cursor.at) / 8) + 1) * 8;
}

/** The same in version 4, where a path is what it does not share with the one before it. */
function readSuffix(cursor: Cursor, pathAt: number): number {
  const [strip, suffixAt] = variableLength(cursor.index, pathAt);
  const end = cursor.index.indexOf(0, suffixAt);
  const kept = cursor.start === cursor.end ? Buffer.alloc(0) : cursor.names.subarray(0, cursor.end - strip);
  cursor.names = Buffer.concat([kept, cursor.index.subarray(suffixAt, end)]);
  cursor.start = 0;
  cursor.end = cursor.names.length;
  return end + 1;
}

/** The number at a place, as git packs them, and where the next byte is. */
function variableLength(bytes: Buffer, start: number): [number, number] {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return [value, at];
}

export const pathOf = ({ names, start, end }: Cursor): string => decodeName(names.subarray(start, end));
export const flagsOf = ({ flags, extended }: Cursor): number =>
  ((flags & (ASSUMED | STAGE)) << 16) | (extended & (SKIPPED | INTENDED));

const octal = (mode: number): string => mode.toString(8).padStart(6, '0');
/** The modes that nearly all entries have, as git prints them. */
const MODE_NAMES = new Map([REGULAR + 0o644, REGULAR + 0o755, 0o120000, SUBMODULE].map(mode => [mode, octal(mode)]));

function entryOf(cursor: Cursor, path = pathOf(cursor)): IndexEntry {
  const { index, at, flags, extended, oidBytes } = cursor;
  const mode = index.readUInt32BE(at + MODE_AT);
  return {
    path,
    mode: MODE_NAMES.get(mode) ?? octal(mode),
    oid: index.toString('hex', at + OID_AT, at + OID_AT + oidBytes),
    stage: (flags & STAGE) >> 12,
    skipped: (extended & SKIPPED) !== 0,
  };
}

function select(index: Buffer, oidBytes: number, wanted: (cursor: Cursor) => boolean): IndexEntry[] {
  const found: IndexEntry[] = [];
  for (const cursor of scan(index, oidBytes)) if (wanted(cursor)) found.push(entryOf(cursor));
  return found;
}

const isSubmodule = ({ index, at }: Cursor): boolean => index.readUInt32BE(at + MODE_AT) === SUBMODULE;
const isUnwatched = ({ flags, extended }: Cursor): boolean => (flags & ASSUMED) !== 0 || (extended & SKIPPED) !== 0;
const isIntended = ({ extended }: Cursor): boolean => (extended & INTENDED) !== 0;
const isInConflict = ({ flags }: Cursor): boolean => (flags & STAGE) !== 0;

/** The way about in an index, and which entries it has of which most have none. */
interface Layout {
  /** Where entries begin; none in version 4, where no path stands by itself. */
  readonly starts: Uint32Array;
  readonly isSplit: boolean;
  readonly hasSubmodules: boolean;
  readonly hasUnwatched: boolean;
  readonly hasConflicts: boolean;
}

const layouts = new WeakMap<Buffer, Layout>();

/** Found in one pass and kept as long as somebody has the index: a write asks ten times. */
function layoutOf(index: Buffer, oidBytes: number): Layout {
  const known = layouts.get(index);
  if (known !== undefined) return known;
  const cursor = openIndex(index, oidBytes);
  // The file may say that there are more than it has room for.
  const starts = new Uint32Array(cursor.version === 4 ? 0 : Math.min(cursor.left, index.length / OID_AT));
  let [count, hasSubmodules, hasUnwatched, hasConflicts] = [0, false, false, false];
  while (advance(cursor)) {
    starts[count++] = cursor.at;
    hasSubmodules ||= isSubmodule(cursor);
    hasUnwatched ||= isUnwatched(cursor);
    hasConflicts ||= isInConflict(cursor);
  }
  const layout = { starts, isSplit: hasLink(cursor), hasSubmodules, hasUnwatched, hasConflicts };
  layouts.set(index, layout);
  return layout;
}

/** Whether one of the extensions that follow the last entry names another file. */
function hasLink({ index, oidBytes, next }: Cursor): boolean {
  for (let at = next; at + 8 <= index.length - oidBytes; at += 8 + index.readUInt32BE(at + 4))
    if (index.toString('latin1', at, at + 4) === 'link') return true;
  return false;
}

export const submodulesIn = (index: Buffer, oidBytes: number): IndexEntry[] =>
  layoutOf(index, oidBytes).hasSubmodules ? select(index, oidBytes, isSubmodule) : [];

/** Files git was told not to look at. */
export const unwatchedIn = (index: Buffer, oidBytes: number): IndexEntry[] =>
  hasUnwatched(index, oidBytes) ? select(index, oidBytes, isUnwatched) : [];

/** Whether there are any such. */
export const hasUnwatched = (index: Buffer, oidBytes: number): boolean => layoutOf(index, oidBytes).hasUnwatched;

/** Most of such an index is in another file. */
export const isSplit = (index: Buffer, oidBytes: number): boolean => layoutOf(index, oidBytes).isSplit;

/** Entries that git has an object for: submodules and what is only meant to be added are not among them. */
export const contentsIn = (index: Buffer, oidBytes: number): IndexEntry[] => select(index, oidBytes, hasContent);

/** Of these the sides of paths in conflict. */
export const conflictsIn = (index: Buffer, oidBytes: number): IndexEntry[] =>
  layoutOf(index, oidBytes).hasConflicts
    ? select(index, oidBytes, cursor => isInConflict(cursor) && hasContent(cursor))
    : [];

const hasContent = (cursor: Cursor): boolean => !isIntended(cursor) && !isSubmodule(cursor);

/** A file that is no link, with the one permission that git keeps. */
export interface RegularFile {
  readonly path: string;
  readonly executable: boolean;
}

/** All of them, or those of some paths. */
export function regularFilesIn(index: Buffer, oidBytes: number, paths: ReadonlySet<string> | null): RegularFile[] {
  const files: RegularFile[] = [];
  if (paths !== null) {
    for (const { path, mode } of entriesAt(index, oidBytes, paths).values())
      if (mode.startsWith('100')) files.push({ path, executable: mode !== '100644' });
    return files;
  }
  for (const cursor of scan(index, oidBytes)) {
    const mode = index.readUInt32BE(cursor.at + MODE_AT);
    if ((mode & KIND) === REGULAR) files.push({ path: pathOf(cursor), executable: mode !== REGULAR + 0o644 });
  }
  return files;
}

/** Every path, as often as it is there. */
export function pathsIn(index: Buffer, oidBytes: number): string[] {
  const paths: string[] = [];
  for (const cursor of scan(index, oidBytes)) paths.push(pathOf(cursor));
  return paths;
}

/** Those of some paths that an index has. */
export function pathsKnown(index: Buffer, oidBytes: number, paths: Iterable<string>): Set<string> {
  const known = new Set<string>();
  forEachAt(index, oidBytes, new Set(paths), (_, path) => known.add(path));
  return known;
}

/** Entries of some paths; of a path in conflict the last. */
export function entriesAt(index: Buffer, oidBytes: number, paths: Iterable<string>): Map<string, IndexEntry> {
  const found = new Map<string, IndexEntry>();
  forEachAt(index, oidBytes, new Set(paths), (cursor, path) => found.set(path, entryOf(cursor, path)));
  return found;
}

/** Calls back at entries of some paths, of a path in conflict at the last in any case. */
function forEachAt(
  index: Buffer,
  oidBytes: number,
  wanted: ReadonlySet<string>,
  found: (cursor: Cursor, path: string) => void,
): void {
  if (wanted.size === 0 || index.length < HEADER) return;
  const { starts } = layoutOf(index, oidBytes);
  // Of many paths there are more than it costs to read every entry.
  if (wanted.size > starts.length / 4) {
    for (const cursor of scan(index, oidBytes)) {
      const path = pathOf(cursor);
      if (wanted.has(path)) found(cursor, path);
    }
    return;
  }
  const cursor = openIndex(index, oidBytes);
  for (const path of wanted) if (findPath(cursor, starts, encodeName(path))) found(cursor, path);
}

/** Sets a cursor on the last entry of a path; false when there is none. Entries are in the order of the bytes of their paths. */
function findPath(cursor: Cursor, starts: Uint32Array, path: Buffer): boolean {
  const order = (place: number): number => {
    cursor.left = 1;
    cursor.next = starts[place] ?? 0;
    advance(cursor);
    return cursor.names.compare(path, 0, path.length, cursor.start, cursor.end);
  };
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(middle) <= 0) low = middle + 1;
    else high = middle;
  }
  return low > 0 && order(low - 1) === 0;
}
