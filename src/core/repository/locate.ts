import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../../shared/paths.ts';
import { type DiscoveryReason, discover, type Repository } from './discover.ts';
import { disk } from './files.ts';

/** A repository of the workspace. */
export interface OpenRepository extends Repository {
  /** The top of its work tree: panels and changes name it by this. */
  readonly root: string;
  /** The name of that folder, for people. */
  readonly name: string;
}

/** Why there is no repository to open. */
export interface RepositoriesProblem {
  readonly reason: DiscoveryReason | 'no-folder' | 'outside';
  readonly folder: string;
}

export type LocateResult =
  | { readonly ok: true; readonly folder: string; readonly repository: OpenRepository }
  | ({ readonly ok: false } & RepositoriesProblem);

/**
 * The repository a folder is in, if it is the workspace's own. A config or a `.git` file that came in with the files can
 * name any folder of the machine as work tree or git directory; it gets us to open none. The paths are real ones.
 */
export async function locate(folder: string, roots: readonly string[]): Promise<LocateResult> {
  const discovery = await discover(folder);
  if (!discovery.ok) return { ok: false, reason: discovery.reason, folder };
  const { repository } = discovery;
  if (!(await isConfined(repository, folder, roots))) return { ok: false, reason: 'outside', folder };
  const root = repository.workTree;
  return { ok: true, folder, repository: { ...repository, root, name: basename(root) || root } };
}

async function isConfined(repository: Repository, start: string, roots: readonly string[]): Promise<boolean> {
  const has = (path: string) => roots.some(root => isWithin(root, path));
  if (!has(repository.workTree) && !(has(start) && (await isAround(repository, start)))) return false;
  return has(repository.gitDirectory) || isOwn(repository);
}

/**
 * True when a repository lies around a folder by where its `.git` is, and not because its config says so. That is
 * allowed: the person opened a folder inside it, and git would take it. One around the home folder is not: who opened a
 * project there did not mean to open everything they have.
 */
async function isAround({ gitDirectory, workTree }: Repository, start: string): Promise<boolean> {
  if (!isWithin(workTree, start) || isWithin(workTree, await realOr(homedir()))) return false;
  if (!(await disk.exists(join(workTree, '.git')))) return false;
  const there = await discover(workTree);
  return there.ok && there.repository.gitDirectory === gitDirectory;
}

/** True unless the git directory, itself outside, is that of another work tree. */
async function isOwn({ gitDirectory, commonDirectory, workTree }: Repository): Promise<boolean> {
  if (gitDirectory === commonDirectory) return basename(gitDirectory) !== '.git' || dirname(gitDirectory) === workTree;
  const back = (await disk.readFile(join(gitDirectory, 'gitdir')))?.trimEnd();
  return back !== undefined && (await realOr(dirname(resolve(gitDirectory, back)))) === workTree;
}

/** The real path, or the path as it is when nothing is there. */
export function realOr(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
