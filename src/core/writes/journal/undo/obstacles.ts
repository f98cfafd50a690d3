import { placeOf } from '../storage/byte-names.ts';
import { createWay, lookAt, walk } from '../storage/disk.ts';
import type { Entry } from '../storage/entry.ts';
import type { ChangedItem } from './changed-items.ts';

/** Something on disk that keeps a file from coming back although nobody changed that file. */
export interface Obstacle {
  readonly item: ChangedItem;
  /** `not-a-folder`: a link or file where the way was. `occupied`: a file of somebody's in a folder that is to be a file again. */
  readonly code: 'not-a-folder' | 'occupied';
  readonly path: string;
}

/** Looks for what stands in the way of items; `removed` has the keys of those that undo takes away itself. */
export async function findObstacles(
  entry: Entry,
  restore: readonly ChangedItem[],
  removed: ReadonlySet<string>,
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  const ways = entry.before.map(({ workTree }) => createWay(workTree));
  for (const item of restore.filter(({ part, before }) => part === 'file' && before !== '')) {
    const root = entry.before[item.at]?.workTree ?? '';
    const goes = (path: string) => removed.has(`file ${path} ${root}`);
    const link = await ways[item.at]?.(item.name);
    if (link !== undefined && !goes(link)) obstacles.push({ item, code: 'not-a-folder', path: link });
    if (link !== undefined || item.before === 'folder') continue;
    if (!(await lookAt(placeOf(root, item.name)))?.isDirectory()) continue;
    const foreign = (await walk(root, item.name)).find(({ path, stats }) => !goes(path) && !stats.isDirectory());
    if (foreign) obstacles.push({ item, code: 'occupied', path: foreign.path });
  }
  return obstacles;
}
