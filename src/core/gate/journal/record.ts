import { hostname } from 'node:os';
import type { Repository } from '../../repo/discover.ts';
import type { AskGit } from '../../run/ask.ts';
import type { Origin } from '../question.ts';
import type { RemoteUpdate } from '../radius/radius.ts';
import { fileChanges } from './difference.ts';
import { blobOid } from './disk.ts';
import { laterOnDisk, timeOnDisk } from './disk-clock.ts';
import type { Entry, Snapshot } from './entry.ts';
import { digestOf } from './index-file.ts';
import { danglingObjects, lostObjects } from './keep.ts';
import { writeEntry } from './manifest.ts';
import type { Place } from './places.ts';
import { revertOf } from './reverts.ts';
import { type Limits, type Selection, select, takeSnapshot } from './snapshot.ts';
import { contentsOf, keepRef, keptRefs, readBlobs, refOf, updateRefs, writeBlobs, writeTree } from './store.ts';
import { oidBytes, type Survey, survey } from './survey.ts';
import { changedNames, count, describe } from './words.ts';

/** What an entry says besides what was found. */
export interface Facts {
  readonly id: string;
  readonly group: string | null;
  readonly time: number;
  readonly origin: Origin;
  readonly command: string;
  readonly undoes: string | null;
  readonly remote: readonly RemoteUpdate[];
}

export type Begun =
  | { readonly ok: true; readonly entry: Entry; readonly indexes: readonly Buffer[] }
  | { readonly ok: false; readonly message: string };

/** Saves what is there before a command, under a ref of its own. */
export async function begin(
  ask: AskGit,
  places: readonly Place[],
  facts: Facts,
  limits: Limits,
  evenUnsaved: boolean,
): Promise<Begun> {
  const begun = await timeOnDisk(gitDirectoryOf(places));
  const workTree = workTreeOf(places);
  const surveys = await Promise.all(places.map(({ repository, scope }) => survey(ask, repository, scope)));
  const selection = select(surveys, limits);
  if (selection.left.length > 0 && !evenUnsaved) return { ok: false, message: tooMuch(selection, limits) };
  const unreachable = await keepUnreachable(ask, places, facts.id);
  const { remote, ...said } = facts;
  const pending = {
    ...said,
    outcome: 'pending' as const,
    scopes: places.map(({ scope }) => scope),
    begun,
    writer: { host: hostname(), pid: process.pid },
    after: [],
    files: [],
    changes: [],
    reverts: remote.map(revertOf),
    sentTo: [...new Set(remote.map(each => each.remote))],
    notSaved: [...unreachable, ...leftOut(selection), ...surveys.flatMap(oddFiles)],
  };
  const before: Snapshot[] = [];
  const hash = surveys[0]?.hash ?? 'sha1';
  let manifest = '';
  await writeBlobs(ask, workTree, blobs());
  await writeRef(ask, workTree, facts.id, manifest, before, []);
  // A file as young as this is older than the command, so that none the command writes may be.
  await laterOnDisk(gitDirectoryOf(places), begun);
  return { ok: true, entry: { ...pending, before }, indexes: surveys.map(({ index }) => index) };

  async function* blobs(): AsyncGenerator<Buffer> {
    for (const each of surveys) before.push(yield* takeSnapshot(each, selection.take));
    const bytes = Buffer.from(writeEntry({ ...pending, before }));
    manifest = blobOid(bytes, hash);
    yield bytes;
  }
}

const gitDirectoryOf = ([main]: readonly Place[]): string => main?.repository.gitDirectory ?? '';
const workTreeOf = ([main]: readonly Place[]): string => main?.repository.workTree ?? '';

async function writeRef(
  ask: AskGit,
  workTree: string,
  id: string,
  manifest: string,
  before: readonly Snapshot[],
  kept: readonly (readonly [string, string])[],
): Promise<void> {
  const tree = await writeTree(ask, workTree, manifest, contentsOf(before));
  await updateRefs(ask, workTree, [[refOf(id), tree], ...kept]);
}

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

function tooMuch({ left, bytes }: Selection, limits: Limits): string {
  const what = `${count(left.length, 'file')} (${mebibytes(bytes)}), ${left[0]?.path} among them`;
  const most = `${limits.files} files or ${mebibytes(limits.bytes)}`;
  return `${what}, would not be saved: more than ${most} is too much for one snapshot. Undo could not bring them back.`;
}

function leftOut({ left, bytes }: Selection): string[] {
  if (left.length === 0) return [];
  return [
    `${count(left.length, 'file')} (${mebibytes(bytes)}) too many or too large: ${left[0]?.path}${left.length > 1 ? ', …' : ''}`,
  ];
}

/** Sockets, pipes and devices, of which there is nothing to save. */
const oddFiles = ({ untracked }: Survey): string[] =>
  untracked
    .filter(({ stats }) => !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink())
    .map(({ path }) => `${path} is no regular file`);

/** Objects no ref reaches, when the command throws those away; what could not be kept, in words. */
async function keepUnreachable(ask: AskGit, places: readonly Place[], id: string): Promise<string[]> {
  const said = await Promise.all(
    places.map(async ({ repository: { workTree }, scope }) => {
      if (!scope.unreachable) return [];
      const dangling = await danglingObjects(ask, workTree);
      if (dangling === undefined) return ['objects that no branch or tag reaches: looking for them took too long'];
      const trees: [string, string][] = dangling.tree === null ? [] : [[keepRef(id, 'objects'), dangling.tree]];
      const commits = dangling.commits.map((oid, at): [string, string] => [keepRef(id, `u${at}`), oid]);
      await updateRefs(ask, workTree, [...trees, ...commits]);
      return [];
    }),
  );
  return said.flat();
}

