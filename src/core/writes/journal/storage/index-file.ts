import { createHash } from 'node:crypto';
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
const MODE_AT = 24;
const OID_AT = 40;

/** A place in an index file. It moves on rather than being made anew: there may be a hundred thousand entries. */
interface Cursor {
  readonly index: Buffer;
  readonly oidBytes: number;
  at: number;
  flags: number;
  extended: number;
  /** The path is these bytes of `names`. */
  names: Buffer;
  start: number;
  end: number;
}

/**
 * Reads an index file of version 2 to 4. `git ls-files` would do, but cannot tell a file that is only intended from an
 * empty one, and costs a process each time two moments are compared.
 */
function* scan(index: Buffer, oidBytes: number): Generator<Cursor, undefined> {
  if (index.length < HEADER) return;
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new Error('The index is in a format that Sluice does not know.');
  const cursor: Cursor = { index, oidBytes, at: HEADER, flags: 0, extended: 0, names: index, start: 0, end: 0 };
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = cursor.at + OID_AT + oidBytes;
    cursor.flags = index.readUInt16BE(flagsAt);
    const long = (cursor.flags & EXTENDED) !== 0;
    cursor.extended = long ? index.readUInt16BE(flagsAt + 2) : 0;
    const next = (version === 4 ? readSuffix : readPath)(cursor, flagsAt + (long ? 4 : 2));
    yield cursor;
    cursor.at = next;
  }
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

const pathOf = ({ names, start, end }: Cursor): string => decodeName(names.subarray(start, end));
const flagsOf = ({ flags, extended }: Cursor): number =>
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

export const submodulesIn = (index: Buffer, oidBytes: number): IndexEntry[] =>
  select(index, oidBytes, ({ at }) => index.readUInt32BE(at + MODE_AT) === SUBMODULE);

/** Files git was told not to look at. */
export const unwatchedIn = (index: Buffer, oidBytes: number): IndexEntry[] =>
  select(index, oidBytes, ({ flags, extended }) => (flags & ASSUMED) !== 0 || (extended & SKIPPED) !== 0);

/** Whether there are any such. */
export function hasUnwatched(index: Buffer, oidBytes: number): boolean {
  for (const { flags, extended } of scan(index, oidBytes))
    if ((flags & ASSUMED) !== 0 || (extended & SKIPPED) !== 0) return true;
  return false;
}

/** Most of such an index is in another file. A path can look the same, which costs a process. */
export const isSplit = (index: Buffer): boolean => index.includes('link\0');

/** Entries that git has an object for: submodules and what is only meant to be added are not among them. */
export const contentsIn = (index: Buffer, oidBytes: number, which: 'all' | 'conflicts'): IndexEntry[] =>
  select(
    index,
    oidBytes,
    ({ at, flags, extended }) =>
      (which === 'all' || (flags & STAGE) !== 0) &&
      (extended & INTENDED) === 0 &&
      index.readUInt32BE(at + MODE_AT) !== SUBMODULE,
  );

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
export function pathsKnown(index: Buffer, oidBytes: number, paths: readonly string[]): Set<string> {
  const wanted = new Set(paths);
  return new Set(wanted.size === 0 ? [] : pathsIn(index, oidBytes).filter(path => wanted.has(path)));
}

/** Entries of some paths; of a path in conflict the last. */
export function entriesAt(index: Buffer, oidBytes: number, paths: Iterable<string>): Map<string, IndexEntry> {
  const wanted = new Set(paths);
  if (wanted.size === 0 || index.length < HEADER) return new Map();
  // Of many paths there are more than it costs to read every entry.
  if (wanted.size > index.readUInt32BE(8) / 4) {
    const all = new Map<string, IndexEntry>();
    for (const cursor of scan(index, oidBytes)) {
      const path = pathOf(cursor);
      if (wanted.has(path)) all.set(path, entryOf(cursor, path));
    }
    return all;
  }
  const keys = new Set([...wanted].map(path => encodeName(path).toString('latin1')));
  // Of most entries the length alone tells, which costs no string.
  const lengths = new Set([...keys].map(({ length }) => length));
  const found = select(
    index,
    oidBytes,
    ({ names, start, end }) => lengths.has(end - start) && keys.has(names.toString('latin1', start, end)),
  );
  return new Map(found.map(entry => [entry.path, entry]));
}

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

/** The same for two indexes exactly when they say the same, whatever their stat data. */
export function digestOf(index: Buffer, oidBytes: number): string {
  const hash = createHash('sha256');
  const head = oidBytes + 9;
  // One piece of memory that has room for the longest entry, and mostly for all: a buffer for each costs more than the rest.
  const facts = Buffer.allocUnsafe(index.length + head);
  let filled = 0;
  for (const cursor of scan(index, oidBytes)) {
    const { at, names, start, end } = cursor;
    if (filled + head + end - start > facts.length) {
      hash.update(facts.subarray(0, filled));
      filled = 0;
    }
    filled = copyBytes(index, at + MODE_AT, at + MODE_AT + 4, facts, filled);
    filled = copyBytes(index, at + OID_AT, at + OID_AT + oidBytes, facts, filled);
    filled = facts.writeInt32BE(flagsOf(cursor), filled);
    facts[filled] = 0;
    filled = copyBytes(names, start, end, facts, filled + 1);
  }
  return hash.update(facts.subarray(0, filled)).digest('hex');
}

/** Answers where the next byte goes. So few at a time are copied faster one by one than by a call. */
function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let next = at;
  for (let each = start; each < end; each += 1) to[next++] = from[each] as number;
  return next;
}

/** Paths of which two indexes do not say the same. Both are in order, so that they are read side by side. */
export function pathsThatDiffer(one: Buffer, other: Buffer, oidBytes: number): Set<string> {
  const paths = new Set<string>();
  if (one.equals(other)) return paths;
  const [left, right] = [scan(one, oidBytes), scan(other, oidBytes)];
  let a = left.next().value;
  let b = right.next().value;
  while (a !== undefined || b !== undefined) {
    if (a && b && isSameEntry(a, b)) {
      a = left.next().value;
      b = right.next().value;
      continue;
    }
    const order = a && b ? a.names.compare(b.names, b.start, b.end, a.start, a.end) : a ? -1 : 1;
    if (a && b && order === 0 && !saysTheSame(a, b)) paths.add(pathOf(a));
    if (a && order < 0) paths.add(pathOf(a));
    if (b && order > 0) paths.add(pathOf(b));
    if (order <= 0) a = left.next().value;
    if (order >= 0) b = right.next().value;
  }
  return paths;
}

/** Whether all but the times of two entries is the same, byte by byte, with the path where that is part of the entry. */
function isSameEntry(a: Cursor, b: Cursor): boolean {
  if (a.names !== a.index || b.names !== b.index) return false;
  return a.index.compare(b.index, b.at + MODE_AT, b.end, a.at + MODE_AT, a.end) === 0;
}

function saysTheSame(a: Cursor, b: Cursor): boolean {
  const [from, to] = [a.at + OID_AT, b.at + OID_AT];
  return (
    a.index.readUInt32BE(a.at + MODE_AT) === b.index.readUInt32BE(b.at + MODE_AT) &&
    flagsOf(a) === flagsOf(b) &&
    a.index.compare(b.index, to, to + b.oidBytes, from, from + a.oidBytes) === 0
  );
}
