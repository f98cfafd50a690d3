import { hostname } from 'node:os';
import { quote } from '../../../command/quote.ts';
import type { Git } from '../../../git/writer.ts';
import type { RemoteUpdate, StatusListing } from '../../impact/impact.ts';
import { type ContentWriter, createContentWriter } from '../storage/content-writer.ts';
import { blobOid } from '../storage/disk.ts';
import { laterOnDisk } from '../storage/disk-clock.ts';
import type { Entry, Permissions, Snapshot } from '../storage/entry.ts';
import { forget } from '../storage/forget.ts';
import { regularFilesIn } from '../storage/index-file.ts';
import { manifestOf } from '../storage/manifest.ts';
import { refListOf } from '../storage/ref-list.ts';
import type { Sealer } from '../storage/seal.ts';
import { keepRef, UNREACHABLE, updateRefs, writeRef } from '../storage/store.ts';
import type { AffectedRepository } from './affected-repositories.ts';
import { danglingObjects } from './kept-objects.ts';
import { type Look, lookAgain, lookAt, stillOf, writeEarly } from './look.ts';
import { readPermissions } from './permissions.ts';
import { type Limits, type Selection, selectFiles } from './select-files.ts';
import { takeSnapshot } from './snapshot.ts';
import { keepStaged } from './staged.ts';
import { oidBytes, type Survey, survey } from './survey.ts';
import {
  isBeyond,
  isTooMuch,
  notSavedWords,
  type Unsaved,
  unreadableFiles,
  unsavedIn,
  unsavedMessage,
} from './unsaved.ts';

/** A change of GitHub: it is listed with what takes it back, and never undone. */
export interface Elsewhere {
  readonly host: string;
  /** Redacted, as the rest: commands that take it back, and what it changes in words a person reads. */
  readonly reverts: readonly string[];
  readonly changes: readonly string[];
}

/** The part of an entry that is known before anything was looked at. */
export interface Facts
  extends Pick<
    Entry,
    | 'id'
    | 'group'
    | 'time'
    | 'origin'
    | 'actor'
    | 'command'
    | 'undoes'
    | 'inPart'
    | 'moves'
    | 'checkpoint'
    | 'label'
    | 'call'
  > {
  readonly remote: readonly RemoteUpdate[];
  readonly elsewhere?: Elsewhere | undefined;
}

/** A mutation that is saved and has not run yet, with the indexes as they were. */
export interface PendingEntry {
  readonly entry: Entry;
  readonly indexes: readonly Buffer[];
}

/** The part of what is not saved that the person knows of and said yes to. */
export type ToldUnsaved = Unsaved | 'anything' | null;

export type BeginEntryResult =
  | { readonly ok: true; readonly pending: PendingEntry }
  | { readonly ok: false; readonly code: 'too-much' | 'unreadable'; readonly message: string };

/** What makes it sooner done. */
export interface BeginHints {
  /** What was seen when it was foreseen what can be saved. */
  readonly foreseen?: readonly Survey[] | undefined;
  /**
   * Called when all files are read, or need not be, and what is left to do is short. Where git status is asked then, what it
   * lists need not be looked for again.
   */
  readonly onLastLook?: (() => Promise<StatusListing | undefined>) | undefined;
}

/**
 * Saves what is there before a command, under a ref of its own. Saving takes time, in which people and programs go on: what
 * they changed meanwhile is saved too, by looking again when it is done.
 */
export async function begin(...saving: Parameters<typeof saveAll>): Promise<BeginEntryResult> {
  const [git, , affected, { id }] = saving;
  const [main] = affected;
  // There is no entry yet with which they would expire, nor anything that it owns.
  const dropRefs = async () =>
    main && forget(git, main.repository.workTree, { id, before: affected.map(each => each.repository), owned: [] });
  try {
    const begun = await saveAll(...saving);
    if (!begun.ok) await dropRefs();
    return begun;
  } catch (error) {
    // Where git does not answer any more they go with the strays.
    await dropRefs().catch(() => undefined);
    throw error;
  }
}

