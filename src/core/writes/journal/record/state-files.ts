import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { Repository } from '../../../repository/discover.ts';
import { type FileOnDisk, filesBelow, findFile } from '../storage/disk.ts';
import {
  BY_THE_WAY,
  fits,
  OPERATION_FOLDERS,
  OPERATION_STATE_FILES,
  OWN_SETTINGS,
  STASH_LOG,
  stateRoot,
} from '../storage/state-names.ts';

export interface StateWanted {
  readonly index: boolean;
  readonly reflogs: boolean;
}

/** The state files there are now. */
export async function findState(repository: Repository, { index, reflogs }: StateWanted): Promise<FileOnDisk[]> {
  const { gitDirectory, commonDirectory } = repository;
  const names = await namesIn(gitDirectory);
  const files = names.filter(
    name => fits(name, [...OPERATION_STATE_FILES, ...BY_THE_WAY]) || (index && name === 'index'),
  );
  const folders = names.filter(name => fits(name, OPERATION_FOLDERS));
  const linked = (await namesIn(join(commonDirectory, 'worktrees'))).map(name => `worktrees/${name}/HEAD`);
  const rest = ['config', ...OWN_SETTINGS, ...linked, ...(reflogs ? [] : [STASH_LOG])];
  const found = await Promise.all([
    ...[...files, ...rest].map(async name => {
      const file = await findFile(stateRoot(name, repository), name);
      return file?.stats.isFile() ? [file] : [];
    }),
    ...folders.map(folder => filesBelow(gitDirectory, folder)),
    ...(reflogs ? [...new Set([gitDirectory, commonDirectory])].map(root => filesBelow(root, 'logs')) : []),
  ]);
  return found.flat().filter(({ stats }) => stats.isFile());
}

/** A work tree that goes takes all of its git directory with it. */
export async function findWhole(gitDirectory: string): Promise<FileOnDisk[]> {
  const inside = await Promise.all(
    (await namesIn(gitDirectory)).map(async name => {
      const found = await findFile(gitDirectory, name);
      if (found === undefined) return [];
      return found.stats.isDirectory() ? filesBelow(gitDirectory, name) : [found];
    }),
  );
  return inside.flat().filter(({ stats }) => stats.isFile());
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));