/** Notes what a command left. Undefined when nothing changed and there is nothing to remember: the entry is gone then. */
export async function settle(
  ask: AskGit,
  pending: Entry,
  outcome: Entry['outcome'],
  saved?: readonly Buffer[],
): Promise<Entry | undefined> {
  const [main] = pending.before;
  if (main === undefined) return undefined;
  const journal = main.workTree;
  const indexes = saved ?? (await savedIndexes(ask, pending));
  const looked = await Promise.all(
    pending.before.map(async (before, at) => {
      const scope = pending.scopes[at] ?? NOTHING;
      const now = await survey(ask, repositoryOf(before), scopeAfter(scope, before));
      const index = indexes[at] ?? Buffer.alloc(0);
      const files = await fileChanges({ snapshot: before, index }, now, scope, pending.begun);
      return { now, files, ...(await compared(before, index, now)) };
    }),
  );
  const before = looked.map(each => each.before);
  const after = looked.map(each => each.after);
  const files = looked.map(each => each.files);
  const changes = looked.flatMap((each, at) =>
    describe(each.before, each.after, each.files, each.indexChanged).map(says(at, pending)),
  );
  const quiet = looked.every(
    each =>
      !each.indexChanged &&
      Object.keys(each.files).length === 0 &&
      each.before.head === each.after.head &&
      changedNames(each.before.refs, each.after.refs).length === 0 &&
      changedNames(each.before.state, each.after.state).every(name => name === 'index'),
  );
  if (quiet && pending.undoes === null && pending.reverts.length === 0) {
    await forget(ask, journal, pending);
    return undefined;
  }
  const entry: Entry = { ...pending, outcome, before, after, files, changes };
  const bytes = Buffer.from(writeEntry(entry));
  const [kept] = await Promise.all([
    keepLost(ask, entry),
    writeBlobs(
      ask,
      journal,
      (async function* () {
        yield bytes;
      })(),
    ),
  ]);
  await writeRef(ask, journal, entry.id, blobOid(bytes, looked[0]?.now.hash ?? 'sha1'), before, kept);
  return entry;
}

const NOTHING = {
  tracked: false,
  untracked: 'none',
  unreachable: false,
  reflogs: false,
  paths: [],
  whole: false,
} as const;

const says =
  (at: number, { before }: Entry) =>
  (words: string): string =>
    at === 0 ? words : `${words} in ${before[at]?.workTree}`;

export const repositoryOf = ({ gitDirectory, commonDirectory, workTree }: Snapshot): Repository => ({
  gitDirectory,
  commonDirectory,
  workTree,
});

/** Revisions mean something else after the command: what was in their way is known by name. */
function scopeAfter(scope: Entry['scopes'][number], before: Snapshot): Entry['scopes'][number] {
  if (typeof scope.untracked === 'string') return scope;
  return { ...scope, untracked: 'none', paths: [...scope.paths, ...Object.keys(before.untracked)] };
}

export async function savedIndexes(ask: AskGit, { before }: Entry): Promise<Buffer[]> {
  const oids = before.map(({ state }) => state.index?.oid);
  const there = oids.filter(oid => oid !== undefined);
  const blobs = await readBlobs(ask, before[0]?.workTree ?? '', there);
  return oids.map(oid => (oid === undefined ? undefined : blobs[there.indexOf(oid)]) ?? Buffer.alloc(0));
}

/** Two snapshots of which the second holds fingerprints; digests only where the indexes are not the same to the byte. */
async function compared(before: Snapshot, index: Buffer, now: Survey) {
  const drain = takeSnapshot({ ...now, changed: null, untracked: [], staged: [] }, () => true);
  let step = await drain.next();
  while (!step.done) step = await drain.next();
  const bytes = oidBytes(now.hash);
  const differs = !index.equals(now.index);
  const digests = differs ? [digestOf(index, bytes), digestOf(now.index, bytes)] : [];
  return {
    before: { ...before, indexDigest: digests[0] ?? null },
    after: { ...step.value, indexDigest: digests[1] ?? null },
    indexChanged: digests[0] !== digests[1],
  };
}

/** Refs on what no other ref reaches any more, in the repository that has it; those of the journal's own are to be made with the entry. */
async function keepLost(ask: AskGit, { id, before, after }: Entry): Promise<[string, string][]> {
  const own: [string, string][] = [];
  const [main] = after;
  for (const [at, was] of before.entries()) {
    const now = after[at];
    if (now === undefined || main === undefined) continue;
    const shared = was.commonDirectory === main.commonDirectory;
    const workTree = shared ? main.workTree : was.workTree;
    if (!shared && now.head === '') continue;
    const refs = shared ? main.refs : now.refs;
    const lost = await lostObjects({ ask, workTree, journal: main.workTree }, was, { ...now, refs });
    const updates = lost.map((oid, n): [string, string] => [keepRef(id, `${at}-${n}`), oid]);
    if (shared) own.push(...updates);
    else await updateRefs(ask, workTree, updates);
  }
  return own;
}

/** Removes an entry and the refs that keep its commits, also those in submodules. */
export async function forget(
  ask: AskGit,
  journal: string,
  { id, before }: Pick<Entry, 'id' | 'before'>,
): Promise<void> {
  const [main] = before;
  for (const each of before.slice(1)) {
    if (each.commonDirectory === main?.commonDirectory) continue;
    const kept = await keptRefs(ask, each.workTree, id).catch(() => []);
    await updateRefs(
      ask,
      each.workTree,
      kept.map(name => [name, null]),
    );
  }
  const kept = await keptRefs(ask, journal, id);
  await updateRefs(
    ask,
    journal,
    [...kept, refOf(id)].map(name => [name, null]),
  );
}
