import { readFile } from 'node:fs/promises';
import { loadOnce } from '../../../../shared/load-once.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { WriteSources } from '../../snapshot-scope.ts';
import { type WrittenPaths, writtenPaths } from '../../written-paths.ts';
import {
  type FileOnDisk,
  findFile,
  findFiles,
  type HashName,
  isSameStats,
  type OnUnreadable,
} from '../storage/disk.ts';
import type { Scope } from '../storage/entry.ts';
import { hashOf, oidBytes } from '../storage/hash-name.ts';
import { contentsIn, entriesAt, type IndexEntry, pathsKnown, unwatchedIn } from '../storage/index-file.ts';
import { findConverted } from './converted-files.ts';
import { createFileKeeper, type DroppedFiles, NONE_DROPPED } from './file-keeper.ts';
import { type FileRank, readFileRank } from './file-rank.ts';
import { findNamed, type NamedFiles } from './named-files.ts';
import type { OutputFolder } from './output-folders.ts';
import { headLogBytesOf } from './reflog-steps.ts';
import { readHead, readRefs } from './refs.ts';
import { accessTo, type RepositoryAccess } from './repository-access.ts';
import { type OwnIndex, readIndex } from './repository-index.ts';
import { findState, findWhole } from './state-files.ts';
import { findAgain, findChanged, findInTheWay, findUntracked, type UntrackedSink } from './work-tree.ts';

export { oidBytes };

/** A repository looked at, nothing of it read yet but its index. */
export interface Survey extends OwnIndex {
  readonly repository: Repository;
  /** The way to ask it more; undefined when it is gone. */
  readonly access: RepositoryAccess | undefined;
  readonly scope: Scope;
  readonly hash: HashName;
  readonly link: string | null;
  readonly head: string;
  readonly refs: Readonly<Record<string, string>>;
  readonly headLogBytes: number | null;
  /** By their names in the git directory; a name may lie in the common one. */
  readonly state: readonly FileOnDisk[];
  readonly changed: ReadonlyMap<string, FileOnDisk | null> | null;
  readonly untracked: readonly FileOnDisk[];
  /** Paths at which a tracked file that is as the index has it may be written or removed; null when that may be any. */
  readonly rewritten: ReadonlySet<string> | null;
  /** What lies at the paths of the scope. */
  readonly atPaths: ReadonlyMap<string, FileOnDisk>;
  /** Build folders that are only counted. */
  readonly outputs: readonly OutputFolder[];
  /** Untracked files that are only counted: more than could be saved. */
  readonly dropped: DroppedFiles;
  /** Tells which of the untracked are saved first. */
  readonly rankOf: () => Promise<FileRank>;
  readonly named: NamedFiles;
  /** Files and folders that nobody may look at; those of the git directory begin with `.git/`. */
  readonly unreadable: readonly string[];
}

const EMPTY = Buffer.alloc(0);

export interface SurveyOptions {
  /** Whatever lies where these have files is looked at as well. */
  readonly writes?: WriteSources | null;
  /** True when no hook writes files besides. */
  readonly runsNoHook?: boolean | undefined;
  /** The work tree in which the command runs. */
  readonly from?: string | undefined;
  /** Has the index before the rest is known. */
  readonly seen?: (index: Buffer, hash: HashName) => void;
  /** A look that was taken before: the same files are found again, and no others are looked for. */
  readonly known?: Survey | undefined;
  /** How many untracked files of one rank are kept in mind; all when it is left out. */
  readonly most?: number;
  /** Untracked files that are of no interest. */
  readonly skips?: (path: string) => boolean;
  /** Ends the look; it rejects then. */
  readonly signal?: AbortSignal;
}

/** Looks at a repository as far as the scope goes, and changes nothing. */
export async function survey(
  given: Git,
  repository: Repository,
  scope: Scope,
  {
    writes = null,
    runsNoHook = false,
    from,
    known: before,
    seen = () => {},
    most = Number.POSITIVE_INFINITY,
    skips,
    signal,
  }: SurveyOptions = {},
): Promise<Survey> {
  const { workTree } = repository;
  const access = await accessTo(given, repository, scope, scope.whole ? from : undefined);
  const [link, hash] = await Promise.all([
    linkOf(workTree),
    hashOf((access?.repository ?? repository).commonDirectory),
  ]);
  if (access === undefined || (scope.whole && link === undefined))
    return gone(repository, scope, hash, await findNamed(scope.named ?? []));
  const { git, repository: place, hasWorkTree } = access;
  const { gitDirectory, commonDirectory } = place;
  const { index, indexMtimeMs } = scope.tracked
    ? await readIndex(git, place, hash)
    : { index: EMPTY, indexMtimeMs: null };
  seen(index, hash);
  const shared = gitDirectory !== commonDirectory && scope.whole;
  const unreadable = new Set<string>();
  const hear = (path: string) => void unreadable.add(path);
  const hearState = (name: string) => hear(gitDirectoryName(name));
  const writing = hasWorkTree && writes ? writtenPaths(git, place, writes) : null;
  const rankOf = loadOnce(() => readFileRank(git, workTree));
  const keeper = createFileKeeper(most, rankOf);
  const outputs: OutputFolder[] = [];
  const sink: UntrackedSink = {
    add: async files => {
      signal?.throwIfAborted();
      await keeper.add(skips ? files.filter(({ path }) => !skips(path)) : files);
    },
    onOutput: found => void outputs.push(found),
    onUnreadable: hear,
  };
  const [head, headLogBytes, refs, state, changed, , named, written] = await Promise.all([
    readHead(git, place),
    headLogBytesOf(place),
    shared ? {} : readRefs(git, place),
    scope.whole ? findWhole(gitDirectory, hearState) : findState(place, { ...scope, index: scope.tracked }, hearState),
    scope.tracked && !scope.leavesFiles ? changedIn(access, index, hash, hear, before) : null,
    hasWorkTree
      ? Promise.resolve(writing).then(found => lookForUntracked(git, workTree, untrackedIn(scope, found), sink, before))
      : undefined,
    findFiles(workTree, scope.paths, hear),
    writing,
  ]);
  const { files: untracked, dropped } = await keeper.result();
  const byName = await findNamed(scope.named ?? []);
  const edited = changed ?? new Map<string, FileOnDisk | null>();
  const [inTheWay, converted] =
    writes && written
      ? await Promise.all([
          findInTheWay({ git, workTree, writes, written: written.paths, changed: edited }, hear),
          findConverted({ access, index, hash, entries: rewrittenEntries(index, hash, writes, written, edited) }, hear),
        ])
      : [[], []];
  // What git has as it is on disk need not be saved.
  const looked = [...named, ...inTheWay];
  const known = pathsKnown(
    index,
    oidBytes(hash),
    looked.map(({ path }) => path),
  );
  const both = new Map(
    [...looked.filter(({ path }) => !known.has(path)), ...untracked].map(found => [found.path, found]),
  );
  return {
    repository,
    access,
    scope,
    hash,
    link: link ?? null,
    head,
    refs,
    headLogBytes,
    state,
    index,
    indexMtimeMs,
    changed: changed && new Map([...changed, ...converted.map(found => [found.path, found] as const)]),
    untracked: [...both.values()],
    rewritten: writes && written && runsNoHook ? rewrittenBy(writes, written) : null,
    atPaths: new Map(named.map(found => [found.path, found])),
    outputs,
    dropped,
    rankOf,
    named: byName,
    unreadable: [...unreadable],
  };
}

