import { readdir } from 'node:fs/promises';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { absolutePath, decodeName } from '../storage/byte-names.ts';
import { type FileOnDisk, type OnUnreadable, statIfThere, tell } from '../storage/disk.ts';
import { isBuildFolder } from './build-folders.ts';

/** A build folder with so many files that none of them is looked at. */
export interface OutputFolder {
  readonly folder: string;
  readonly files: number;
}

export interface FolderWalk {
  readonly root: string;
  readonly folders: readonly string[];
  /** Takes what is found, folder by folder. */
  readonly add: (files: readonly FileOnDisk[]) => Promise<void>;
  readonly onOutput: (found: OutputFolder) => void;
  readonly onUnreadable: OnUnreadable;
  /** A build folder with more is only counted: no snapshot would hold it, and to know each of its files costs time. */
  readonly mostOutputFiles?: number;
}

const MOST_OUTPUT_FILES = 20_000;
/** How many are looked at before they are handed over. */
const AT_ONCE = 1000;

/** Goes through everything below folders: files, links, and empty folders; of build folders with very many files it tells how many there are. */
export async function walkFolders(walk: FolderWalk): Promise<void> {
  const { root, add, onOutput, onUnreadable, mostOutputFiles = MOST_OUTPUT_FILES } = walk;
  const open = [...walk.folders];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const isOutput = isBuildFolder(folder);
    const { names, deeper } = isOutput
      ? await namesBelow(root, folder, onUnreadable, mostOutputFiles)
      : await namesIn(root, folder, onUnreadable);
    open.push(...deeper);
    if (typeof names === 'number') onOutput({ folder, files: names });
    else
      for (let at = 0; at < names.length; at += AT_ONCE)
        await add(await lookAtAll(root, names.slice(at, at + AT_ONCE), onUnreadable));
  }
}

/** Finds the empty folders below one, itself if it is; one that cannot be listed counts too. */
export async function emptyFoldersIn(root: string, top: string, onUnreadable: OnUnreadable): Promise<FileOnDisk[]> {
  const empty: string[] = [];
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await entriesIn(root, folder, onUnreadable);
    if (entries.length === 0) empty.push(folder);
    for (const { path, isFolder } of entries) if (isFolder) open.push(path);
  }
  return (await lookAtAll(root, empty, onUnreadable)).filter(({ stats }) => stats.isDirectory());
}

/** The names of all that is below a folder, or how many there are if that is more than `most`. */
async function namesBelow(root: string, top: string, onUnreadable: OnUnreadable, most: number) {
  let names: string[] = [];
  let count = 0;
  const open = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const found = await namesIn(root, folder, onUnreadable);
    count += found.names.length;
    if (count > most) names = [];
    else for (const name of found.names) names.push(name);
    open.push(...found.deeper);
  }
  return { names: count > most ? count : names, deeper: [] };
}

async function entriesIn(root: string, folder: string, onUnreadable: OnUnreadable) {
  const options = { withFileTypes: true, encoding: 'buffer' } as const;
  const entries = await readdir(absolutePath(root, folder), options).catch(tell(folder, [], onUnreadable));
  return entries.map(entry => ({ path: `${folder}/${decodeName(entry.name)}`, isFolder: entry.isDirectory() }));
}

/** The names in a folder; its own if there are none. */
async function namesIn(root: string, folder: string, onUnreadable: OnUnreadable) {
  const entries = await entriesIn(root, folder, onUnreadable);
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  const deeper = entries.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  return { names: entries.length === 0 ? [folder] : files, deeper };
}

async function lookAtAll(root: string, paths: readonly string[], onUnreadable: OnUnreadable): Promise<FileOnDisk[]> {
  const look = async (path: string): Promise<FileOnDisk[]> => {
    const location = absolutePath(root, path);
    const stats = await statIfThere(location).catch(tell(path, undefined, onUnreadable));
    return stats ? [{ path, location, stats }] : [];
  };
  return (await mapInBatches(paths, look)).flat();
}
