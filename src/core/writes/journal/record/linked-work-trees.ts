import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import { gitLinkTarget } from '../../../git/inspect/git-directories.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { SnapshotScope } from '../../snapshot-scope.ts';
import { findFile, statIfThere } from '../storage/disk.ts';
import { repositoryOf, type Scope, type Snapshot } from '../storage/entry.ts';
import { WORK_TREES } from '../storage/state-names.ts';
import { realTarget } from './named-files.ts';

/** The whole of a work tree with all that is in it, ignored files too. */
const CONTENTS: Scope = {
  tracked: true,
  untracked: 'ignored',
  unreachable: false,
  reflogs: false,
  paths: [],
  whole: true,
};
/** Where it is, and what leads there and back. */
const LINKS: Scope = { ...CONTENTS, tracked: false, untracked: 'none' };

/** The linked work trees that a command can make, move, link anew or remove. */
export async function linkedWorkTrees(
  main: Repository,
  { workTrees, workTreesMade = [], workTreesLinked }: SnapshotScope,
): Promise<{ readonly repository: Repository; readonly scope: Scope }[]> {
  if (workTrees.length + workTreesMade.length === 0 && workTreesLinked === undefined) return [];
  const known = await knownWorkTrees(main);
  const isNamed = ({ workTree }: Repository) =>
    workTrees.some(each => resolve(main.workTree, each) === workTree || workTree.endsWith(`/${each}`));
  const others = await Promise.all((workTreesLinked ?? []).map(folder => placeOf(main, folder)));
  const linked = workTreesLinked === undefined ? [] : [...known, ...others];
  return [
    ...known.filter(isNamed).map(repository => ({ repository, scope: CONTENTS })),
    ...(await Promise.all(workTreesMade.map(folder => madeAt(main, folder)))),
    ...[...new Map(linked.map(each => [each.workTree, each])).values()].map(repository => ({
      repository,
      scope: LINKS,
    })),
  ];
}

async function knownWorkTrees(main: Repository): Promise<Repository[]> {
  const folder = join(main.commonDirectory, WORK_TREES);
  const names = await readdir(folder).catch(ifMissing([]));
  const found = await Promise.all(
    names.map(async name => {
      const gitDirectory = join(folder, name);
      const workTree = await workTreeOf(gitDirectory);
      return workTree === undefined ? [] : [{ ...main, gitDirectory, workTree }];
    }),
  );
  return found.flat();
}

/** The work tree that a git directory of `worktrees` names; undefined when there is none in that place. */
export async function workTreeOf(gitDirectory: string): Promise<string | undefined> {
  const text = await readFile(join(gitDirectory, 'gitdir'), 'utf8').catch(ifMissing(''));
  const link = text === '' ? undefined : resolve(gitDirectory, text.trim());
  return link !== undefined && (await statIfThere(link)) !== undefined ? dirname(link) : undefined;
}

/** A folder as a work tree of this repository: with the git directory it leads to, or the one that git would make first. */
async function placeOf(main: Repository, folder: string): Promise<Repository> {
  const workTree = await realTarget(folder);
  const gitDirectory = await ownGitDirectory(main, workTree);
  return {
    ...main,
    workTree,
    gitDirectory: gitDirectory ?? join(main.commonDirectory, WORK_TREES, basename(workTree)),
  };
}

/** The git directory that a work tree leads to, if it is one of this repository's linked ones. */
async function ownGitDirectory({ commonDirectory }: Repository, workTree: string): Promise<string | undefined> {
  const found = await findFile(workTree, '.git');
  if (!found?.stats.isFile()) return undefined;
  const target = gitLinkTarget(await readFile(found.location, 'utf8'), workTree);
  return dirname(target) === join(commonDirectory, WORK_TREES) ? target : undefined;
}

/** A work tree that is to come, with the folders that git makes on the way to it. */
async function madeAt(main: Repository, folder: string) {
  const repository = await placeOf(main, folder);
  const named: string[] = [];
  for (let path = repository.workTree; path !== dirname(path); path = dirname(path)) {
    named.push(path);
    if ((await statIfThere(path)) !== undefined) break;
  }
  return { repository, scope: { ...CONTENTS, named: named.map(path => ({ path, kind: 'file' as const })) } };
}

/** Where the work tree of a snapshot is now: one that was made has got a git directory, one that was there may have been moved. */
export async function placeNow(before: Snapshot, { whole }: Pick<Scope, 'whole'>): Promise<Repository> {
  const repository = repositoryOf(before);
  if (!whole) return repository;
  if (before.head === '') {
    const gitDirectory = await ownGitDirectory(repository, before.workTree);
    return gitDirectory === undefined ? repository : { ...repository, gitDirectory };
  }
  const workTree = await workTreeOf(before.gitDirectory);
  const isOther = workTree !== undefined && (await statIfThere(join(before.workTree, '.git'))) === undefined;
  return isOther && (await ownGitDirectory(repository, workTree)) === before.gitDirectory
    ? { ...repository, workTree }
    : repository;
}
