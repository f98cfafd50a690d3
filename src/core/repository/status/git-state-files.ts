import { join } from 'node:path';
import type { Repository } from '../discover.ts';
import { OPERATION_FILES } from '../operation.ts';
import { REFTABLE_LIST } from '../reftable.ts';
import type { StatusRecords } from './parse-status.ts';

/** Absolute paths of the few files that change whenever a status can, apart from the files it lists. */
export interface GitStateFiles {
  /** Those that change with HEAD and the refs that a status shows. */
  readonly refs: readonly string[];
  /** Config and attributes: they decide how lines are counted. */
  readonly countingRules: readonly string[];
  /** The index, the operation in progress, ignore rules. */
  readonly others: readonly string[];
}

const OWN_REFS = ['HEAD', REFTABLE_LIST] as const;
const SHARED_REFS = ['packed-refs', 'refs/stash', REFTABLE_LIST] as const;
const SHARED_RULES = ['config', 'info/attributes'] as const;
const ATTRIBUTES = '.gitattributes';
const SHARED_OTHERS = ['info/exclude'] as const;
const OWN_OTHERS = ['index', ...OPERATION_FILES] as const;

/** The state files to watch for a status with this branch, upstream and list of files. */
export function gitStateFiles(
  { gitDirectory, commonDirectory, workTree }: Repository,
  { branch, upstream, files }: Pick<StatusRecords, 'branch' | 'upstream' | 'files'>,
): GitStateFiles {
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
    countingRules: [own('config.worktree'), ...SHARED_RULES.map(shared), join(workTree, ATTRIBUTES), ...inner],
    others: [...OWN_OTHERS.map(own), ...SHARED_OTHERS.map(shared)],
  };
}

export const allOf = ({ refs, countingRules, others }: GitStateFiles): string[] => [
  ...refs,
  ...countingRules,
  ...others,
];
