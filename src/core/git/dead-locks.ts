import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { isWithin } from '../../shared/paths.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { type GitProcess, gitsIn, holdersOf } from './git-processes.ts';

/** The repository in which a git of ours was killed. */
export interface KilledIn {
  readonly commonDirectory: string;
  readonly workTree: string;
  /** When its turn began, by the disk's clock: what is older is somebody else's. */
  readonly since: number;
}

/** A lock of git's that is there, with the gits that could have made it and still run. */
export interface HeldLock {
  readonly path: string;
  readonly owners: readonly GitProcess[];
}

export interface DeadLocks {
  /** From the common git directory. */
  readonly removed: readonly string[];
  readonly left: readonly HeldLock[];
}

/**
 * Removes the locks that a git of ours left when it was killed: nobody else would, and git refuses everything until
 * somebody does. As long as another git works there a lock may be its own, so that it stays.
 */
export async function removeDeadLocks({ commonDirectory, workTree, since }: KilledIn): Promise<DeadLocks> {
  const young: string[] = [];
  for (const path of await locksBelow(commonDirectory)) {
    const stats = await lstat(path).catch(ifMissing(undefined));
    if (stats?.isFile() && stats.ctimeMs >= since) young.push(path);
  }
  if (young.length === 0) return { removed: [], left: [] };
  const owners = await gitsIn([commonDirectory, workTree, ...(await workTreesOf(commonDirectory))]);
  if (owners.length > 0) return { removed: [], left: young.map(path => ({ path, owners })) };
  for (const path of young) await rm(path, { force: true });
  return { removed: young.map(path => relative(commonDirectory, path)), left: [] };
}

/** Lines for the log. */
export const describeDeadLocks = ({ removed, left }: DeadLocks): string[] => [
  ...removed.map(path => `Removed ${path}: the git that made it was killed.`),
  ...left.map(({ path, owners }) => `Left ${path}: ${owners.map(describeGit).join(', ')} may need it.`),
];

export const describeGit = ({ pid, line }: GitProcess): string => `${line || 'git'} (process ${pid})`;

/**
 * Says whose the locks are that git has complained about, and what to do next; nothing when it names none that is there.
 * Only its own message tells which of them it wanted.
 */
export async function explainLocks(
  said: string,
  { commonDirectory, workTree }: Omit<KilledIn, 'since'>,
): Promise<string[]> {
  const named = [...said.matchAll(/'([^'\n]+\.lock)'/g)].map(([, path = '']) => resolve(workTree, path));
  const own = [...new Set(named)].filter(path => isWithin(commonDirectory, path));
  const explained = await Promise.all(own.map(path => explainLock(path, [commonDirectory, workTree])));
  return explained.filter(text => text !== undefined);
}

/** Undefined when it is gone by now. */
export async function explainLock(path: string, folders: readonly string[]): Promise<string | undefined> {
  const stats = await lstat(path).catch(ifMissing(undefined));
  if (stats === undefined) return undefined;
  const holders = await holdersOf(path);
  const who = (some: readonly GitProcess[]) => some.map(describeGit).join(', ');
  const wait = 'Wait until that has ended, and run the command again.';
  if (holders.length > 0) return `'${path}' is held by ${who(holders)}. ${wait}`;
  const gits = await gitsIn(folders);
  if (gits.length > 0) return `'${path}' may be held by ${who(gits)}. ${wait}`;
  const age = relativeTime(Date.now() - stats.mtimeMs);
  return `'${path}' was made ${age}, and no git works here: one that was killed left it. Delete that file, and run the command again.`;
}

/** Objects are by far the most files, and of those that hold one each none is a lock. */
const LOOSE_OBJECTS = /^[\da-f]{2}$/;

async function locksBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
  const below = await Promise.all(
    entries
      .filter(entry => entry.isDirectory() && !LOOSE_OBJECTS.test(entry.name))
      .map(({ name }) => locksBelow(join(folder, name))),
  );
  const own = entries.filter(entry => entry.isFile() && entry.name.endsWith('.lock'));
  return [...own.map(({ name }) => join(folder, name)), ...below.flat()];
}

/** The main work tree, where there is one, and those that are linked. */
async function workTreesOf(commonDirectory: string): Promise<string[]> {
  const folder = join(commonDirectory, 'worktrees');
  const names = await readdir(folder).catch(ifMissing<string[]>([]));
  const links = await Promise.all(
    names.map(async name => {
      const link = await readFile(join(folder, name, 'gitdir'), 'utf8').catch(ifMissing(undefined));
      return link === undefined ? [] : [dirname(resolve(folder, name, link.trimEnd()))];
    }),
  );
  return links.flat();
}
