import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitProcessOptions } from '../../../git/ask-git.ts';
import type { GitReader } from '../../../git/reader.ts';
import { withTemporary } from '../../../git/temporary.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Snapshot } from '../storage/entry.ts';
import { SHALLOW } from '../storage/state-names.ts';
import { readBlobs, treeHolding } from '../storage/store.ts';
import { changedNames } from './describe-changes.ts';

const OID = /\b(?:[\da-f]{64}|[\da-f]{40})\b/g;
/** State files longer than this are no lists of commits. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Of very long reflogs the newest lines count. */
const MOST_COMMITS = 5000;
/** As much as text can be: a list of a few million commits. */
const MOST_LISTED = 500 * 1024 * 1024;

export interface LostObjectsOptions {
  readonly git: GitReader;
  /** Where the commits are. */
  readonly workTree: string;
  /** Where the journal is. */
  readonly journal: { readonly git: GitReader; readonly workTree: string };
}

export interface LostObjects {
  /** Commits and tags: every one of them, not only those that were named. */
  readonly commits: readonly string[];
  /** The trees of the commits, and trees and blobs that were tagged. */
  readonly contents: readonly TypedObject[];
}

interface CommitWithTree {
  readonly oid: string;
  readonly tree: string;
}

interface TypedObject {
  readonly type: string;
  readonly oid: string;
}

/**
 * The commits and tags that no ref reaches any more, found from those that were named before the command, by a ref or a
 * file, or are named in `also`.
 */
export async function lostObjects(
  options: LostObjectsOptions,
  before: Snapshot,
  after: Pick<Snapshot, 'refs' | 'head' | 'state'>,
  also: readonly string[] = [],
): Promise<LostObjects> {
  const { git, workTree } = options;
  const there = new Set([...Object.values(after.refs).flatMap(oidsIn), after.head].filter(isOid));
  const moved = changedNames(before.refs, after.refs);
  const was = moved.flatMap(name => oidsIn(before.refs[name] ?? ''));
  const named = [...was, before.head, ...also, ...(await oidsInState(options, before, after))];
  const gone = [...new Set(named)].filter(oid => isOid(oid) && !there.has(oid) && !/^0+$/.test(oid));
  const cut = before.state[SHALLOW]?.oid !== after.state[SHALLOW]?.oid;
  if (gone.length === 0 && !cut) return { commits: [], contents: [] };
  const tips = gone.slice(-MOST_COMMITS);
  // Mostly what a branch left is what it leads to now: asking of all refs there are takes long where these are many.
  const now = [...moved.map(name => after.refs[name] ?? ''), after.head].flatMap(oidsIn);
  const left = cut ? await commitsCutOff(options, before, tips, [...there]) : await commitsNotIn(options, tips, now);
  const commits = cut || left.length === 0 ? left : await commitsNotIn(options, tips, [...there]);
  const known = new Set(left.map(({ oid }) => oid));
  // What a branch was at is a commit.
  const mayBeTag = moved
    .filter(name => !name.startsWith('refs/heads/'))
    .flatMap(name => oidsIn(before.refs[name] ?? ''));
  const tagged = await tagsAndTargets(
    git,
    workTree,
    mayBeTag.filter(oid => gone.includes(oid) && !known.has(oid)),
  );
  return {
    commits: [...commits.map(({ oid }) => oid), ...tagged.filter(({ type }) => type === 'tag').map(({ oid }) => oid)],
    contents: distinct([
      ...commits.map(({ tree }) => ({ type: 'tree', oid: tree })),
      ...tagged.filter(({ type }) => type === 'tree' || type === 'blob'),
    ]),
  };
}

/** Commits that some lead to and others do not, with their trees. A partial clone need not have all that its refs name. */
async function commitsNotIn(
  { git, workTree }: Pick<LostObjectsOptions, 'git' | 'workTree'>,
  tips: readonly string[],
  others: readonly string[],
  options: GitProcessOptions = {},
): Promise<CommitWithTree[]> {
  const args = ['rev-list', '--ignore-missing', '--format=%H %T', '--stdin'] as const;
  const input = Buffer.from([...tips, ...others.map(oid => `^${oid}`), ''].join('\n'));
  const text = await git.readOrThrow(args, workTree, { ...options, input, mostBytes: MOST_LISTED });
  return [...text.matchAll(/^([\da-f]+) ([\da-f]+)$/gm)].map(([, oid = '', tree = '']) => ({ oid, tree }));
}