async function saveAll(
  git: Git,
  sealer: Sealer,
  affected: readonly AffectedRepository[],
  facts: Facts,
  limits: Limits,
  told: ToldUnsaved,
  ownedBefore: () => Promise<ReadonlySet<string>>,
  { foreseen = [], onLastLook = async () => undefined }: BeginHints = {},
): Promise<BeginEntryResult> {
  const { workTree = '', gitDirectory = '', commonDirectory = '' } = affected[0]?.repository ?? {};
  const contents = createContentWriter(git, { workTree, commonDirectory }, ownedBefore);
  const unreachable = await keepUnreachable(git, affected, facts.id);
  const refusal = (found: Unsaved): BeginEntryResult | undefined => {
    if (told === 'anything' || !isBeyond(found, told)) return undefined;
    const code = isTooMuch(found) ? 'too-much' : 'unreadable';
    return { ok: false, code, message: unsavedMessage(found, limits) ?? '' };
  };
  const options = { git, affected, limits };
  const canLose = affected.some(
    ({ scope }) => scope.indexOnly !== true && (scope.tracked || scope.untracked !== 'none'),
  );
  if (!canLose) void onLastLook();
  let look = await lookAt(options, { contents, known: canLose ? stillOf(affected, foreseen) : [] });
  for (let round = 1; ; round += 1) {
    const selection = await selectFiles(look.surveys, limits);
    const early = refusal(unsavedIn(selection, []));
    if (early !== undefined) return early;
    const { entry, manifest, unsaved } = await save(sealer, contents, affected, facts, {
      look,
      selection,
      unreachable,
    });
    const refused = refusal(unsaved);
    if (refused !== undefined) return refused;
    const [again, written] = await Promise.all([
      canLose ? lookAgain(options, look, round, onLastLook()) : undefined,
      Promise.all(look.early),
    ]);
    for (const result of written.flat()) if (result.status === 'rejected') throw result.reason;
    if (again === undefined) {
      await writeRef(git, { workTree, commonDirectory }, manifest, entry, []);
      // A file as young as this counts as older than the command, so that none the command writes may be.
      await laterOnDisk(gitDirectory, look.begun);
      return { ok: true, pending: { entry, indexes: look.surveys.map(({ index }) => index) } };
    }
    look = { ...again, early: again.surveys.flatMap(({ index, hash }) => writeEarly(contents, index, hash)) };
  }
}

/** Tells, without saving anything, what a snapshot would not have, and what was seen. */
export async function foreseeUnsaved(
  git: Git,
  affected: readonly AffectedRepository[],
  limits: Limits,
  signal: AbortSignal,
): Promise<{ readonly unsaved: Unsaved; readonly surveys: readonly Survey[] }> {
  const options = { most: limits.files, signal };
  const surveys = await Promise.all(
    affected.map(({ repository, scope, writes, runsNoHook }) =>
      survey(git, repository, scope, { ...options, writes, runsNoHook }),
    ),
  );
  const selection = await selectFiles(surveys, limits);
  return { unsaved: unsavedIn(selection, await unreadableFiles(surveys, selection)), surveys };
}

interface Material {
  readonly look: Look;
  readonly selection: Selection;
  /** Objects that could not be kept, in words. */
  readonly unreachable: readonly string[];
}

