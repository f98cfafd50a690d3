import type { GitReader } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Entry, SavedFile, Snapshot } from './entry.ts';
import { parseEntry } from './manifest.ts';

const JOURNAL = 'refs/sluice/journal/';
const KEEP = 'refs/sluice/keep/';
/** The name of the manifest in an entry's tree. */
const MANIFEST = 'entry';
/** The file that editors and git itself write to by the way: it has often moved on without anybody's doing. */
export const CONFIG = 'config';

const FASTEST = ['core.compression', '1'] as const;

export const refOf = (id: string): string => `${JOURNAL}${id}`;
export const keepRef = (id: string, name: number | string): string => `${KEEP}${id}/${name}`;

/**
 * Writes blobs by one process, so that many files make one pack. Whoever gives the bytes knows their ids already. The
 * level of compression is git's fastest: a snapshot is written far more often than it is read.
 */
export async function writeBlobs(git: Git, workTree: string, blobs: AsyncIterable<Buffer>): Promise<void> {
  const config = [FASTEST, ['pack.compression', '1']] as const;
  await git.write(['fast-import', '--quiet', '--done'], workTree, { config, input: importStream(blobs) });
}

/** Writes one large blob, faster than an import does. */
export async function writeBlob(git: Git, workTree: string, bytes: Buffer): Promise<void> {
  await git.write(['hash-object', '-w', '--stdin'], workTree, { config: [FASTEST], input: bytes });
}

async function* importStream(blobs: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of blobs) yield Buffer.concat([Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, NEWLINE]);
  yield Buffer.from('done\n');
}

const NEWLINE = Buffer.from('\n');

/** Every object an entry needs, each once; the index first, so that those of all entries lie side by side in a pack. */
export function objectsNeeded(before: readonly Snapshot[], after: readonly Snapshot[]): string[] {
  const saved = before.flatMap(({ state, changed, untracked }) => [
    state.index,
    ...Object.values(state),
    ...Object.values(changed ?? {}),
    ...Object.values(untracked),
  ]);
  // Of what came after only the config is kept: it is the one file that is merged.
  saved.push(...after.map(({ state }) => state[CONFIG]));
  return [...new Set(saved.filter(isSaved).map(({ oid }) => oid))];
}

const isSaved = (file: SavedFile | null | undefined): file is SavedFile => !!file && file.oid !== '';

/** A tree that holds the manifest and everything it names: it keeps them from gc and no list of commits shows it. */
async function writeTree(git: Git, workTree: string, manifest: string, contents: readonly string[]): Promise<string> {
  const lines = [`100644 blob ${manifest}\t${MANIFEST}\0`, ...contents.map((oid, at) => `100644 blob ${oid}\t${at}\0`)];
  return (await git.write(['mktree', '-z'], workTree, { input: Buffer.from(lines.join('')) })).trim();
}

/** Ref updates that happen together or not at all; null deletes. */
export async function updateRefs(
  git: Git,
  workTree: string,
  updates: readonly (readonly [name: string, oid: string | null])[],
): Promise<void> {
  if (updates.length === 0) return;
  const lines = updates.map(([name, oid]) => (oid === null ? `delete ${name}\0\0` : `update ${name}\0${oid}\0\0`));
  await git.write(['update-ref', '--no-deref', '-z', '--stdin'], workTree, { input: Buffer.from(lines.join('')) });
}

/** Puts an entry under its ref, with the refs that keep its commits. */
export async function writeRef(
  git: Git,
  workTree: string,
  id: string,
  manifest: string,
  { before, after }: Pick<Entry, 'before' | 'after'>,
  kept: readonly (readonly [string, string])[],
): Promise<void> {
  const tree = await writeTree(git, workTree, manifest, objectsNeeded(before, after));
  await updateRefs(git, workTree, [[refOf(id), tree], ...kept]);
}

/** Refs of an entry beside its own, or of all entries. */
export async function keptRefs(git: GitReader, workTree: string, id?: string): Promise<string[]> {
  const below = id === undefined ? KEEP : keepRef(id, '');
  const text = await git.readOrThrow(['for-each-ref', '--format=%(refname)', below], workTree);
  return text.split('\n').filter(name => name !== '');
}

export const idOfKept = (name: string): string => name.slice(KEEP.length).split('/')[0] ?? '';

export interface Listing {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** The ids of all, also of entries of another version of Sluice. */
  readonly ids: readonly string[];
}

/** Everything in the journal. What was read once is not read again: a manifest never changes under its id. */
export function createEntryReader(git: GitReader): (workTree: string) => Promise<Listing> {
  const caches = new Map<string, Map<string, Entry>>();
  return async workTree => {
    const known = caches.get(workTree) ?? new Map<string, Entry>();
    caches.set(workTree, known);
    const listed = await git.readOrThrow(['for-each-ref', '--format=%(objectname) %(refname)', JOURNAL], workTree);
    const rows = listed
      .split('\n')
      .filter(line => line !== '')
      .toReversed();
    // Held apart while git answers: whoever looked earlier may forget meanwhile what was not there for them.
    const found = new Map(rows.map(row => [row, known.get(row)]));
    const wanted = rows.filter(row => found.get(row) === undefined);
    const trees = wanted.map(row => `${row.split(' ')[0]}:${MANIFEST}`);
    const blobs = await readBlobs(git, workTree, trees);
    for (const [at, row] of wanted.entries()) found.set(row, parseEntry(blobs[at]?.toString() ?? ''));
    known.clear();
    for (const [row, entry] of found) if (entry !== undefined) known.set(row, entry);
    const entries = [...found.values()].filter(entry => entry !== undefined);
    const ids = rows.map(row => row.slice(row.indexOf(JOURNAL) + JOURNAL.length));
    return { entries, ids };
  };
}

/** Objects by what git calls them, in order; undefined for those that are not there. */
export async function readBlobs(
  git: GitReader,
  workTree: string,
  names: readonly string[],
): Promise<(Buffer | undefined)[]> {
  if (names.length === 0) return [];
  const bytes = await git.readBytes(['cat-file', '--batch'], workTree, { input: Buffer.from(`${names.join('\n')}\n`) });
  const blobs: (Buffer | undefined)[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    const header = bytes.toString('latin1', at, end);
    const size = Number(/ (\d+)$/.exec(header)?.[1] ?? Number.NaN);
    const missing = Number.isNaN(size);
    blobs.push(missing ? undefined : bytes.subarray(end + 1, end + 1 + size));
    at = missing ? end + 1 : end + 1 + size + 1;
  }
  return blobs;
}

/** The index file of each repository as it was before an entry; empty where there was none. */
export async function savedIndexes(git: GitReader, { before }: Entry): Promise<Buffer[]> {
  const oids = before.map(({ state }) => state.index?.oid);
  const there = oids.filter(oid => oid !== undefined);
  const blobs = await readBlobs(git, before[0]?.workTree ?? '', there);
  return oids.map(oid => (oid === undefined ? undefined : blobs[there.indexOf(oid)]) ?? Buffer.alloc(0));
}
