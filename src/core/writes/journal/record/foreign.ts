import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withTemporary } from '../../../git/temporary.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { disk } from '../../../repository/files.ts';
import type { RemoteUpdate } from '../../impact/impact.ts';
import { decodeName } from '../storage/byte-names.ts';
import { blobOid, type HashName } from '../storage/disk.ts';
import { type Entry, isCheckpoint, type Scope, type Snapshot } from '../storage/entry.ts';
import { entriesAt, unwatchedIn } from '../storage/index-file.ts';
import { writeLoose } from '../storage/loose-objects.ts';
import { withAllRefs } from '../storage/ref-list.ts';
import { refOf, savedIndexes } from '../storage/store.ts';
import { revertOf } from './begin.ts';
import { changedNames } from './describe-changes.ts';
import { type RefState, readRefState } from './ref-state.ts';
import { headStepsSince, stepsIn } from './reflog-steps.ts';
import { readOwnIndex } from './repository-index.ts';
import { type ChangesSince, changesSince } from './settle.ts';
import { STASH } from './stashes.ts';
import { oidBytes } from './survey.ts';

/** What somebody changed without us, as an entry that is not written yet, and the state it was told from. */
export interface ForeignChange {
  readonly state: RefState;
  /** Undefined when nothing moved that is worth an entry. */
  readonly found: ChangesSince | undefined;
}

/** While one of these is there git is in the middle of something, and moves HEAD by the way. */
const UNDER_WAY = ['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_LOG'];

/**
 * Tells what moved since a state was read, and no entry of ours explains. Only what is worth an undo counts: a fetch, and what
 * git does to keep house, move no branch. To be called in a turn, so that no command of ours is under way.
 */
export async function foreignChange(
  git: Git,
  repository: Repository,
  known: RefState,
  entries: readonly Entry[],
  facts: Pick<Entry, 'id' | 'time'>,
  redact: (text: string) => string,
): Promise<ForeignChange | undefined> {
  const { workTree, gitDirectory, commonDirectory } = repository;
  const underWay = await Promise.all(UNDER_WAY.map(name => disk.exists(join(gitDirectory, name))));
  if (underWay.some(Boolean)) return undefined;
  const state = await readRefState(git, repository);
  const before = explained(known, state, entries);
  const moved = changedNames(before.refs, state.refs);
  const steps = new Map(
    await Promise.all(moved.map(async name => [name, await lastStep(commonDirectory, name)] as const)),
  );
  const counts = moved.filter(name => isWorthAnEntry(name, before.refs, state, steps.get(name) ?? '', known));
  if (counts.length === 0 && before.head === state.head) return { state, found: undefined };

  // All else is as it is now, whatever it was.
  const refs = { ...state.refs };
  for (const name of counts) {
    delete refs[name];
    const was = before.refs[name];
    if (was !== undefined) refs[name] = was;
  }
  const said = (await headStepsSince(repository, known.headLogBytes))?.at(-1)?.message ?? '';
  const commits = { from: commitOf(before.head, before.refs), to: commitOf(state.head, state.refs) };
  const { index: now, hash } = await readOwnIndex(git, repository);
  const saved = await bestSnapshot(git, entries, before.head, commits.from);
  // A commit leaves the index and the files as they were: what it has is what was staged.
  const movesFiles = commits.from !== commits.to && commits.to !== '' && !said.startsWith('commit');
  const index =
    movesFiles && (await isAsHead(git, workTree, now, hash))
      ? await indexOf(git, workTree, commits.from, saved)
      : undefined;
  if (index !== undefined) await writeLoose(commonDirectory, 'blob', index, hash);
  const pushed = counts.filter(name => name.startsWith(REMOTES));
  const pushes = pushed.flatMap(name => pushOf(name, before.refs[name] ?? null, state.refs[name] ?? null));
  const snapshot: Snapshot = {
    ...repository,
    ...{ link: null, head: before.head, refs, state: {}, headLogBytes: null, indexMtimeMs: null, indexDigest: null },
    changed: index === undefined ? null : (saved?.changed ?? {}),
    untracked: {},
  };
  const scope: Scope = {
    ...{ tracked: index !== undefined, untracked: 'none', unreachable: false, reflogs: false, paths: [], whole: false },
  };
  const pending: Entry = {
    ...facts,
    ...{ group: null, origin: 'foreign', command: '', undoes: null, outcome: 'ok', scopes: [scope], begun: 0 },
    writer: { host: hostname(), pid: process.pid },
    ...{ before: [snapshot], after: [], kept: [], storedBytes: index?.length ?? 0, owned: [], files: [], changes: [] },
    reverts: pushes.map(revertOf),
    sentTo: [...new Set(pushes.map(each => each.remote))],
    notSaved: index === undefined ? [] : [saved === undefined ? NOTHING_SAVED : savedAt(saved)],
  };
  const edited = index === undefined ? new Set<string>() : await editedFiles(git, workTree);
  const found = onlyMoved(await changesSince(git, pending, 'ok', [index ?? now]), { now, hash, index, edited });
  const { entry } = found;
  // Moved in another work tree, which has an entry of its own.
  if (entry.changes.length === 0) return { state, found: undefined };
  const command = redact(said.replaceAll(/\s+/g, ' ').slice(0, 200) || (entry.changes[0] ?? ''));
  return { state, found: { ...found, entry: { ...entry, command } } };
}

