import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, ifMissing } from '../../../shared/file-errors.ts';
import { disk } from '../../git/disk.ts';
import { operationsIn, rootRefsOf } from '../../repository/operation.ts';
import { filesInTheWay } from '../../writes/files-in-the-way.ts';
import { foldName, foldPath } from '../files/paths.ts';
import { attributesOf, type IndexEntry, isFiltered, type PathAttributes, PROTECTION } from './commit.ts';
import type { TargetRepository } from './target.ts';
import { readTree, type TreeEntry } from './tree.ts';

/** What is to be written where a branch is checked out. */
export interface Update {
  /** The commit that is checked out. */
  readonly old: string;
  readonly entries: readonly IndexEntry[];
  /** What the commit itself says of its files. */
  readonly attributes: readonly PathAttributes[];
}

/** Paths by which git reads other files in another way. */
const RULES = new Set(['.gitattributes', '.gitmodules'].map(foldName));

/** More than these are not named on one line. */
const NAMES_A_LINE = 500;

/**
 * Why the work tree cannot follow its branch to a new commit; undefined when nothing stands against it. Whatever git would
 * write over or run a program for is an obstacle, ignored files too.
 */
export async function obstacleTo(
  target: TargetRepository,
  { old, entries, attributes }: Update,
): Promise<string | undefined> {
  const { git, folder, gitDirectory } = target;
  const head = (await git.tryRead(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], folder))?.trim();
  if (head !== old) return 'the branch is not what is checked out any more';
  const [operation] = await operationsIn(gitDirectory, disk, rootRefsOf(git, folder));
  if (operation !== undefined) return `a ${operation.kind} is in progress`;
  const rules = entries.find(({ path }) => RULES.has(foldName(path.slice(path.lastIndexOf('/') + 1))));
  if (rules !== undefined) return `${rules.path} changes how git reads other files`;
  const sparse = await git.tryRead(['config', '--type=bool', '--get', 'core.sparseCheckout'], folder);
  if (sparse?.trim() === 'true') return 'the checkout is sparse';
  const changed = await git.readOrThrow(
    ['status', '--porcelain', '-z', '-uno', '--no-renames', '--ignore-submodules=dirty'],
    folder,
  );
  if (changed !== '') return `${changed.slice(3).split('\0')[0]} has changes that are not committed`;
  return (
    (await flagged(target, entries)) ??
    (await filtered(target, entries, attributes)) ??
    (await inTheWay(target, entries, await readTree(target, old)))
  );
}

/** Files that git does not look at, so that it knows nothing of their changes. */
async function flagged({ git, folder }: TargetRepository, entries: readonly IndexEntry[]): Promise<string | undefined> {
  const written = new Set(entries.map(({ path }) => path));
  const listed = (await git.readBytes(['ls-files', '-v', '-z'], folder)).toString().split('\0');
  const found = listed.find(row => !row.startsWith('H ') && written.has(row.slice(2)));
  return found && `git is told not to look at ${found.slice(2)}`;
}

/** Asked of the commit and of the work tree, where a file of attributes may lie that is in no commit. */
async function filtered(
  { git, folder }: TargetRepository,
  entries: readonly IndexEntry[],
  attributes: readonly PathAttributes[],
): Promise<string | undefined> {
  const input = Buffer.from(entries.map(({ path }) => `${path}\0`).join(''));
  const asked = ['check-attr', '-z', '--stdin', 'filter', 'ident', 'working-tree-encoding'] as const;
  const here = attributesOf(await git.readOrThrow(asked, folder, { input }));
  const found = [...attributes, ...here].find(each => isFiltered(each.attributes));
  return found && `a filter or an encoding applies to ${found.path}`;
}

async function inTheWay(
  { git, folder }: TargetRepository,
  entries: readonly IndexEntry[],
  tree: ReadonlyMap<string, TreeEntry>,
): Promise<string | undefined> {
  const written = entries.flatMap(({ path, blob }) => (blob === null ? [] : [path]));
  const planned = new Set(entries.map(({ path }) => path));
  const there = await filesInTheWay(folder, written);
  const stranger = there.find(({ path }) => !(tree.has(path) && planned.has(path)));
  if (stranger !== undefined) return `${stranger.path} is there and not committed`;
  for (const path of written) {
    const stats = await lstat(join(folder, path)).catch(ifNoFile);
    if (stats?.isDirectory()) return `${path} is a folder`;
  }
  const known = entries.flatMap(({ path }) => (tree.has(path) ? [path] : []));
  return (await otherCase(folder, written)) ?? (await unlike(git, folder, known, tree));
}

/** A name on disk that another disk would take for one of those which are written. */
async function otherCase(folder: string, written: readonly string[]): Promise<string | undefined> {
  const listed = new Map<string, readonly string[]>();
  for (const path of written) {
    const parts = path.split('/');
    for (const [at, part] of parts.entries()) {
      const above = parts.slice(0, at).join('/');
      const names = listed.get(above) ?? (await readdir(join(folder, above)).catch(ifMissing<string[]>([])));
      listed.set(above, names);
      const other = names.find(name => name !== part && foldPath(name) === foldPath(part));
      if (other !== undefined)
        return `${[...parts.slice(0, at), other].join('/')} is there, which some disks take for ${path}`;
    }
  }
  return undefined;
}

/** By contents: whoever keeps size and time of a file hides a change from git. */
async function unlike(
  git: TargetRepository['git'],
  folder: string,
  paths: readonly string[],
  tree: ReadonlyMap<string, TreeEntry>,
): Promise<string | undefined> {
  for (let at = 0; at < paths.length; at += NAMES_A_LINE) {
    const some = paths.slice(at, at + NAMES_A_LINE);
    const found = await Promise.all(some.map(path => lstat(join(folder, path)).catch(ifNoFile)));
    const odd = some.find((_, n) => found[n]?.isFile() !== true);
    if (odd !== undefined) return `${odd} is no file any more`;
    const oids = (await git.readOrThrow(['hash-object', '--', ...some], folder)).trim().split('\n');
    const other = some.find((path, n) => tree.get(path)?.oid !== oids[n]);
    if (other !== undefined) return `${other} has changes that are not committed`;
  }
  return undefined;
}

const ifNoFile = (error: unknown): undefined => {
  if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
};

/**
 * Moves the branch that is checked out with its index and files, by one git that looks at all of them again, writes over
 * nothing it does not know, and moves the branch last.
 */
export async function follow({ git, folder }: TargetRepository, oid: string): Promise<void> {
  const words = [
    '--ff-only',
    '--no-overwrite-ignore',
    '--no-autostash',
    '--no-squash',
    '--no-verify-signatures',
    '--quiet',
  ] as const;
  const config = [
    ...PROTECTION,
    ['submodule.recurse', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const;
  await git.write(['merge', ...words, oid], folder, { config });
}
