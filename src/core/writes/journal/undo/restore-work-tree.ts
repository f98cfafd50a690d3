import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { absolutePath, foldersOf } from '../storage/byte-names.ts';
import { filesBelow } from '../storage/disk.ts';
import type { Snapshot } from '../storage/entry.ts';
import { submodulesIn } from '../storage/index-file.ts';
import type { ChangedItem } from './changed-items.ts';
import { isOfNoMatter } from './obstacles.ts';
import { removeFiles } from './restore-files.ts';

/** Moves a work tree to where it was; one that has not been moved comes back as a folder. */
export async function moveBack({ workTree }: Snapshot, [place]: readonly ChangedItem[]): Promise<void> {
  if (place === undefined) return void (await mkdir(workTree, { recursive: true }));
  await mkdir(dirname(workTree), { recursive: true });
  await rename(place.after, workTree);
}

/** Removes the folders of a linked work tree that has nothing in it any more; the folder that git was given stays. */
export async function removeLinked({ workTree, gitDirectory, named }: Snapshot): Promise<void> {
  const left = (await filesBelow(dirname(gitDirectory), basename(gitDirectory))).map(({ path }) => path);
  const inside = basename(gitDirectory).length + 1;
  await removeFiles(
    dirname(gitDirectory),
    left.filter(path => isOfNoMatter(path.slice(inside))),
    [],
  );
  const stays = named?.[workTree]?.mode === 'folder';
  for (const root of [workTree, gitDirectory]) {
    const empty = (await filesBelow(dirname(root), basename(root))).filter(({ stats }) => stats.isDirectory());
    const folders = new Set(empty.flatMap(({ path }) => [...foldersOf(path), path]));
    if (stays && root === workTree) folders.delete(basename(root));
    await removeFiles(dirname(root), [], [...folders]);
  }
}

/** Makes the folders of submodules that were not checked out: git has one for each, and no file tells of it. */
export async function makeSubmoduleFolders({ workTree, state }: Snapshot, index: Buffer): Promise<void> {
  for (const { path } of submodulesIn(index, state.index?.oid.length === 64 ? 32 : 20))
    await mkdir(absolutePath(workTree, path), { recursive: true });
}
