import { createHash } from 'node:crypto';

/** At the end of a command, where a shell takes it for a comment. */
const MARKER = / # sluice:([\da-f]{16})$/;

type MakeEntry = (command: string) => object;

const signatureOf = (entry: object): string =>
  createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 16);

/** An entry with a marker by which it is known again, and a signature that no longer fits once somebody has edited it. */
export const signedEntry = (command: string, makeEntry: MakeEntry): object =>
  makeEntry(`${command} # sluice:${signatureOf(makeEntry(command))}`);

/** Whose an entry is: another's, ours as we wrote it, or ours as somebody edited it. */
export function ownerOf(entry: unknown): 'other' | 'ours' | 'edited' {
  const signatures: string[] = [];
  const bare = withoutMarkers(entry, signatures);
  const [signature] = signatures;
  if (signature === undefined) return 'other';
  return signatures.length === 1 && typeof bare === 'object' && bare !== null && signatureOf(bare) === signature
    ? 'ours'
    : 'edited';
}

function withoutMarkers(value: unknown, signatures: string[]): unknown {
  if (typeof value === 'string') {
    const found = MARKER.exec(value);
    if (found?.[1] === undefined) return value;
    signatures.push(found[1]);
    return value.slice(0, found.index);
  }
  if (Array.isArray(value)) return value.map(each => withoutMarkers(each, signatures));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutMarkers(each, signatures)]));
}
