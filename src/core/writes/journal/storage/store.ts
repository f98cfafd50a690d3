import type { GitReader } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { blobOid } from './disk.ts';
import type { Entry, SavedFile } from './entry.ts';
import { hashOfId } from './hash-name.ts';
import { writeLoose } from './loose-objects.ts';
import { parseEntry } from './manifest.ts';
import type { Sealer } from './seal.ts';

const JOURNAL = 'refs/sluice/journal/';
const KEEP = 'refs/sluice/keep/';
/** Entries that are out of the journal and whose contents are still to be removed from the disk. */
const EXPIRED = 'refs/sluice/expired/';
/** The name of the manifest in an entry's tree. */
const MANIFEST = 'entry';
/** The file that editors and git itself write to by the way: it has often moved on without anybody's doing. */
export const CONFIG = 'config';

const FASTEST = [
  ['core.compression', '1'],
  ['pack.compression', '1'],
] as const;

/** Keep refs to commits begin so; there are such only while a command runs that throws away what no ref reaches. */
export const UNREACHABLE = 'u';

export const refOf = (id: string): string => `${JOURNAL}${id}`;
export const expiredRef = (id: string): string => `${EXPIRED}${id}`;
export const keepRef = (id: string, name: number | string): string => `${KEEP}${id}/${name}`;

/**
 * Writes blobs by one process, so that many files make one pack. Whoever gives the bytes knows their ids already. The
 * level of compression is git's fastest: a snapshot is written far more often than it is read.
 */
export async function writeBlobs(
  git: Git,
  workTree: string,
  blobs: AsyncIterable<Buffer>,
  /** Of files of one commit one is seldom much like the one before it: looking whether it is takes longer than writing them. */
  { deltas = true }: { readonly deltas?: boolean } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const input = importStream(blobs, error => void failures.push(error));
  const words = deltas ? [] : ['--depth=0'];
  await git.write(['fast-import', '--quiet', '--done', ...words], workTree, { config: FASTEST, input });
  for (const error of failures) throw error;
}

/** Whatever happens to the blobs, the stream comes to its end: cut off, fast-import would leave a crash report in the git directory. */
async function* importStream(
  blobs: AsyncIterable<Buffer>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of blobs) yield Buffer.concat([Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, NEWLINE]);
  } catch (error) {
    onFailure(error);
  }
  yield Buffer.from('done\n');
}

const NEWLINE = Buffer.from('\n');

/** Every object an entry needs, each once; the index first, so that those of all entries lie side by side in a pack. */
export function objectsNeeded({ before, after, kept }: Pick<Entry, 'before' | 'after' | 'kept'>): string[] {
  const saved = before.flatMap(({ state, changed, untracked, named }) => [
    state.index,
    ...Object.values(state),
    ...Object.values(changed ?? {}),
    ...Object.values(untracked),
    ...Object.values(named ?? {}),
  ]);
  // Of what came after only the config is kept: it is the one file that is merged.
  saved.push(...after.map(({ state }) => state[CONFIG]));
  const oids = [...saved.filter(isSaved).map(({ oid }) => oid), ...before.map(({ refList }) => refList), ...kept];
  return [...new Set(oids.filter(oid => oid !== undefined && oid !== null))];
}

const isSaved = (file: SavedFile | null | undefined): file is SavedFile => !!file && file.oid !== '';

/** A tree that holds on to objects: it keeps them from gc and no list of commits shows it. */
export function treeHolding(
  { commonDirectory }: Pick<Repository, 'commonDirectory'>,
  objects: readonly { readonly type: string; readonly oid: string }[],
  manifest?: string,
): Promise<string> {
  const entries = objects.map(({ type, oid }, at) => ({
    name: String(at),
    mode: type === 'tree' ? '40000' : '100644',
    oid,
  }));
  if (manifest !== undefined) entries.push({ name: MANIFEST, mode: '100644', oid: manifest });
  const rows = entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, mode, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
  return writeLoose(commonDirectory, 'tree', Buffer.concat(rows), hashOfId(entries[0]?.oid ?? ''));
}

/** Ref updates that happen together or not at all; null deletes. Another ref stands for what it leads to. */
export async function updateRefs(
  git: Git,
  workTree: string,
  updates: readonly (readonly [name: string, oid: string | null])[],
): Promise<void> {
  if (updates.length === 0) return;
  const lines = updates.map(([name, oid]) => (oid === null ? `delete ${name}\0\0` : `update ${name}\0${oid}\0\0`));
  await git.write(['update-ref', '--no-deref', '-z', '--stdin'], workTree, { input: Buffer.from(lines.join('')) });
}

