import type { Git } from '../../../git/writer.ts';
import { writtenPaths } from '../../written-paths.ts';
import { packCommits } from '../storage/commit-pack.ts';
import { digestOf, pathsThatDiffer } from '../storage/compare-indexes.ts';
import { blobOid, type HashName, readFileOnDisk } from '../storage/disk.ts';
import { type Entry, type FileChange, repositoryOf, type Snapshot } from '../storage/entry.ts';
import { forget } from '../storage/forget.ts';
import { hashOf } from '../storage/hash-name.ts';
import { writeLoose } from '../storage/loose-objects.ts';
import { manifestOf } from '../storage/manifest.ts';
import { withAllRefs } from '../storage/ref-list.ts';
import type { Sealer } from '../storage/seal.ts';
import { STASH_LOG } from '../storage/state-names.ts';
import { CONFIG, keepRef, keptCommits, savedIndexes, treeHolding, updateRefs, writeRef } from '../storage/store.ts';
import { type MovedByOthers, movedByOthers } from './by-others.ts';
import { changedNames, describeChanges, namedChanges, refKind } from './describe-changes.ts';
import { fileChanges, wasNotSaved } from './file-changes.ts';
import { filesByOthers } from './files-by-others.ts';
import { lostObjects } from './kept-objects.ts';
import { placeNow } from './linked-work-trees.ts';
import { accessTo } from './repository-access.ts';
import { takeSnapshot } from './snapshot.ts';
import { STASH } from './stashes.ts';
import { oidBytes, type Survey, survey } from './survey.ts';

/** What became of a command, or who can tell when it is known what is there now. */
type Outcome = Entry['outcome'] | ((settled: Entry) => Promise<Entry['outcome']>);

/** An entry with what changed since its snapshot was taken; nothing of it is written. */
export interface ChangesSince {
  readonly entry: Entry;
  /** With all refs, where the entry has only those that changed. */
  readonly before: readonly Snapshot[];
  readonly after: readonly Snapshot[];
  /** True when nothing changed. */
  readonly quiet: boolean;
  readonly hash: HashName;
  readonly configs: readonly Buffer[];
}

/** Compares the snapshots of an entry with what is there now. */
export async function changesSince(
  git: Git,
  pending: Entry,
  outcome: Outcome,
  known?: readonly Buffer[],
): Promise<ChangesSince> {
  const journal = pending.before[0]?.workTree;
  const saved = await withAllRefs(git, pending);
  const indexes = known ?? (await savedIndexes(git, pending));
  const places = await Promise.all(saved.map((was, at) => placeNow(was, pending.scopes[at] ?? NOTHING)));
  const own = places.map(({ gitDirectory }) => gitDirectory);
  const looked = await Promise.all(
    saved.map(async (was, at) => {
      const scope = pending.scopes[at] ?? NOTHING;
      const place = places[at] ?? repositoryOf(was);
      // Of a work tree that was not there nobody knew what its git directory would be called.
      const before = was.head === '' ? { ...was, ...place } : was;
      const made = outcome === 'ok' || !scope.writes ? [] : (await writtenPaths(git, place, scope.writes)).paths;
      // What a command was to write and the index does not know of, for it did not come so far.
      const paths = [...scope.paths, ...made];
      const now = await survey(git, place, { ...scope, paths }, { from: journal, skips: wasNotSaved(before) });
      const index = indexes[at] ?? Buffer.alloc(0);
      const moment = { snapshot: before, index };
      const differing = pathsThatDiffer(index, now.index, oidBytes(now.hash));
      const changed = await fileChanges(moment, now, scope, pending.begun, differing);
      const moves = at === 0 ? pending.moves : undefined;
      const ended = outcome === 'ok';
      const written = await filesByOthers(git, { scope, moves, before: moment, now, changes: changed, ended });
      const files = withoutPaths(changed, new Set(written));
      const found = await compared(before, index, now, differing.size > 0);
      const { begun } = pending;
      const moved = await movedByOthers(git, { ...found, begun, own, moves, failed: outcome === 'failed' });
      const others = [...namesOf(moved, 'theirs'), ...written];
      return { now, files, others, both: namesOf(moved, 'both'), ...withoutOthers(found, moved) };
    }),
  );
  const before = looked.map(each => each.before);
  const after = looked.map(each => each.after);
  const files = looked.map(each => each.files);
  const changes = looked.flatMap((each, at) =>
    describeChanges(each.before, each.after, each.files, each.indexChanged).map(says(at, pending)),
  );
  const byOthers = looked.flatMap(({ others }) => others.map(describeByOthers));
  const shared = looked[0]?.both ?? [];
  const said = [
    ...byOthers.map(name => `${name}: changed meanwhile by somebody else, and left alone by Undo`),
    ...shared.map(name => `${describeByOthers(name)}: also changed meanwhile by somebody else, so that Undo refuses`),
  ];
  const quiet = looked.every(
    each =>
      !each.indexChanged &&
      Object.keys(each.files).length === 0 &&
      each.before.head === each.after.head &&
      changedNames(each.before.refs, each.after.refs).length === 0 &&
      each.before.link === each.after.link &&
      each.before.workTree === each.after.workTree &&
      namedChanges(each.before, each.after).length === 0 &&
      changedNames(each.before.state, each.after.state).every(name => name === 'index'),
  );
  const told = { ...(shared.length > 0 && { shared }), ...(byOthers.length > 0 && { byOthers }) };
  return {
    before,
    after,
    quiet,
    hash: looked[0]?.now.hash ?? 'sha1',
    configs: looked.flatMap(({ config }) => config),
    entry: {
      ...pending,
      before: before.map((each, at) => withChangedRefs(each, after[at])),
      after: after.map((each, at) => withChangedRefs(each, before[at])),
      files,
      changes: [...pending.changes, ...changes, ...said],
      ...told,
    },
  };
}

