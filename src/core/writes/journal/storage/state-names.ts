import type { Repository } from '../../../repository/discover.ts';

/** Files of a git directory that say where an operation is; a name ending in `*` stands for a family. */
export const OPERATION_STATE_FILES = [
  'AUTO_MERGE',
  'BISECT_*',
  'CHERRY_PICK_HEAD',
  'MERGE_*',
  'NOTES_MERGE_*',
  'REBASE_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
] as const;

export const OPERATION_FOLDERS = ['NOTES_MERGE_WORKTREE', 'rebase-apply', 'rebase-merge', 'sequencer'] as const;

/** Written by the way: nobody's work depends on them, so that they never stand against an undo. */
export const BY_THE_WAY = ['FETCH_HEAD', 'ORIG_HEAD'] as const;

export const OWN_SETTINGS = ['config.worktree', 'info/sparse-checkout'] as const;

/** Resolutions of conflicts that `rerere` has recorded. */
export const RESOLUTIONS = 'rr-cache';

export const WORK_TREES = 'worktrees';

/** The files by which git knows a linked work tree that is there; of one that is not, all that is left are. */
export const ADMINISTRATIVE = ['HEAD', 'commondir', 'config.worktree', 'gitdir', 'locked'] as const;

export const STASH_LOG = 'logs/refs/stash';

/** Names the commits that have no parents here, though they have some elsewhere. */
export const SHALLOW = 'shallow';

export type StateKind =
  | 'index'
  | 'operation'
  | 'by the way'
  | 'settings'
  | 'stash'
  | 'reflog'
  | 'shallow'
  | 'resolutions'
  | 'other work tree'
  | 'administrative'
  | 'whole';

export const fits = (name: string, patterns: readonly string[]): boolean =>
  patterns.some(each => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));

/** The kind of a file of a git directory, by its path in it. */
export function stateKind(name: string): StateKind {
  const [folder = '', , file = ''] = name.split('/');
  if (name === 'index') return 'index';
  if (name === STASH_LOG) return 'stash';
  if (folder === 'logs') return 'reflog';
  if (name === SHALLOW) return 'shallow';
  if (folder === RESOLUTIONS) return 'resolutions';
  if (folder === WORK_TREES && file === 'logs') return 'reflog';
  if (folder === WORK_TREES) return file === 'HEAD' ? 'other work tree' : 'administrative';
  if (name === 'config' || fits(name, OWN_SETTINGS)) return 'settings';
  if (fits(name, BY_THE_WAY)) return 'by the way';
  return fits(name, OPERATION_STATE_FILES) || fits(folder, OPERATION_FOLDERS) ? 'operation' : 'whole';
}

/** The directory a state file lies in: what all work trees share in the common one, the rest in that of the work tree. */
export function stateRoot(name: string, { gitDirectory, commonDirectory }: Omit<Repository, 'workTree'>): string {
  const [folder = ''] = name.split('/');
  const own = /^logs\/(?:HEAD$|refs\/(?:bisect|rewritten|worktree)\/)/.test(name);
  const shared = ['config', SHALLOW, RESOLUTIONS, WORK_TREES].includes(folder) || (folder === 'logs' && !own);
  return shared ? commonDirectory : gitDirectory;
}