function rewrittenBy({ everyTracked }: WriteSources, { paths, rewritten, complete }: WrittenPaths): Set<string> | null {
  return everyTracked || !complete ? null : new Set([...paths, ...rewritten]);
}

/** Tracked files that a command may write or remove and that git takes for unchanged. */
function rewrittenEntries(
  index: Buffer,
  hash: HashName,
  { everyTracked }: WriteSources,
  { rewritten }: WrittenPaths,
  changed: ReadonlyMap<string, unknown>,
): IndexEntry[] {
  const entries = everyTracked
    ? contentsIn(index, oidBytes(hash))
    : [...entriesAt(index, oidBytes(hash), rewritten).values()];
  return entries.filter(({ path, stage, mode }) => stage === 0 && mode.startsWith('100') && !changed.has(path));
}

/** Whether nobody wrote anything to the work tree or the index between two looks. */
export function isSameSurvey(one: Survey, other: Survey | undefined): boolean {
  if (other === undefined || !one.index.equals(other.index)) return false;
  const filesOf = ({ changed, untracked }: Survey) =>
    new Map([...(changed ?? []), ...untracked.map(found => [found.path, found] as const)]);
  const [files, others] = [filesOf(one), filesOf(other)];
  return files.size === others.size && [...files].every(([path, found]) => isSameFound(found, others.get(path)));
}

const isSameFound = (one: FileOnDisk | null, other: FileOnDisk | null | undefined): boolean =>
  one && other ? isSameStats(one.stats, other.stats) : one === other;

/** Where there is no work tree none of its files is there. */
async function changedIn(
  { git, repository: { workTree }, hasWorkTree }: RepositoryAccess,
  index: Buffer,
  hash: HashName,
  onUnreadable: OnUnreadable,
  known: Survey | undefined,
): Promise<Map<string, FileOnDisk | null>> {
  if (hasWorkTree && known?.changed) return findAgain(workTree, [...known.changed.keys()], onUnreadable);
  if (!hasWorkTree) return new Map(contentsIn(index, oidBytes(hash)).map(({ path }) => [path, null]));
  return findChanged(git, workTree, () => unwatchedIn(index, oidBytes(hash)), onUnreadable);
}

async function lookForUntracked(
  git: Git,
  workTree: string,
  untracked: Scope['untracked'],
  sink: UntrackedSink,
  known: Survey | undefined,
): Promise<void> {
  if (known === undefined) return findUntracked(git, workTree, untracked, sink);
  const paths = known.untracked.map(({ path }) => path);
  await sink.add(await findFiles(workTree, paths, sink.onUnreadable));
}

/** A file of the git directory as a person knows it. */
export const gitDirectoryName = (name: string): string => `.git/${name}`;

/** Where it is not known what is written, all but whole ignored folders may be in the way. */
function untrackedIn({ untracked }: Scope, written: WrittenPaths | null): Scope['untracked'] {
  return written === null || written.complete || untracked === 'ignored' ? untracked : 'ignored-files';
}

const gone = (repository: Repository, scope: Scope, hash: HashName, named: NamedFiles): Survey => ({
  repository,
  access: undefined,
  scope,
  hash,
  link: null,
  head: '',
  refs: {},
  headLogBytes: null,
  state: [],
  index: EMPTY,
  indexMtimeMs: null,
  changed: scope.tracked ? new Map() : null,
  untracked: [],
  rewritten: null,
  atPaths: new Map(),
  outputs: [],
  dropped: NONE_DROPPED,
  rankOf: async () => () => 0,
  named,
  unreadable: [],
});

/** Undefined when there is no `.git` at all; null for a folder. */
async function linkOf(workTree: string): Promise<string | null | undefined> {
  const entry = await findFile(workTree, '.git');
  if (entry === undefined) return undefined;
  return entry.stats.isFile() ? readFile(entry.location, 'utf8') : null;
}
