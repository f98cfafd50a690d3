import { createHash } from 'node:crypto';
import { advance, type Cursor, flagsOf, MODE_AT, OID_AT, openIndex, pathOf, scan } from './index-file.ts';

const ROOM = 64 * 1024;

/** The same for two indexes exactly when they say the same, whatever their stat data. */
export function digestOf(index: Buffer, oidBytes: number): string {
  const hash = createHash('sha256');
  const head = oidBytes + 9;
  // One piece of memory for all: a buffer for each costs more than the rest.
  let facts = Buffer.allocUnsafe(ROOM);
  let filled = 0;
  for (const cursor of scan(index, oidBytes)) {
    const { at, names, start, end } = cursor;
    const size = head + end - start;
    if (filled + size > facts.length) {
      hash.update(facts.subarray(0, filled));
      filled = 0;
      if (size > facts.length) facts = Buffer.allocUnsafe(size);
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
  const [a, b] = [openIndex(one, oidBytes), openIndex(other, oidBytes)];
  let hasA = advance(a);
  let hasB = advance(b);
  while (hasA || hasB) {
    const same = hasA && hasB ? sameUntil(a, b) : 0;
    while (hasA && hasB && a.next <= same) {
      hasA = advance(a);
      hasB = advance(b);
    }
    if (hasA && hasB && isSameEntry(a, b)) {
      hasA = advance(a);
      hasB = advance(b);
      continue;
    }
    const order = hasA && hasB ? a.names.compare(b.names, b.start, b.end, a.start, a.end) : hasA ? -1 : 1;
    if (hasA && hasB && order === 0 && !saysTheSame(a, b)) paths.add(pathOf(a));
    if (hasA && order < 0) paths.add(pathOf(a));
    if (hasB && order > 0) paths.add(pathOf(b));
    if (order <= 0) hasA = advance(a);
    if (order >= 0) hasB = advance(b);
  }
  return paths;
}

/** So many bytes are compared at once. */
const BLOCK = 4096;

/** Up to where in the first two indexes are the same to the byte, times and all, from their entries on: mostly nearly to the end. */
function sameUntil(a: Cursor, b: Cursor): number {
  // There a path is only what it does not share with the one before it.
  if (a.version === 4 || b.version === 4) return 0;
  let [from, to] = [a.at, b.at];
  while (from + BLOCK <= a.index.length && to + BLOCK <= b.index.length) {
    if (a.index.compare(b.index, to, to + BLOCK, from, from + BLOCK) !== 0) break;
    from += BLOCK;
    to += BLOCK;
  }
  return from;
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
