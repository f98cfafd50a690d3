import type { FileOnDisk } from '../storage/disk.ts';
import { sizeOf } from './file-keeper.ts';
import type { OutputFolder } from './output-folders.ts';
import type { Survey } from './survey.ts';

export interface Limits {
  /** Files not in the repository's history that one snapshot takes in. */
  readonly files: number;
  readonly bytes: number;
}

/** The part of a survey that is saved, and what is too much. */
export interface Selection {
  readonly take: (found: FileOnDisk) => boolean;
  readonly left: LeftFiles;
  /** Build folders with more in them than can be saved: none of it is. */
  readonly outputs: readonly OutputFolder[];
}

/** Files that are not saved. */
export interface LeftFiles {
  readonly files: number;
  readonly bytes: number;
  /** One of them. */
  readonly example: string | undefined;
}

/** Picks what is saved. Over the limits people's own files come first, what can be built again last, and the smallest before the larger. */
export async function selectFiles(surveys: readonly Survey[], limits: Limits): Promise<Selection> {
  const filesOf = ({ changed, untracked, named }: Survey) =>
    [...(changed?.values() ?? []), ...untracked, ...named.values()].filter(found => found !== null);
  const all = surveys.flatMap(filesOf);
  const outputs = surveys.flatMap(each => each.outputs);
  let left: LeftFiles = surveys.reduce((sum, { dropped }) => leftWith(sum, dropped), NONE_LEFT);
  const total = all.reduce((sum, found) => sum + sizeOf(found), 0);
  if (all.length <= limits.files && total <= limits.bytes) return { take: () => true, left, outputs };
  const ranks = new Map<FileOnDisk, number>();
  for (const { untracked, rankOf } of surveys) {
    const rank = await rankOf();
    for (const found of untracked) ranks.set(found, rank(found.path));
  }
  const rankOf = (found: FileOnDisk) => ranks.get(found) ?? 0;
  const taken = new Set<FileOnDisk>();
  let bytes = 0;
  for (const found of all.toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(a) - sizeOf(b))) {
    const size = sizeOf(found);
    const fits = taken.size < limits.files && bytes + size <= limits.bytes;
    if (fits) taken.add(found);
    if (fits) bytes += size;
    else left = leftWith(left, { files: 1, bytes: size, example: found.path });
  }
  return { take: found => taken.has(found), left, outputs };
}

const NONE_LEFT: LeftFiles = { files: 0, bytes: 0, example: undefined };

const leftWith = (one: LeftFiles, other: LeftFiles): LeftFiles => ({
  files: one.files + other.files,
  bytes: one.bytes + other.bytes,
  example: one.example ?? other.example,
});
