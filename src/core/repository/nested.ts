import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { entriesOf } from '../git/disk.ts';
import type { OpenRepository } from './locate.ts';
import { submodulesOf } from './watch/submodules.ts';

/** How far below a workspace folder repositories are looked for. */
export interface NestedOptions {
  /** 0 for not at all, 1 for the folders in it. */
  readonly depth: number;
  /** Names of folders that are not looked into. */
  readonly ignored: readonly string[];
}

export interface NestedFolders {
  /** Folders with a `.git` in them. */
  readonly repositories: readonly string[];
  /** All folders that were looked into: a `.git` or a folder that comes to one of them may be a new repository. */
  readonly seen: readonly string[];
}

export const DEEPEST = 5;
/** A home folder or a big monorepo must not hold a window up, nor take the system's file watches. */
const MOST_FOLDERS = 1000;
/** Each is watched; what lies beyond is opened with the first file of it that is. */
const MOST_REPOSITORIES = 100;

/** The folders below a workspace folder that hold a repository, nearest first; no link is followed and no git is started. */
export async function nestedFolders(root: string, { depth, ignored }: NestedOptions): Promise<NestedFolders> {
  const repositories: string[] = [];
  const seen: string[] = [];
  const skipped = new Set(['.git', ...ignored]);
  let level = [root];
  for (let below = 0; below <= Math.min(depth, DEEPEST) && depth > 0; below += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (seen.length >= MOST_FOLDERS) break;
      seen.push(folder);
      const entries = (await entriesOf(folder)) ?? [];
      if (folder !== root && entries.some(({ name }) => name === '.git')) repositories.push(folder);
      const folders = entries.filter(entry => entry.isDirectory() && !skipped.has(entry.name));
      next.push(...folders.map(({ name }) => join(folder, name)).sort());
    }
    level = next;
  }
  return { repositories: repositories.slice(0, MOST_REPOSITORIES), seen };
}

/** The roots of a repository's submodules and of the other work trees of its git directory, which may be anywhere. */
export async function relativesOf(repository: OpenRepository): Promise<readonly string[]> {
  const submodules = await submodulesOf(repository);
  return [...submodules.map(({ workTree }) => workTree), ...(await workTreesOf(repository))];
}

const MOST_WORK_TREES = 256;
const LONGEST_PATH = 4096;

/** Each linked work tree has a folder in the git directory whose file `gitdir` says where its `.git` is. */
async function workTreesOf({ commonDirectory }: OpenRepository): Promise<readonly string[]> {
  const links = join(commonDirectory, 'worktrees');
  const names = (await readdir(links).catch(() => [])).slice(0, MOST_WORK_TREES);
  const places = await Promise.all(
    names.map(async name => {
      const file = join(links, name, 'gitdir');
      const found = await lstat(file).catch(() => undefined);
      if (!found?.isFile() || found.size > LONGEST_PATH) return [];
      const link = (await readFile(file, 'utf8').catch(() => '')).trimEnd();
      return link === '' ? [] : [dirname(resolve(dirname(file), link))];
    }),
  );
  // The main work tree is around its git directory.
  return [...(basename(commonDirectory) === '.git' ? [dirname(commonDirectory)] : []), ...places.flat()];
}