/** Writes the contents and the manifest of an entry; nothing refers to them yet. */
async function save(
  sealer: Sealer,
  contents: ContentWriter,
  affected: readonly AffectedRepository[],
  { remote, elsewhere, ...said }: Facts,
  { look: { surveys, begun }, selection, unreachable }: Material,
): Promise<{ entry: Entry; manifest: string; unsaved: Unsaved }> {
  const { commonDirectory = '' } = affected[0]?.repository ?? {};
  const unreadable = new Set(surveys.flatMap(each => each.unreadable));
  const before: Snapshot[] = [];
  const entryOf = (): Entry => ({
    ...said,
    // No command follows a checkpoint: it is all there is.
    outcome: said.checkpoint ? ('ok' as const) : ('pending' as const),
    scopes: affected.map(({ scope, writes }) => ({ ...scope, writes })),
    begun,
    writer: { host: hostname(), pid: process.pid },
    before,
    after: [],
    kept: [],
    files: [],
    changes: elsewhere?.changes ?? [],
    reverts: [...remote.map(revertOf), ...(elsewhere?.reverts ?? [])],
    sentTo: [...new Set([...remote.map(each => each.remote), ...(elsewhere ? [elsewhere.host] : [])])],
    ...stored,
    notSaved: [...unreachable, ...notSavedWords(unsavedIn(selection, unreadable)), ...surveys.flatMap(oddFiles)],
  });
  const hash = surveys[0]?.hash ?? 'sha1';
  let manifest = '';
  let stored: Pick<Entry, 'storedBytes' | 'owned'> = { storedBytes: 0, owned: [] };
  const permissions = Promise.all(surveys.map(each => surveyPermissions(each, said.undoes !== null)));
  await Promise.all([contents.writeAll(blobs(), hash), keepStaged(surveys, said.id), permissions]);
  return { entry: entryOf(), manifest, unsaved: unsavedIn(selection, unreadable) };

  async function* blobs(): AsyncGenerator<Buffer> {
    const hear = (path: string) => void unreadable.add(path);
    for (const [at, each] of surveys.entries()) {
      const snapshot = yield* takeSnapshot(each, selection.take, hear);
      const found = (await permissions)[at];
      const list = refListOf(snapshot.refs);
      yield list;
      before.push({ ...snapshot, ...(found && { permissions: found }), refList: blobOid(list, hash) });
    }
    stored = await contents.written();
    const bytes = await sealer.seal(manifestOf(entryOf()), { commonDirectory });
    manifest = blobOid(bytes, hash);
    yield bytes;
  }
}

/** Undefined where no file is written or removed. An undo knows by name what it writes. */
async function surveyPermissions(looked: Survey, isUndo: boolean): Promise<Permissions | undefined> {
  const { repository, scope, index, hash, untracked, changed, rewritten } = looked;
  if (scope.indexOnly || index.length + untracked.length === 0) return undefined;
  const named = new Set(scope.paths);
  const wanted = isUndo ? named : rewritten;
  const tracked = regularFilesIn(index, oidBytes(hash), wanted);
  const others = [...named, ...(changed?.keys() ?? []), ...untracked.map(({ path }) => path)];
  return readPermissions(repository.workTree, tracked, others, isUndo || rewritten === null);
}

/** The command that would take back what a push did to one ref, unless somebody has moved it since. */
export function revertOf({ remote, ref, from, to }: RemoteUpdate): string {
  if (from === null) return quote('git', ['push', remote, '--delete', ref]);
  if (to === null) return quote('git', ['push', remote, `${from}:${ref}`]);
  return quote('git', ['push', `--force-with-lease=${ref}:${to}`, remote, `${from}:${ref}`]);
}

/** Sockets, pipes and devices, of which there is nothing to save. */
const oddFiles = ({ untracked }: Survey): string[] =>
  untracked
    .filter(({ stats }) => !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink())
    .map(({ path }) => `${path} is not a regular file`);

/** Keeps objects that no ref reaches, when the command throws those away; answers with what could not be kept, in words. */
async function keepUnreachable(git: Git, affected: readonly AffectedRepository[], id: string): Promise<string[]> {
  const said = await Promise.all(
    affected.map(async ({ repository, scope }) => {
      if (!scope.unreachable) return [];
      const dangling = await danglingObjects(git, repository);
      if (dangling === undefined) return ['objects that no branch or tag reaches: looking for them took too long'];
      const trees: [string, string][] = dangling.tree === null ? [] : [[keepRef(id, 'objects'), dangling.tree]];
      // Refs only while the command runs: once it has, they are packed with all that is lost.
      const commits = dangling.commits.map((oid, at): [string, string] => [keepRef(id, `${UNREACHABLE}${at}`), oid]);
      await updateRefs(git, repository.workTree, [...trees, ...commits]);
      return [];
    }),
  );
  return said.flat();
}
