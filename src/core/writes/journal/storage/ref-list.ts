import type { GitReader } from '../../../git/reader.ts';
import { decodeName, encodeName } from './byte-names.ts';
import type { Entry, Snapshot } from './entry.ts';
import { readBlobs } from './store.ts';

type Refs = Snapshot['refs'];

/** Every ref as one text: the same for the same refs, so that the entries of a repository share one blob while nothing moves. */
export const refListOf = (refs: Refs): Buffer =>
  encodeName(
    Object.entries(refs)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );

function parseRefList(bytes: Buffer): Refs {
  const rows = decodeName(bytes).split('\n').slice(0, -1);
  return Object.fromEntries(rows.map(row => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]));
}

/** The snapshots before a pending entry with all their refs, which the manifest of one does not say itself. */
export async function withAllRefs(git: GitReader, { before }: Pick<Entry, 'before'>): Promise<Snapshot[]> {
  const lists = before.map(({ refs, refList }) => (Object.keys(refs).length === 0 ? refList : undefined));
  const oids = [...new Set(lists.filter(oid => oid !== undefined))];
  const blobs = await readBlobs(git, before[0]?.workTree ?? '', oids);
  return before.map((snapshot, at) => {
    const oid = lists[at];
    if (oid === undefined) return snapshot;
    const bytes = blobs[oids.indexOf(oid)];
    // Taken for empty, it would look as if the command had made all refs there are.
    if (bytes === undefined) throw new Error('The list of refs that was saved before the command cannot be read.');
    return { ...snapshot, refs: parseRefList(bytes) };
  });
}
