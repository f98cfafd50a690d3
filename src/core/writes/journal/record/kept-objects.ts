import type { GitReader } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Snapshot } from '../storage/entry.ts';
import { readBlobs } from '../storage/store.ts';

const OID = /\b(?:[\da-f]{64}|[\da-f]{40})\b/g;
/** State files longer than this are no lists of commits. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Of very long reflogs the newest lines count. */
const MOST_COMMITS = 5000;

export interface LostObjectsOptions {
  readonly git: GitReader;
  /** Where the commits are. */
  readonly workTree: string;
  /** Where the journal is. */
  readonly journal: string;
}

/** Commits and tags that were named before the command, by a ref or a file, and that no ref reaches any more. */
export async function lostObjects(
  options: LostObjectsOptions,
  before: Snapshot,
  after: Pick<Snapshot, 'refs' | 'head' | 'state'>,
) {
  const { git, workTree } = options;
  const there = new Set([...Object.values(after.refs).flatMap(oidsIn), after.head].filter(isOid));
  const refs = Object.entries(before.refs)
    .flatMap(([name, value]) => oidsIn(value).map(oid => [name, oid] as const))
    .filter(([, oid]) => !there.has(oid));
  const named = [...refs.map(([, oid]) => oid), before.head, ...(await oidsInState(options, before, after))];
  const gone = [...new Set(named)].filter(oid => isOid(oid) && !there.has(oid) && !/^0+$/.test(oid));
  if (gone.length === 0) return [];
  const input = Buffer.from([...gone.slice(-MOST_COMMITS), ...[...there].map(oid => `^${oid}`), ''].join('\n'));
  const commits = new Set(
    (await git.readOrThrow(['rev-list', '--ignore-missing', '--stdin'], workTree, { input })).split('\n'),
  );
  const tags = await annotated(
    git,
    workTree,
    refs.filter(([name]) => name.startsWith('refs/tags/')).map(([, oid]) => oid),
  );
  return gone.filter(oid => commits.has(oid) || tags.has(oid));
}

const oidsIn = (value: string): string[] => value.split(' ').filter(isOid);

const isOid = (text: string): boolean => /^[\da-f]{40,64}$/.test(text);

/** Only what is in files the command changed: the others name it still. */
async function oidsInState(
  { git, journal }: LostObjectsOptions,
  before: Snapshot,
  after: Pick<Snapshot, 'state'>,
): Promise<string[]> {
  const names = Object.keys(before.state).filter(
    name => !['index', 'config'].includes(name) && before.state[name]?.oid !== after.state[name]?.oid,
  );
  const blobs = await readBlobs(
    git,
    journal,
    names.map(name => before.state[name]?.oid ?? ''),
  );
  return blobs.flatMap(bytes =>
    bytes && bytes.length <= MOST_BYTES ? (bytes.toString('latin1').match(OID) ?? []) : [],
  );
}

async function annotated(git: GitReader, workTree: string, oids: readonly string[]): Promise<Set<string>> {
  if (oids.length === 0) return new Set();
  const input = Buffer.from(`${oids.join('\n')}\n`);
  const lines = (await git.readOrThrow(['cat-file', '--batch-check'], workTree, { input })).split('\n');
  return new Set(
    lines.filter(line => line.includes(' ') && !line.includes(' commit ')).map(line => line.split(' ')[0] ?? ''),
  );
}

/** How long looking through all objects may take. */
const FSCK_MS = 60_000;

export interface DanglingObjects {
  readonly commits: readonly string[];
  /** A tree of all the blobs and trees that hang in the air; null when there are none. */
  readonly tree: string | null;
}

/** Objects that only reflogs or nothing at all reaches, for commands that throw them away. Undefined when there was no time to look. */
export async function danglingObjects(git: Git, workTree: string): Promise<DanglingObjects | undefined> {
  const args = ['fsck', '--dangling', '--no-reflogs', '--connectivity-only', '--no-progress'] as const;
  const answer = await git.read(args, workTree, { timeoutMs: FSCK_MS });
  if (!answer.ok) return undefined;
  const rows = [...answer.text.matchAll(/^dangling (\w+) ([\da-f]+)$/gm)].map(([, type = '', oid = '']) => ({
    type,
    oid,
  }));
  const inTree = rows.filter(({ type }) => type === 'blob' || type === 'tree');
  const tree = inTree.length === 0 ? null : await treeHolding(git, workTree, inTree);
  return { commits: rows.filter(({ type }) => type === 'commit' || type === 'tag').map(({ oid }) => oid), tree };
}

/** A tree that holds on to objects, under no names of theirs. */
export async function treeHolding(
  git: Git,
  workTree: string,
  objects: readonly { readonly type: string; readonly oid: string }[],
): Promise<string> {
  const lines = objects.map(({ type, oid }, at) => `${type === 'tree' ? '040000' : '100644'} ${type} ${oid}\t${at}\0`);
  return (await git.write(['mktree', '-z'], workTree, { input: Buffer.from(lines.join('')) })).trim();
}
