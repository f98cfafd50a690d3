import { join } from 'node:path';
import type { Repository } from '../discover.ts';
import { OPERATION_FILES, TABLES } from '../operation.ts';
import type { RepositoryStatus } from './parse-status.ts';

export interface SignPaths {
  /** Those that change with HEAD and the refs a status tells of. */
  readonly refs: readonly string[];
  /** Those that say how lines are counted. */
  readonly rules: readonly string[];
  readonly others: readonly string[];
}

const OWN_REFS = ['HEAD', TABLES] as const;
const SHARED_REFS = ['packed-refs', 'refs/stash', TABLES] as const;
const SHARED_RULES = ['config', 'info/attributes'] as const;
const ATTRIBUTES = '.gitattributes';
const SHARED_OTHERS = ['info/exclude'] as const;
const OWN_OTHERS = ['index', ...OPERATION_FILES] as const;

/** The few files that change whenever the part of the status does that is not in the listed files, absolute. */
export function signPaths(
  { gitDirectory, commonDirectory, workTree }: Repository,
  { branch, upstream, files }: Pick<RepositoryStatus, 'branch' | 'upstream' | 'files'>,
): SignPaths {
  const own = (name: string) => join(gitDirectory, name);
  const shared = (name: string) => join(commonDirectory, name);
  const heads = [
    ...(branch === null ? [] : [`refs/heads/${branch}`]),
    // An upstream can also be a branch of this repository.
    ...(upstream === null ? [] : [`refs/remotes/${upstream}`, `refs/heads/${upstream}`]),
  ];
  const inner = files.filter(({ path }) => path.endsWith(`/${ATTRIBUTES}`)).map(({ path }) => join(workTree, path));
  return {
    refs: [...OWN_REFS.map(own), ...[...SHARED_REFS, ...heads].map(shared)],
    rules: [own('config.worktree'), ...SHARED_RULES.map(shared), join(workTree, ATTRIBUTES), ...inner],
    others: [...OWN_OTHERS.map(own), ...SHARED_OTHERS.map(shared)],
  };
}
