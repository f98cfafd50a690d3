import { folderOf } from '../storage/byte-names.ts';
import type { FileOnDisk } from '../storage/disk.ts';
import type { FileRank } from './file-rank.ts';

/** Files that no snapshot would hold, counted and forgotten. */
export interface DroppedFiles {
  readonly files: number;
  readonly bytes: number;
  /** One of them. */
  readonly example: string | undefined;
  /** The folders that they lie in, or above those; '' for the root of the work tree. */
  readonly folders: readonly string[];
}

/** Takes in any number of files and has in mind only those that a snapshot could hold. */
export interface FileKeeper {
  add(found: readonly FileOnDisk[]): Promise<void>;
  result(): Promise<{ readonly files: FileOnDisk[]; readonly dropped: DroppedFiles }>;
}

export const NONE_DROPPED: DroppedFiles = { files: 0, bytes: 0, example: undefined, folders: [] };

/** From here on it is said only in which folder at the top they lie. */
const MOST_FOLDERS = 1000;

/** A file is as large as its content; a link or an empty folder costs next to nothing. */
export const sizeOf = ({ stats }: FileOnDisk): number => (stats.isFile() ? stats.size : 0);

/**
 * Keeps the smallest so many of each rank: whichever of them is dropped, a selection by rank and size would have left out.
 */
export function createFileKeeper(most: number, rankOf: () => Promise<FileRank>): FileKeeper {
  const folders = new Set<string>();
  let kept: FileOnDisk[] = [];
  let [room, files, bytes] = [2 * most, 0, 0];
  let example: string | undefined;
  const drop = (found: FileOnDisk) => {
    files += 1;
    bytes += sizeOf(found);
    example ??= found.path;
    folders.add(folderOf(found.path));
  };
  const trim = async () => {
    const rank = await rankOf();
    const sorted = kept.toSorted((one, other) => sizeOf(one) - sizeOf(other));
    const counts = new Map<number, number>();
    kept = [];
    for (const found of sorted) {
      const at = rank(found.path);
      const before = counts.get(at) ?? 0;
      counts.set(at, before + 1);
      if (before < most) kept.push(found);
      else drop(found);
    }
    room = kept.length + 2 * most;
  };
  return {
    async add(found) {
      for (const each of found) kept.push(each);
      if (kept.length > room) await trim();
    },
    async result() {
      if (files > 0) await trim();
      const top = (folder: string) => folder.split('/')[0] ?? folder;
      const named = folders.size > MOST_FOLDERS ? new Set([...folders].map(top)) : folders;
      return { files: kept, dropped: { files, bytes, example, folders: [...named] } };
    },
  };
}
