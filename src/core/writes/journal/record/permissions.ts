import { lstatSync, type Stats } from 'node:fs';
import { errorCode } from '../../../../shared/file-errors.ts';
import { absolutePath, foldersOf } from '../storage/byte-names.ts';
import type { Permissions, SavedFile } from '../storage/entry.ts';
import { forEachInTurns } from '../storage/in-turns.ts';
import type { RegularFile } from '../storage/index-file.ts';

/** The bits of chmod. */
export const permissionsIn = ({ mode }: Pick<Stats, 'mode'>): number => mode & 0o7777;

/** The permissions that git and Node give a new file or folder by themselves. */
export const usualPermissions = (mode: SavedFile['mode']): number =>
  (mode === 'file' ? 0o666 : 0o777) & ~process.umask();

/**
 * The permissions of tracked files, and of the folders that they and others are in. Git keeps one bit of them and the index
 * none of the rest. Where it is known only afterwards which files a command rewrites, all are asked for: without a promise
 * for each, which takes three times as long.
 */
export async function readPermissions(
  workTree: string,
  tracked: readonly RegularFile[],
  others: readonly string[],
  /** All that will be asked for, so that what most of them have is said once; of a few nobody knows what the rest have. */
  areAll: boolean,
): Promise<Permissions> {
  const files = await modesOf(
    workTree,
    tracked.map(({ path }) => path),
    stats => stats.isFile(),
  );
  const folders = await modesOf(workTree, [...foldersOfAll([...files.keys(), ...others])], stats =>
    stats.isDirectory(),
  );
  const kinds = new Map(tracked.map(({ path, executable }) => [path, executable]));
  const ofKind = (executable: boolean) => [...files].filter(([path]) => kinds.get(path) === executable);
  const groups = { file: ofKind(false), executable: ofKind(true), folder: [...folders] };
  const usualOf = (kind: keyof typeof groups) =>
    (areAll ? mostCommon(groups[kind]) : undefined) ?? usualPermissions(kind);
  const usual = { file: usualOf('file'), executable: usualOf('executable'), folder: usualOf('folder') };
  const unlike = (kind: keyof typeof usual) => groups[kind].filter(([, mode]) => mode !== usual[kind]);
  return {
    ...usual,
    others: Object.fromEntries([...unlike('file'), ...unlike('executable'), ...unlike('folder')]),
  };
}

/** The folders that any of the paths is in; those of one folder mostly follow each other. */
export function foldersOfAll(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  let last = '';
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder !== last) for (const each of foldersOf(path)) folders.add(each);
    last = folder;
  }
  return folders;
}

async function modesOf(
  workTree: string,
  paths: readonly string[],
  wanted: (stats: Stats) => boolean,
): Promise<Map<string, number>> {
  const modes = new Map<string, number>();
  await forEachInTurns(paths, path => {
    const stats = look(absolutePath(workTree, path));
    if (stats && wanted(stats)) modes.set(path, permissionsIn(stats));
  });
  return modes;
}

/** Undefined for what is not there, or where nobody may look: git cannot rewrite that either. */
function look(location: string | Buffer): Stats | undefined {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function mostCommon(modes: readonly (readonly [path: string, mode: number])[]): number | undefined {
  const counts = new Map<number, number>();
  for (const [, mode] of modes) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
