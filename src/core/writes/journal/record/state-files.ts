import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../../repository/discover.ts';
import { type Found, find, walk } from '../storage/disk.ts';
import { isMissing } from '../storage/journal-git.ts';

/** Files of a git directory that say where an operation is; a name ending in `*` stands for a family. */
const OPERATION_FILES = [
  'AUTO_MERGE',
  'BISECT_*',
  'CHERRY_PICK_HEAD',
  'MERGE_*',
  'NOTES_MERGE_*',
  'REBASE_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
] as const;

const OPERATION_FOLDERS = ['rebase-apply', 'rebase-merge', 'sequencer'] as const;

/** Written by the way: nobody's work depends on them, so that they never stand against an undo. */
const BY_THE_WAY = ['FETCH_HEAD', 'ORIG_HEAD'] as const;

const OWN_SETTINGS = ['config.worktree', 'info/sparse-checkout'] as const;

export const STASH_LOG = 'logs/refs/stash';

export type StateKind =
  | 'index'
  | 'operation'
  | 'by the way'
  | 'settings'
  | 'stash'
  | 'reflog'
  | 'other work tree'
  | 'whole';

const fits = (name: string, patterns: readonly string[]): boolean =>
  patterns.some(each => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));

export function stateKind(name: string): StateKind {
  const [folder = ''] = name.split('/');
  if (name === 'index') return 'index';
  if (name === STASH_LOG) return 'stash';
  if (folder === 'logs') return 'reflog';
  if (folder === 'worktrees') return 'other work tree';
  if (name === 'config' || fits(name, OWN_SETTINGS)) return 'settings';
  if (fits(name, BY_THE_WAY)) return 'by the way';
  return fits(name, OPERATION_FILES) || fits(folder, OPERATION_FOLDERS) ? 'operation' : 'whole';
}

/** What all work trees share lies in the common directory, the rest in that of the work tree. */
export function stateRoot(name: string, { gitDirectory, commonDirectory }: Omit<Repository, 'workTree'>): string {
  const own = /^logs\/(?:HEAD$|refs\/(?:bisect|rewritten|worktree)\/)/.test(name);
  const shared = name === 'config' || name.startsWith('worktrees/') || (name.startsWith('logs/') && !own);
  return shared ? commonDirectory : gitDirectory;
}

export interface StateWanted {
  readonly index: boolean;
  readonly reflogs: boolean;
}

/** The state files there are now. */
export async function findState(repository: Repository, { index, reflogs }: StateWanted): Promise<Found[]> {
  const { gitDirectory, commonDirectory } = repository;
  const names = await namesIn(gitDirectory);
  const files = names.filter(name => fits(name, [...OPERATION_FILES, ...BY_THE_WAY]) || (index && name === 'index'));
  const folders = names.filter(name => fits(name, OPERATION_FOLDERS));
  const linked = (await namesIn(join(commonDirectory, 'worktrees'))).map(name => `worktrees/${name}/HEAD`);
  const rest = ['config', ...OWN_SETTINGS, ...linked, ...(reflogs ? [] : [STASH_LOG])];
  const found = await Promise.all([
    ...[...files, ...rest].map(async name => {
      const file = await find(stateRoot(name, repository), name);
      return file?.stats.isFile() ? [file] : [];
    }),
    ...folders.map(folder => walk(gitDirectory, folder)),
    ...(reflogs ? [...new Set([gitDirectory, commonDirectory])].map(root => walk(root, 'logs')) : []),
  ]);
  return found.flat().filter(({ stats }) => stats.isFile());
}

/** A work tree that goes takes all of its git directory with it. */
export async function findWhole(gitDirectory: string): Promise<Found[]> {
  const inside = await Promise.all(
    (await namesIn(gitDirectory)).map(async name => {
      const found = await find(gitDirectory, name);
      if (found === undefined) return [];
      return found.stats.isDirectory() ? walk(gitDirectory, name) : [found];
    }),
  );
  return inside.flat().filter(({ stats }) => stats.isFile());
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(error => {
    if (isMissing(error)) return [];
    throw error;
  });
