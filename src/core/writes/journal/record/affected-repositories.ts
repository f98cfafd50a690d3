import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { discover, type Repository } from '../../../repository/discover.ts';
import type { OwnMoves } from '../../own-moves.ts';
import { filesWrittenFrom, type SnapshotScope, type WriteSources } from '../../snapshot-scope.ts';
import { writtenPaths } from '../../written-paths.ts';
import type { Scope } from '../storage/entry.ts';
import { type IndexEntry, submodulesIn } from '../storage/index-file.ts';
import { hooksOf } from './hooks.ts';
import { linkedWorkTrees } from './linked-work-trees.ts';
import { readOwnIndex } from './repository-index.ts';
import { oidBytes } from './survey.ts';

/** A repository that a command can change, and how far. */
export interface AffectedRepository {
  readonly repository: Repository;
  readonly scope: Scope;
  /** Where the files come from that it writes there; null when it writes none, or nobody knows where from. */
  readonly writes: WriteSources | null;
  /** True when it is known that no hook writes files there besides. */
  readonly runsNoHook?: boolean;
}

/** The repository itself, then its submodules and the linked work trees that come, move or go. */
export async function affectedRepositories(
  git: Git,
  repository: Repository,
  touches: SnapshotScope,
  moves?: OwnMoves,
): Promise<AffectedRepository[]> {
  const { tracked, indexOnly, untracked, writes, unreachable, reflogs, administrative, named = [] } = touches;
  const runsNoHook = tracked && moves !== undefined && !(await hooksOf(git, repository, moves)).mayWriteFiles;
  const main: AffectedRepository = {
    repository,
    scope: {
      tracked,
      indexOnly,
      untracked,
      unreachable,
      reflogs,
      administrative,
      // Commands that make commits record resolutions; those that throw away what is old may throw these away too.
      resolutions: tracked || unreachable,
      paths: await pathsBesideIndex(git, repository, writes),
      whole: false,
      ...(named.length > 0 && { named }),
      ...(indexOnly && runsNoHook && { leavesFiles: true }),
    },
    writes,
    runsNoHook,
  };
  // Of a repository outside of the workspace git may be asked about the work trees that were known when it was trusted only.
  if (touches.workTreesMade !== undefined && repository.gitDirectory !== repository.commonDirectory)
    throw new GitFailure('Sluice cannot follow a work tree that is added from a linked one; add it from the main one.');
  const linked = await linkedWorkTrees(repository, touches);
  return [main, ...(await submodulesOf(git, repository, touches)), ...linked.map(each => ({ ...each, writes: null }))];
}

/** What the index does not learn of is looked at by name afterwards. */
const pathsBesideIndex = async (git: Git, repository: Repository, writes: WriteSources | null) =>
  writes?.besideIndex ? (await writtenPaths(git, repository, writes)).paths : [];

const INSIDE: Scope = {
  tracked: true,
  untracked: 'visible',
  unreachable: false,
  reflogs: false,
  resolutions: true,
  paths: [],
  whole: false,
};

/** The submodules that the command reaches into, by its words or by config, with theirs. */
async function submodulesOf(git: Git, repository: Repository, touches: SnapshotScope): Promise<AffectedRepository[]> {
  const mayRecurse = touches.tracked && touches.indexOnly !== true;
  if (!touches.submodules && !mayRecurse) return [];
  const links = await submodulesIndexed(git, repository);
  if (links.length === 0 || !(touches.submodules || (await recurses(git, repository)))) return [];
  return nestedIn(git, repository, links, touches, touches.writes?.trees ?? []);
}

const submodulesIndexed = async (git: Git, repository: Repository): Promise<IndexEntry[]> => {
  const { index, hash } = await readOwnIndex(git, repository);
  return submodulesIn(index, oidBytes(hash));
};

/** Whether config makes commands that write files go into submodules by themselves. */
const recurses = async (git: Git, { workTree }: Repository): Promise<boolean> =>
  (await git.tryRead(['config', '--type=bool', '--get', 'submodule.recurse'], workTree))?.trim() === 'true';

/** Those that are checked out. `revisions` are where the command may lead the repository around them. */
async function nestedIn(
  git: Git,
  repository: Repository,
  links: readonly IndexEntry[],
  touches: SnapshotScope,
  revisions: readonly string[],
): Promise<AffectedRepository[]> {
  const found = await Promise.all(
    links.map(async ({ path, oid }) => {
      const folder = join(repository.workTree, path);
      const discovery = await discover(folder);
      if (!discovery.ok || discovery.repository.workTree !== folder) return [];
      const own = discovery.repository;
      const there = await Promise.all(
        revisions.map(each =>
          git.tryRead(['rev-parse', '--verify', '--quiet', `${each}:${path}`], repository.workTree),
        ),
      );
      const targets = [...new Set([oid, ...there.flatMap(answer => answer?.trim() || [])])];
      const gitDirectoryInode = (await stat(own.gitDirectory)).ino;
      const untracked = touches.emptiesSubmodules ? 'ignored' : touches.untracked;
      const scope: Scope = { ...INSIDE, untracked, gitDirectoryInode };
      const { writes } = filesWrittenFrom({ trees: targets });
      const inner = await submodulesIndexed(git, own);
      return [{ repository: own, scope, writes }, ...(await nestedIn(git, own, inner, touches, targets))];
    }),
  );
  return found.flat();
}