/**
 * Commits that refs and tips led to before a shallow file was another, and that nothing leads to now. Each is asked for as
 * far as history reaches by the shallow file of its time: beyond it commits are missing.
 */
async function commitsCutOff(
  options: LostObjectsOptions,
  { refs, state }: Snapshot,
  tips: readonly string[],
  now: readonly string[],
): Promise<CommitWithTree[]> {
  const { journal } = options;
  const [shallow = Buffer.alloc(0)] = await readBlobs(
    journal.git,
    journal.workTree,
    [state[SHALLOW]?.oid].filter(oid => oid !== undefined),
  );
  const then = [...Object.values(refs).flatMap(oidsIn), ...tips];
  const was = await withTemporary('shallow', async folder => {
    const shallowFile = join(folder, SHALLOW);
    await writeFile(shallowFile, shallow);
    return commitsNotIn(options, then, [], { shallowFile });
  });
  const left = new Set((await commitsNotIn(options, now, [])).map(({ oid }) => oid));
  return was.filter(({ oid }) => !left.has(oid));
}

/** The tags among objects, with what they are tags of, tags of tags too. */
async function tagsAndTargets(git: GitReader, workTree: string, oids: readonly string[]): Promise<TypedObject[]> {
  if (oids.length === 0) return [];
  const input = Buffer.from(`${oids.join('\n')}\n`);
  const rows = (await git.readOrThrow(['cat-file', '--batch-check'], workTree, { input })).split('\n');
  const found = rows.map(row => row.split(' ')).map(([oid = '', type = '']) => ({ oid, type }));
  const tags = found.filter(({ type }) => type === 'tag').map(({ oid }) => oid);
  const bodies = await Promise.all(tags.map(oid => git.readOrThrow(['cat-file', 'tag', oid], workTree)));
  const targets = bodies.map(body => /^object ([\da-f]+)/.exec(body)?.[1] ?? '');
  return [...found, ...(await tagsAndTargets(git, workTree, targets))];
}

const distinct = (objects: readonly TypedObject[]): TypedObject[] => [
  ...new Map(objects.map(each => [each.oid, each])).values(),
];

const oidsIn = (value: string): string[] => value.split(' ').filter(isOid);

const isOid = (text: string): boolean => /^[\da-f]{40,64}$/.test(text);

/** Only what is in files the command changed: the others name it still. */
async function oidsInState(
  { journal }: LostObjectsOptions,
  before: Snapshot,
  after: Pick<Snapshot, 'state'>,
): Promise<string[]> {
  const names = Object.keys(before.state).filter(
    name => !['index', 'config', SHALLOW].includes(name) && before.state[name]?.oid !== after.state[name]?.oid,
  );
  const blobs = await readBlobs(
    journal.git,
    journal.workTree,
    names.map(name => before.state[name]?.oid ?? ''),
  );
  return blobs.flatMap(bytes =>
    bytes && bytes.length <= MOST_BYTES ? (bytes.toString('latin1').match(OID) ?? []) : [],
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
export async function danglingObjects(git: GitReader, repository: Repository): Promise<DanglingObjects | undefined> {
  const args = ['fsck', '--dangling', '--no-reflogs', '--connectivity-only', '--no-progress'] as const;
  const answer = await git.read(args, repository.workTree, { timeoutMs: FSCK_MS });
  if (!answer.ok) return undefined;
  const rows = [...answer.text.matchAll(/^dangling (\w+) ([\da-f]+)$/gm)].map(([, type = '', oid = '']) => ({
    type,
    oid,
  }));
  const inTree = rows.filter(({ type }) => type === 'blob' || type === 'tree');
  const tree = inTree.length === 0 ? null : await treeHolding(repository, inTree);
  return { commits: rows.filter(({ type }) => type === 'commit' || type === 'tag').map(({ oid }) => oid), tree };
}
