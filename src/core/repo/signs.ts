import { join } from 'node:path';
import type { Repository } from './discover.ts';
import { OPERATION_FILES } from './operation.ts';
import type { RepositoryStatus } from './status.ts';

export interface SignPaths {
  /** Those that change with HEAD and the refs a status tells of. */
  readonly refs: readonly string[];
  readonly others: readonly string[];
}

const SHARED_REFS = ['packed-refs', 'refs/stash', 'reftable/tables.list'] as const;
const SHARED_OTHERS = ['config', 'info/exclude'] as const;
const OWN_OTHERS = ['index', 'config.worktree', ...OPERATION_FILES] as const;

/** The few files of a git directory that change whenever its part of the status does, absolute. */
export function signPaths(
  { gitDirectory, commonDirectory }: Repository,
  { branch, upstream }: Pick<RepositoryStatus, 'branch' | 'upstream'>,
): SignPaths {
  const own = (name: string) => join(gitDirectory, name);
  const shared = (name: string) => join(commonDirectory, name);
  const heads = [
    ...(branch === null ? [] : [`refs/heads/${branch}`]),
    // An upstream can also be a branch of this repository.
    ...(upstream === null ? [] : [`refs/remotes/${upstream}`, `refs/heads/${upstream}`]),
  ];
  return {
    refs: [own('HEAD'), ...[...SHARED_REFS, ...heads].map(shared)],
    others: [...OWN_OTHERS.map(own), ...SHARED_OTHERS.map(shared)],
  };
}
