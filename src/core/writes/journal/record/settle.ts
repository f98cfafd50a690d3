import type { Git } from '../../../git/writer.ts';
import { blobOid, readFound } from '../storage/disk.ts';
import { type Entry, repositoryOf, type Snapshot } from '../storage/entry.ts';
import { forget } from '../storage/forget.ts';
import { digestOf, pathsThatDiffer } from '../storage/index-file.ts';
import { writeEntry } from '../storage/manifest.ts';
import { CONFIG, keepRef, savedIndexes, updateRefs, writeBlob, writeRef } from '../storage/store.ts';
import { changedNames, describe } from './describe-changes.ts';
import { fileChanges } from './file-changes.ts';
import { lostObjects } from './kept-objects.ts';
import { takeSnapshot } from './snapshot.ts';
import { oidBytes, type Survey, survey } from './survey.ts';

/** Notes what a command left. Undefined when nothing changed and there is nothing to remember: the entry is gone then. */
export async function settle(
  git: Git,
  pending: Entry,
  outcome: Entry['outcome'],
  saved?: readonly Buffer[],
): Promise<Entry | undefined> {
  const [main] = pending.before;
  if (main === undefined) return undefined;
  const journal = main.workTree;
  const indexes = saved ?? (await savedIndexes(git, pending));
  const looked = await Promise.all(
    pending.before.map(async (before, at) => {
      const scope = pending.scopes[at] ?? NOTHING;
      const now = await survey(git, repositoryOf(before), scopeAfter(scope, before));
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
    await forget(git, journal, pending);
    return undefined;
  }
  const entry: Entry = { ...pending, outcome, before, after, files, changes };
  const bytes = Buffer.from(writeEntry(entry));
  const blobs = [bytes, ...looked.flatMap(({ config }) => config)];
  const writing = blobs.map(each => writeBlob(git, journal, each));
  const [kept] = await Promise.all([keepLost(git, entry), ...writing]);
  await writeRef(git, journal, entry.id, blobOid(bytes, looked[0]?.now.hash ?? 'sha1'), entry, kept);
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

/** Revisions mean something else after the command: what was in their way is known by name. */
function scopeAfter(scope: Entry['scopes'][number], before: Snapshot): Entry['scopes'][number] {
  if (typeof scope.untracked === 'string') return scope;
  return { ...scope, untracked: 'none', paths: [...scope.paths, ...Object.keys(before.untracked)] };
}

/** Two snapshots of which the second holds fingerprints; digests only where the indexes do not say the same. */
async function compared(before: Snapshot, index: Buffer, now: Survey) {
  const drain = takeSnapshot({ ...now, changed: null, untracked: [] }, () => true);
  let step = await drain.next();
  while (!step.done) step = await drain.next();
  const found = now.state.find(({ path }) => path === CONFIG);
  const config = found && (await readFound(found, now.hash));
  const state = { ...step.value.state, ...(config && { [CONFIG]: config.saved }) };
  const bytes = oidBytes(now.hash);
  const differs = pathsThatDiffer(index, now.index, bytes).size > 0;
  const digests = differs ? [digestOf(index, bytes), digestOf(now.index, bytes)] : [];
  return {
    before: { ...before, indexDigest: digests[0] ?? null },
    after: { ...step.value, state, indexDigest: digests[1] ?? null },
    indexChanged: digests[0] !== digests[1],
    config: config && config.saved.oid !== before.state[CONFIG]?.oid ? [config.bytes] : [],
  };
}

/** Refs on what no other ref reaches any more, in the repository that has it; those of the journal's own are to be made with the entry. */
async function keepLost(git: Git, { id, before, after }: Entry): Promise<[string, string][]> {
  const own: [string, string][] = [];
  const [main] = after;
  for (const [at, was] of before.entries()) {
    const now = after[at];
    if (now === undefined || main === undefined) continue;
    const shared = was.commonDirectory === main.commonDirectory;
    const workTree = shared ? main.workTree : was.workTree;
    if (!shared && now.head === '') continue;
    const refs = shared ? main.refs : now.refs;
    const lost = await lostObjects({ git, workTree, journal: main.workTree }, was, { ...now, refs });
    const updates = lost.map((oid, n): [string, string] => [keepRef(id, `${at}-${n}`), oid]);
    if (shared) own.push(...updates);
    else await updateRefs(git, workTree, updates);
  }
  return own;
}