/** Notes what a command left. Undefined when nothing changed and there is nothing to remember: the entry is gone then. */
export async function settle(
  git: Git,
  sealer: Sealer,
  pending: Entry,
  outcome: Outcome,
  known?: readonly Buffer[],
): Promise<Entry | undefined> {
  const [main] = pending.before;
  if (main === undefined) return undefined;
  const found = await changesSince(git, pending, outcome, known);
  if (found.quiet && pending.undoes === null && pending.sentTo.length === 0) {
    await forget(git, main.workTree, pending);
    return undefined;
  }
  return note(git, sealer, found, outcome);
}

/** Writes down what was found, and keeps what nothing reaches any more. */
export async function note(
  git: Git,
  sealer: Sealer,
  { entry: found, before, after, hash, configs }: ChangesSince,
  outcome: Outcome,
): Promise<Entry> {
  const [main] = found.before;
  if (main === undefined) throw new Error('An entry of the journal has no repository.');
  const lost = await keepLost(git, found, before, after);
  await Promise.all(configs.map(each => writeLoose(main.commonDirectory, 'blob', each, hash)));
  const ended = typeof outcome === 'string' ? outcome : await outcome(found);
  return writeEntry(git, sealer, { ...found, outcome: ended }, lost);
}

/** Seals an entry anew and puts it under its ref, with the commits that it keeps from now on. */
export async function writeEntry(git: Git, sealer: Sealer, entry: Entry, lost?: KeptObjects): Promise<Entry> {
  const [main] = entry.before;
  if (main === undefined) throw new Error('An entry of the journal has no repository.');
  const hash = await hashOf(main.commonDirectory);
  const packs = lost?.packs ?? [];
  const kept = lost === undefined ? entry.kept : packs.map(pack => pack && blobOid(pack, hash));
  const noted: Entry = { ...entry, kept };
  const bytes = await sealer.seal(manifestOf(noted), main);
  const blobs = [bytes, ...packs.filter(pack => pack !== null)];
  await Promise.all(blobs.map(each => writeLoose(main.commonDirectory, 'blob', each, hash)));
  await writeRef(git, main, blobOid(bytes, hash), noted, lost?.updates ?? []);
  return noted;
}

/** Of all refs only those that another moment does not have the same. */
function withChangedRefs({ refList: _, ...snapshot }: Snapshot, other: Snapshot | undefined): Snapshot {
  const names = changedNames(snapshot.refs, other?.refs ?? {}).filter(name => Object.hasOwn(snapshot.refs, name));
  return { ...snapshot, refs: Object.fromEntries(names.map(name => [name, snapshot.refs[name] ?? ''])) };
}

/** The same record where there is nothing to leave out: there may be a hundred thousand files in it. */
const withoutPaths = (files: Readonly<Record<string, FileChange>>, paths: ReadonlySet<string>) =>
  paths.size === 0 ? files : Object.fromEntries(Object.entries(files).filter(([path]) => !paths.has(path)));

const namesOf = (moved: MovedByOthers, by: 'theirs' | 'both'): string[] =>
  [...moved].flatMap(([name, each]) => (each === by ? [name] : []));

const describeByOthers = (name: string): string => (name.startsWith('refs/') ? refKind(name) : name);

