import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { Git } from '../../../git/writer.ts';
import { discover, type Repository } from '../../../repository/discover.ts';
import type { SnapshotScope } from '../../snapshot-scope.ts';
import type { Scope } from '../storage/entry.ts';
import { submodulesIn } from '../storage/index-file.ts';
import { oidBytes, survey } from './survey.ts';

/** A repository that a command can change, and how far. */
export interface AffectedRepository {
  readonly repository: Repository;
  readonly scope: Scope;
}

/** The repository itself, then its submodules and the linked work trees that go. */
export async function affectedRepositories(
  git: Git,
  repository: Repository,
  touches: SnapshotScope,
): Promise<AffectedRepository[]> {
  const { tracked, untracked, unreachable, reflogs } = touches;
  const main: AffectedRepository = {
    repository,
    scope: { tracked, untracked, unreachable, reflogs, paths: [], whole: false },
  };
  const inside: Scope = {
    tracked: true,
    untracked: untracked === 'ignored' ? 'ignored' : 'visible',
    unreachable: false,
    reflogs: false,
    paths: [],
    whole: false,
  };
  const submodules = touches.submodules ? await submodulesOf(git, repository) : [];
  const leaving = await linkedWorkTrees(repository, touches.workTrees);
  return [
    main,
    ...submodules.map(each => ({ repository: each, scope: inside })),
    ...leaving.map(each => ({ repository: each, scope: { ...inside, untracked: 'ignored' as const, whole: true } })),
  ];
}

const LOOK: Scope = { tracked: true, untracked: 'none', unreachable: false, reflogs: false, paths: [], whole: false };

/** Those that are checked out, with theirs. */
async function submodulesOf(git: Git, repository: Repository): Promise<Repository[]> {
  const { index, hash } = await survey(git, repository, LOOK);
  const found = await Promise.all(
    submodulesIn(index, oidBytes(hash)).map(async ({ path }) => {
      const folder = join(repository.workTree, path);
      const discovery = await discover(folder);
      const own = discovery.ok && discovery.repository.workTree === folder ? discovery.repository : undefined;
      return own ? [own, ...(await submodulesOf(git, own))] : [];
    }),
  );
  return found.flat();
}

/** By their path, or by its end as git takes it. */
async function linkedWorkTrees(
  { workTree, commonDirectory }: Repository,
  names: readonly string[],
): Promise<Repository[]> {
  if (names.length === 0) return [];
  const folder = join(commonDirectory, 'worktrees');
  const admin = await readdir(folder).catch(ifMissing([]));
  const found = await Promise.all(
    admin.map(async name => {
      const gitFile = (await readFile(join(folder, name, 'gitdir'), 'utf8')).trim();
      const path = dirname(resolve(join(folder, name), gitFile));
      const named = names.some(each => resolve(workTree, each) === path || path.endsWith(`/${each}`));
      const discovery = named ? await discover(path) : undefined;
      return discovery?.ok ? [discovery.repository] : [];
    }),
  );
  return found.flat();
}