const REMOTES = 'refs/remotes/';
const NOTHING_SAVED = 'what was not committed before: nobody had a snapshot of it';

const savedAt = ({ entry: { command, time } }: SavedBefore): string =>
  `what was edited after ${command} (${new Date(time).toISOString()}), to which Undo takes those files`;

/** The state that was known, moved on by the entries that came to the journal since. */
function explained(known: RefState, state: RefState, entries: readonly Entry[]): Pick<RefState, 'head' | 'refs'> {
  const refs: Record<string, string> = { ...known.refs };
  let { head } = known;
  const fresh = entries.filter(
    entry => !isCheckpoint(entry) && known.journal[refOf(entry.id)] !== state.journal[refOf(entry.id)],
  );
  for (const {
    before: [was],
    after: [is],
  } of fresh.toReversed()) {
    if (was === undefined || is === undefined) continue;
    for (const name of changedNames(was.refs, is.refs)) {
      if (refs[name] !== was.refs[name]) continue;
      const to = is.refs[name];
      if (to === undefined) delete refs[name];
      else refs[name] = to;
    }
    if (head === was.head) head = is.head;
  }
  return { head, refs };
}

/** Whether a ref is one that people lose work by, and was not moved by a fetch. */
function isWorthAnEntry(
  name: string,
  before: RefState['refs'],
  state: RefState,
  step: string,
  known: Pick<RefState, 'fetched'>,
): boolean {
  if (name.startsWith('refs/heads/')) return !step.startsWith('fetch');
  // A push moves it too; so does a fetch, whose steps say so.
  if (name.startsWith(REMOTES)) return step.startsWith('update by push') && state.refs[name] !== undefined;
  // A fetch makes tags, moves and prunes them, and writes down that it was there.
  if (name.startsWith('refs/tags/')) return before[name] !== undefined && state.fetched === known.fetched;
  return name === STASH;
}

const lastStep = async (commonDirectory: string, name: string): Promise<string> => {
  const log = await readFile(join(commonDirectory, 'logs', name)).catch(() => undefined);
  return (log && stepsIn(log).at(-1)?.message) ?? '';
};

const commitOf = (head: string, refs: RefState['refs']): string =>
  head.startsWith('ref: ') ? (refs[head.slice('ref: '.length)] ?? '') : head;