/** The same comparison as if nothing had happened that only others did. */
function withoutOthers(found: Comparison, moved: MovedByOthers): Comparison {
  const theirs = new Set(namesOf(moved, 'theirs'));
  const { before } = found;
  const back = <T>(then: Readonly<Record<string, T>>, since: Readonly<Record<string, T>>, names: Iterable<string>) =>
    withoutMissing({ ...since, ...Object.fromEntries([...names].map(name => [name, then[name]])) });
  const state = [...(theirs.has(CONFIG) ? [CONFIG] : []), ...(theirs.has(STASH) ? [STASH_LOG] : [])];
  const after: Snapshot = {
    ...found.after,
    ...(theirs.has('HEAD') && { head: before.head }),
    ...(theirs.has('index') && { indexDigest: before.indexDigest }),
    refs: back(
      before.refs,
      found.after.refs,
      [...theirs].filter(name => name.startsWith('refs/')),
    ),
    state: back(before.state, found.after.state, state),
  };
  return {
    before,
    after,
    indexChanged: found.indexChanged && !theirs.has('index'),
    config: theirs.has(CONFIG) ? [] : found.config,
  };
}

/** A ref that was not there is none with no value. */
const withoutMissing = <T>(all: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const NOTHING: Entry['scopes'][number] = {
  tracked: false,
  untracked: 'none',
  unreachable: false,
  reflogs: false,
  paths: [],
  whole: false,
};

const says =
  (at: number, { before }: Entry) =>
  (words: string): string =>
    at === 0 ? words : `${words} in ${before[at]?.workTree}`;

interface Comparison {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly indexChanged: boolean;
  /** The config, where it changed. */
  readonly config: readonly Buffer[];
}

/** Two snapshots of which the second holds fingerprints; digests only where the indexes do not say the same. */
async function compared(before: Snapshot, index: Buffer, now: Survey, differs: boolean): Promise<Comparison> {
  const drain = takeSnapshot(
    { ...now, changed: null, untracked: [] },
    () => true,
    () => {},
  );
  let step = await drain.next();
  while (!step.done) step = await drain.next();
  const found = now.state.find(({ path }) => path === CONFIG);
  const read = found && (await readFileOnDisk(found, now.hash));
  const config = read === 'unreadable' ? undefined : read;
  const state = { ...step.value.state, ...(config && { [CONFIG]: config.saved }) };
  const bytes = oidBytes(now.hash);
  const digests = differs ? [digestOf(index, bytes), digestOf(now.index, bytes)] : [];
  return {
    before: { ...before, indexDigest: digests[0] ?? null },
    after: { ...step.value, state, indexDigest: digests[1] ?? null },
    indexChanged: digests[0] !== digests[1],
    config: config && config.saved.oid !== before.state[CONFIG]?.oid ? [config.bytes] : [],
  };
}

export interface KeptObjects {
  /** For each of the repositories. */
  readonly packs: (Buffer | null)[];
  /** Refs of the journal's own repository, to be changed with the entry. */
  readonly updates: (readonly [string, string | null])[];
}

/** Packs the commits that no ref reaches any more, and holds what is in them, in the repository that has it. */
export async function keepLost(
  git: Git,
  { id, scopes }: Entry,
  before: readonly Snapshot[],
  after: readonly Snapshot[],
): Promise<KeptObjects> {
  const kept: KeptObjects = { packs: [], updates: [] };
  const [main] = after;
  for (const [at, was] of before.entries()) {
    kept.packs.push(null);
    const now = after[at];
    if (now === undefined || main === undefined) continue;
    const shared = was.commonDirectory === main.commonDirectory;
    const workTree = shared ? main.workTree : was.workTree;
    const access = shared
      ? { git, repository: { workTree, commonDirectory: main.commonDirectory } }
      : await accessTo(git, repositoryOf(was), scopes[at] ?? {});
    if (access === undefined || (!shared && now.head === '')) continue;
    const refs = shared ? main.refs : now.refs;
    const there = { git: access.git, workTree: access.repository.workTree };
    const unreachable = scopes[at]?.unreachable ? await keptCommits(there.git, there.workTree, id) : [];
    const also = unreachable.map(({ oid }) => oid);
    const { commits, contents } = await lostObjects(
      { ...there, journal: { git, workTree: main.workTree } },
      was,
      { ...now, refs },
      also,
    );
    const updates: [string, string | null][] = unreachable.map(({ name }) => [name, null]);
    if (commits.length > 0) kept.packs[at] = await packCommits(there.git, there.workTree, commits);
    if (contents.length > 0) updates.push([keepRef(id, `lost${at}`), await treeHolding(access.repository, contents)]);
    if (shared) kept.updates.push(...updates);
    else await updateRefs(there.git, there.workTree, updates);
  }
  return kept;
}
