import { createHash } from 'node:crypto';
import { decodeName } from './names.ts';

/** One entry of an index; a path in conflict has one for each side. */
export interface IndexEntry {
  readonly path: string;
  /** Octal, as git prints it. */
  readonly mode: string;
  readonly oid: string;
  readonly stage: number;
  /** Git does not look at the file: it was told to assume it unchanged. */
  readonly assumed: boolean;
  /** The file is left out of a sparse work tree. */
  readonly skipped: boolean;
  readonly intended: boolean;
}

interface RawEntry {
  /** All that tells one entry from another: mode, object, flags. */
  readonly facts: Buffer;
  readonly path: Buffer;
}

const STAGE = 0x3000;
const ASSUMED = 0x8000;
const EXTENDED = 0x4000;
const SKIPPED = 0x4000;
const INTENDED = 0x2000;
/** Where the mode and the object id are in an entry, after times and device numbers. */
const MODE_AT = 24;
const OID_AT = 40;

/**
 * Reads an index file of version 2 to 4. `git ls-files` would do, but cannot tell a file that is only intended from an
 * empty one, and costs a process each time two moments are compared.
 */
function* rawEntries(index: Buffer, oidBytes: number): Generator<RawEntry> {
  if (index.length < 12) return;
  const version = index.readUInt32BE(4);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4)
    throw new Error('The index is in a format that Sluice does not know.');
  let at = 12;
  let path: Buffer = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flags = index.readUInt16BE(at + OID_AT + oidBytes);
    const extended = (flags & EXTENDED) !== 0 ? index.readUInt16BE(at + OID_AT + oidBytes + 2) : 0;
    const pathAt = at + OID_AT + oidBytes + ((flags & EXTENDED) !== 0 ? 4 : 2);
    const facts = Buffer.alloc(oidBytes + 8);
    index.copy(facts, 0, at + MODE_AT, at + MODE_AT + 4);
    index.copy(facts, 4, at + OID_AT, at + OID_AT + oidBytes);
    facts.writeUInt16BE(flags & (ASSUMED | STAGE), oidBytes + 4);
    facts.writeUInt16BE(extended & (SKIPPED | INTENDED), oidBytes + 6);
    if (version === 4) {
      const [strip, suffixAt] = variableLength(index, pathAt);
      const end = index.indexOf(0, suffixAt);
      path = Buffer.concat([path.subarray(0, path.length - strip), index.subarray(suffixAt, end)]);
      at = end + 1;
    } else {
      const end = index.indexOf(0, pathAt);
      path = index.subarray(pathAt, end);
      at += (Math.floor((end - at) / 8) + 1) * 8;
    }
    yield { facts, path };
  }
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

function entryOf({ facts, path }: RawEntry): IndexEntry {
  const flags = facts.readUInt16BE(facts.length - 4);
  const extended = facts.readUInt16BE(facts.length - 2);
  return {
    path: decodeName(path),
    mode: facts.readUInt32BE(0).toString(8).padStart(6, '0'),
    oid: facts.toString('hex', 4, facts.length - 4),
    stage: (flags >> 12) & 3,
    assumed: (flags & ASSUMED) !== 0,
    skipped: (extended & SKIPPED) !== 0,
    intended: (extended & INTENDED) !== 0,
  };
}

export type Wanted = 'all' | 'conflicted' | 'submodules' | 'unwatched';

/** The entries that answer yes, without making names of all the others. */
export function entriesOf(index: Buffer, oidBytes: number, wanted: Wanted = 'all'): IndexEntry[] {
  const found: IndexEntry[] = [];
  for (const raw of rawEntries(index, oidBytes)) if (isWanted(raw.facts, wanted)) found.push(entryOf(raw));
  return found;
}

function isWanted(facts: Buffer, wanted: Wanted): boolean {
  if (wanted === 'conflicted') return (facts.readUInt16BE(facts.length - 4) & STAGE) !== 0;
  if (wanted === 'submodules') return facts.readUInt32BE(0) === 0o160000;
  const unwatched =
    (facts.readUInt16BE(facts.length - 4) & ASSUMED) !== 0 || (facts.readUInt16BE(facts.length - 2) & SKIPPED) !== 0;
  return wanted === 'all' || unwatched;
}

/** The same for two indexes exactly when they say the same, whatever their stat data. */
export function digestOf(index: Buffer, oidBytes: number): string {
  const hash = createHash('sha256');
  for (const { facts, path } of rawEntries(index, oidBytes)) hash.update(facts).update(path).update('\0');
  return hash.digest('hex');
}

/** Paths of which two indexes do not say the same. */
export function pathsThatDiffer(one: Buffer, other: Buffer, oidBytes: number): Set<string> {
  const paths = new Set<string>();
  const left = rawEntries(one, oidBytes);
  const right = rawEntries(other, oidBytes);
  let a = left.next();
  let b = right.next();
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : Buffer.compare(a.value.path, b.value.path);
    if (order === 0 && !a.done && !b.done && !a.value.facts.equals(b.value.facts)) paths.add(decodeName(a.value.path));
    if (order < 0 && !a.done) paths.add(decodeName(a.value.path));
    if (order > 0 && !b.done) paths.add(decodeName(b.value.path));
    if (order <= 0) a = left.next();
    if (order >= 0) b = right.next();
  }
  return paths;
}