/** Whether nothing is staged, nor hidden from git, so that it is known what the index was as well. */
async function isAsHead(git: Git, workTree: string, index: Buffer, hash: HashName): Promise<boolean> {
  if (unwatchedIn(index, oidBytes(hash)).length > 0) return false;
  const answer = await git.read(['diff-index', '--cached', '--quiet', 'HEAD', '--'], workTree, { accepts: [1] });
  return answer.ok && (answer.exitCode ?? 0) === 0;
}

interface SavedBefore {
  readonly entry: Entry;
  readonly changed: NonNullable<Snapshot['changed']>;
  readonly index: Buffer | undefined;
}

/** The newest snapshot of the files on the commit that HEAD was at: it knows what was not committed. */
async function bestSnapshot(
  git: Git,
  entries: readonly Entry[],
  head: string,
  commit: string,
): Promise<SavedBefore | undefined> {
  const entry = entries.filter(isCheckpoint)[0];
  const [was] = entry === undefined ? [] : await withAllRefs(git, entry);
  if (entry === undefined || was === undefined || was.changed === null) return undefined;
  if (was.head !== head || commitOf(was.head, was.refs) !== commit) return undefined;
  const [index] = await savedIndexes(git, entry);
  return { entry, changed: was.changed, index };
}

/** The index of a commit with nothing staged, or as a snapshot had it. */
async function indexOf(
  git: Git,
  workTree: string,
  commit: string,
  saved: SavedBefore | undefined,
): Promise<Buffer | undefined> {
  if (commit === '') return undefined;
  if (saved?.index !== undefined && saved.index.length > 0) return saved.index;
  return withTemporary('index', async folder => {
    const indexFile = join(folder, 'index');
    await git.write(['read-tree', commit], workTree, { indexFile });
    return readFile(indexFile);
  });
}

interface SeenFiles {
  readonly now: Buffer;
  readonly hash: HashName;
  /** The index that comes back; undefined where it stays. */
  readonly index: Buffer | undefined;
  /** Tracked files that are not as the index has them. */
  readonly edited: ReadonlySet<string>;
}

const editedFiles = async (git: Git, workTree: string): Promise<ReadonlySet<string>> =>
  new Set(decodeName(await git.readBytes(['diff-files', '-z', '--name-only'], workTree)).split('\0'));

/** Without state that is not known, and without files that are not as the last commit has them: those are somebody's work. */
function onlyMoved(found: ChangesSince, { now, hash, index, edited }: SeenFiles): ChangesSince {
  const { entry } = found;
  const [before, after, files = {}] = [entry.before[0], entry.after[0], entry.files[0]];
  if (before === undefined || after === undefined) return found;
  const tracked = entriesAt(now, oidBytes(hash), Object.keys(files));
  const kept = Object.entries(files).filter(([path, { after: is }]) =>
    is === null ? !tracked.has(path) : tracked.has(path) && (is.clean === true || !edited.has(path)),
  );
  const state = index === undefined ? {} : { index: { mode: 'file', oid: blobOid(index, hash) } as const };
  // Counted as the files that are left, and not what the state of git says of itself.
  const changes = entry.changes.filter(words => /^(?:switched|detached|moved|made (?!\d)|deleted (?!\d))/.test(words));
  const count = kept.length === 0 ? [] : [`changed ${kept.length} ${kept.length === 1 ? 'file' : 'files'}`];
  return {
    ...found,
    configs: [],
    before: found.before.map(withoutState),
    after: found.after.map(withoutState),
    entry: {
      ...entry,
      before: [{ ...before, state }],
      after: [{ ...after, state: {} }],
      files: [Object.fromEntries(kept)],
      changes: [...changes, ...(changes.length === 0 ? [] : count)],
    },
  };
}

const withoutState = (snapshot: Snapshot): Snapshot => ({ ...snapshot, state: {} });

function pushOf(name: string, from: string | null, to: string | null): RemoteUpdate[] {
  const [remote = '', ...branch] = name.slice(REMOTES.length).split('/');
  return [{ remote, ref: `refs/heads/${branch.join('/')}`, from, to, forced: false }];
}