/** Puts an entry under its ref, together with other refs that change with it. */
export async function writeRef(
  git: Git,
  repository: Pick<Repository, 'workTree' | 'commonDirectory'>,
  manifest: string,
  entry: Pick<Entry, 'id' | 'before' | 'after' | 'kept'>,
  others: readonly (readonly [string, string | null])[],
): Promise<void> {
  const objects = objectsNeeded(entry).map(oid => ({ type: 'blob', oid }));
  const tree = await treeHolding(repository, objects, manifest);
  await updateRefs(git, repository.workTree, [[refOf(entry.id), tree], ...others]);
}

/** Refs of an entry beside its own, or of all entries. */
export async function keptRefs(git: GitReader, workTree: string, id?: string): Promise<string[]> {
  const below = id === undefined ? KEEP : keepRef(id, '');
  const text = await git.readOrThrow(['for-each-ref', '--format=%(refname)', below], workTree);
  return text.split('\n').filter(name => name !== '');
}

/** Commits that an entry holds by refs while its command runs. */
export async function keptCommits(git: GitReader, workTree: string, id: string) {
  const below = `${keepRef(id, UNREACHABLE)}*`;
  const text = await git.readOrThrow(['for-each-ref', '--format=%(objectname) %(refname)', below], workTree);
  return [...text.matchAll(/^(\S+) (\S+)$/gm)].map(([, oid = '', name = '']) => ({ oid, name }));
}

export const idOfKept = (name: string): string => name.slice(KEEP.length).split('/')[0] ?? '';

export interface Listing {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** Entries that nobody can undo any more. */
  readonly expired: readonly Entry[];
  /** The ids of all, also of those that were not sealed here: another version, person or machine made them, or nobody we know. */
  readonly ids: readonly string[];
}

/**
 * Everything in the journal that was sealed here. What was read once is not read again: a manifest never changes under
 * its id.
 */
export function createEntryReader(git: GitReader, sealer: Sealer): (repository: Repository) => Promise<Listing> {
  const caches = new Map<string, Map<string, Entry>>();
  return async repository => {
    const { workTree } = repository;
    const known = caches.get(workTree) ?? new Map<string, Entry>();
    caches.set(workTree, known);
    const listed = await git.readOrThrow(
      ['for-each-ref', '--format=%(objectname) %(refname)', EXPIRED, JOURNAL],
      workTree,
    );
    const rows = listed
      .split('\n')
      .filter(line => line !== '')
      .toReversed();
    // Held apart while git answers: whoever looked earlier may forget meanwhile what was not there for them.
    const found = new Map(rows.map(row => [row, known.get(row)]));
    const wanted = rows.filter(row => found.get(row) === undefined);
    const manifests = (
      await readBlobs(
        git,
        workTree,
        wanted.map(row => `${row.split(' ')[0]}:${MANIFEST}`),
      )
    ).map(bytes => bytes ?? NOTHING);
    const sealed = await sealer.areSealed(manifests, repository);
    for (const [at, row] of wanted.entries()) {
      const entry = sealed[at] ? parseEntry((manifests[at] ?? NOTHING).toString()) : undefined;
      // One that was put under another name is not what it was.
      found.set(row, entry?.id === idOf(row) ? entry : undefined);
    }
    known.clear();
    for (const [row, entry] of found) if (entry !== undefined) known.set(row, entry);
    const entriesIn = (some: readonly string[]) => some.map(row => found.get(row)).filter(entry => entry !== undefined);
    const journal = rows.filter(row => row.includes(JOURNAL));
    const expired = rows.filter(row => row.includes(EXPIRED));
    return { entries: entriesIn(journal), expired: entriesIn(expired), ids: journal.map(idOf) };
  };
}

const NOTHING = Buffer.alloc(0);
const idOf = (row: string): string => row.slice(row.lastIndexOf('/') + 1);

/**
 * Objects by what git calls them, in order; undefined for those that are not there. One that is asked for by its id and
 * holds something else counts as missing: git itself does not look.
 */
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
    const found = missing ? undefined : bytes.subarray(end + 1, end + 1 + size);
    blobs.push(found && isCalled(names[blobs.length] ?? '', found) ? found : undefined);
    at = missing ? end + 1 : end + 1 + size + 1;
  }
  return blobs;
}

const OID = /^(?:[\da-f]{40}|[\da-f]{64})$/;

const isCalled = (name: string, bytes: Buffer): boolean => !OID.test(name) || blobOid(bytes, hashOfId(name)) === name;

/** The index file of each repository as it was before an entry; empty where there was none. */
export async function savedIndexes(git: GitReader, { before }: Entry): Promise<Buffer[]> {
  const oids = before.map(({ state }) => state.index?.oid);
  const there = oids.filter(oid => oid !== undefined);
  const blobs = await readBlobs(git, before[0]?.workTree ?? '', there);
  return oids.map(oid => (oid === undefined ? undefined : blobs[there.indexOf(oid)]) ?? Buffer.alloc(0));
}
