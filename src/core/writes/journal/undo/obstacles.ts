import { readdir } from 'node:fs/promises';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { absolutePath, decodeName } from '../storage/byte-names.ts';
import { createNonFolderFinder, filesBelow, findFiles, statIfThere } from '../storage/disk.ts';
import type { Entry } from '../storage/entry.ts';
import { forEachInTurns } from '../storage/in-turns.ts';
import { BY_THE_WAY } from '../storage/state-names.ts';
import { type ChangedItem, fileKey, isFolder, isListed } from './changed-items.ts';

/** Something on disk that keeps a file from coming back although nobody changed that file. */
export interface Obstacle {
  readonly item: ChangedItem;
  /**
   * `not-a-folder`: a link or file where the way was. `occupied`: a file of somebody's in a folder that is to be a file again.
   * `added`: a file of somebody's in a work tree that is to go. `taken`: something where a work tree is to be again.
   */
  readonly code: 'not-a-folder' | 'occupied' | 'added' | 'taken';
  readonly path: string;
}

/** Looks for what stands in the way of items; `removed` has the keys of those that undo takes away itself. */
export async function findObstacles(
  entry: Entry,
  restore: readonly ChangedItem[],
  removed: ReadonlySet<string>,
): Promise<Obstacle[]> {
  const files = restore.filter(({ part, before }) => part === 'file' && before !== '');
  const each = entry.before.map(({ workTree }, at) =>
    obstaclesIn(
      workTree,
      files.filter(item => item.at === at),
      path => removed.has(fileKey(path, workTree)),
    ),
  );
  const inTrees = entry.before.map((_, at) =>
    inLinkedWorkTree(
      entry,
      at,
      restore.filter(item => item.at === at),
    ),
  );
  return (await Promise.all([...each, ...inTrees])).flat();
}

async function obstaclesIn(
  root: string,
  items: readonly ChangedItem[],
  goes: (path: string) => boolean,
): Promise<Obstacle[]> {
  const way = createNonFolderFinder(root);
  const onTheWay: Obstacle[] = [];
  const free = new Map<string, ChangedItem>();
  await forEachInTurns(items, item => {
    const link = way(item.name);
    if (link !== undefined && !goes(link)) onTheWay.push({ item, code: 'not-a-folder', path: link });
    if (link === undefined && !isFolder(item.before)) free.set(item.name, item);
  });
  const folders = (await findFiles(root, free.keys())).filter(({ stats }) => stats.isDirectory());
  const occupied = await mapInBatches(folders, async ({ path: folder }): Promise<Obstacle[]> => {
    const item = free.get(folder);
    const foreign = (await filesBelow(root, folder)).find(({ path, stats }) => !goes(path) && !stats.isDirectory());
    return item && foreign ? [{ item, code: 'occupied', path: foreign.path }] : [];
  });
  return [...onTheWay, ...occupied.flat()];
}

/** What keeps a linked work tree from going away, or from going back to its place. */
async function inLinkedWorkTree(entry: Entry, at: number, items: readonly ChangedItem[]): Promise<Obstacle[]> {
  const [before, [first]] = [entry.before[at], items];
  if (before === undefined || first === undefined || entry.scopes[at]?.whole !== true) return [];
  const place = items.find(({ part }) => part === 'place');
  if (place && (await firstFile(place.before, () => true)) !== undefined)
    return [{ item: place, code: 'taken', path: place.before }];
  if (before.head !== '') return [];
  const named = (part: ChangedItem['part']) =>
    new Set(items.filter(item => item.part === part).map(({ name }) => name));
  const [files, state] = [named('file'), named('state')];
  const inTree = await firstFile(before.workTree, path => path !== '.git' && !files.has(path));
  const inGit = await firstFile(
    before.gitDirectory,
    name => !state.has(name) && !isOfNoMatter(name) && !isListed(entry, at, name),
  );
  const found = inTree ?? inGit;
  return found === undefined ? [] : [{ item: first, code: 'added', path: found }];
}

/** Whether a file of the git directory of a work tree that goes may go with it, whoever wrote it. */
export const isOfNoMatter = (name: string): boolean =>
  ['COMMIT_EDITMSG', 'index', ...BY_THE_WAY].includes(name) || name.startsWith('logs/');

/** The first file below a folder that is wanted, by its whole path; a file in place of the folder counts, folders do not. */
async function firstFile(root: string, wanted: (path: string) => boolean, folder = ''): Promise<string | undefined> {
  const location = folder === '' ? root : absolutePath(root, folder);
  const stats = await statIfThere(location);
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return wanted(folder) ? `${root}/${folder}` : undefined;
  for (const name of (await readdir(location, { encoding: 'buffer' })).map(decodeName)) {
    const found = await firstFile(root, wanted, folder === '' ? name : `${folder}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
