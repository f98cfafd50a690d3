import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { Repository } from '../../../repository/discover.ts';
import { type FileOnDisk, filesBelow, findFile, type OnUnreadable } from '../storage/disk.ts';
import type { Scope } from '../storage/entry.ts';
import {
  ADMINISTRATIVE,
  BY_THE_WAY,
  fits,
  OPERATION_FOLDERS,
  OPERATION_STATE_FILES,
  OWN_SETTINGS,
  RESOLUTIONS,
  SHALLOW,
  STASH_LOG,
  stateRoot,
  WORK_TREES,
} from '../storage/state-names.ts';
import { workTreeOf } from './linked-work-trees.ts';

export interface StateWanted extends Pick<Scope, 'reflogs' | 'resolutions' | 'administrative'> {
  readonly index: boolean;
}

/** The state files there are now; of those that all work trees share also folders that are empty. */
export async function findState(
  repository: Repository,
  { index, reflogs, resolutions, administrative }: StateWanted,
  onUnreadable: OnUnreadable,
): Promise<FileOnDisk[]> {
  const { gitDirectory, commonDirectory } = repository;
  const names = await namesIn(gitDirectory);
  const files = names.filter(
    name => fits(name, [...OPERATION_STATE_FILES, ...BY_THE_WAY]) || (index && name === 'index'),
  );
  const folders = names.filter(name => fits(name, OPERATION_FOLDERS));
  const linked = await namesIn(join(commonDirectory, WORK_TREES));
  const heads = linked.map(name => `${WORK_TREES}/${name}/HEAD`);
  const rest = ['config', SHALLOW, ...OWN_SETTINGS, ...heads, ...(reflogs ? [] : [STASH_LOG])];
  const logs = [
    ...[...new Set([gitDirectory, commonDirectory])].map(root => [root, 'logs'] as const),
    ...linked.map(name => [commonDirectory, `${WORK_TREES}/${name}/logs`] as const),
  ];
  const [found, shared] = await Promise.all([
    Promise.all([
      ...[...files, ...rest].map(name => findStateFile(stateRoot(name, repository), name)),
      ...folders.map(folder => filesBelow(gitDirectory, folder, onUnreadable)),
      ...(reflogs ? logs.map(([root, folder]) => filesBelow(root, folder, onUnreadable)) : []),
    ]),
    Promise.all([
      resolutions ? filesBelow(commonDirectory, RESOLUTIONS, onUnreadable) : [],
      ...(administrative ? linked.map(name => administrativeFiles(commonDirectory, name, onUnreadable)) : []),
    ]),
  ]);
  const all = [...found.flat().filter(({ stats }) => stats.isFile()), ...shared.flat()];
  return [...new Map(all.map(each => [each.path, each])).values()];
}

async function findStateFile(root: string, name: string): Promise<FileOnDisk[]> {
  const file = await findFile(root, name);
  return file?.stats.isFile() ? [file] : [];
}

/** The index, the reflogs and the operations of a work tree that is there are its own affair. */
async function administrativeFiles(
  commonDirectory: string,
  name: string,
  onUnreadable: OnUnreadable,
): Promise<FileOnDisk[]> {
  const folder = `${WORK_TREES}/${name}`;
  const isThere = (await workTreeOf(join(commonDirectory, folder))) !== undefined;
  if (!isThere) return filesBelow(commonDirectory, folder, onUnreadable);
  return (await Promise.all(ADMINISTRATIVE.map(file => findStateFile(commonDirectory, `${folder}/${file}`)))).flat();
}

/** All of the git directory of a linked work tree. */
export async function findWhole(gitDirectory: string, onUnreadable: OnUnreadable): Promise<FileOnDisk[]> {
  const inside = await Promise.all(
    (await namesIn(gitDirectory)).map(async name => {
      const found = await findFile(gitDirectory, name);
      if (found === undefined) return [];
      return found.stats.isDirectory() ? filesBelow(gitDirectory, name, onUnreadable) : [found];
    }),
  );
  return inside.flat().filter(({ stats }) => stats.isFile());
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(ifMissing([]));
