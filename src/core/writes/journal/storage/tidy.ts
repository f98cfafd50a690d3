import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AskGit } from '../../../git/ask.ts';
import type { Entry } from '../entry.ts';
import { settle } from '../record/settle.ts';
import { TEMPORARY } from '../undo/restore-files.ts';
import { isMissing } from './journal-git.ts';
import { idOfKept, keptRefs, type Listing } from './store.ts';

/** After this nobody is still running it, whatever process has its number now, here or on another machine. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Whether whoever began an entry is gone. */
export function isAbandoned({ id, writer, time }: Entry, running: ReadonlySet<string>, now: number): boolean {
  if (running.has(id)) return false;
  if (now - time > LONGEST_MS) return true;
  return writer.host === hostname() && (writer.pid === process.pid || !isAlive(writer.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is one all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Notes what mutations left that were cut off. */
export async function settleAbandoned(
  ask: AskGit,
  entries: readonly Entry[],
  running: ReadonlySet<string>,
  now: number,
): Promise<boolean> {
  const cutOff = entries.filter(entry => entry.outcome === 'pending' && isAbandoned(entry, running, now));
  for (const entry of cutOff) {
    for (const { gitDirectory } of entry.before) await removeLeftovers(gitDirectory);
    await settle(ask, entry, 'interrupted');
  }
  return cutOff.length > 0;
}

/** Ids of nobody's that are older than a moment: of entries that cannot be read, and of refs whose entry never came to be. */
export async function strays(ask: AskGit, workTree: string, listing: Listing, oldest: string): Promise<string[]> {
  const known = new Set(listing.entries.map(({ id }) => id));
  const kept = (await keptRefs(ask, workTree)).map(idOfKept);
  return [...new Set([...listing.ids, ...kept])].filter(id => !known.has(id) && id < oldest);
}

/** What a process that was killed left in a git directory, its lock on the index too. */
export async function removeLeftovers(gitDirectory: string): Promise<void> {
  const names = await readdir(gitDirectory).catch(error => {
    if (isMissing(error)) return [];
    throw error;
  });
  const lock = join(gitDirectory, 'index.lock');
  for (const name of names.filter(each => each.startsWith(TEMPORARY))) {
    const pid = Number.parseInt(name.slice(TEMPORARY.length), 10);
    if (isAlive(pid)) continue;
    const inode = await inodeOf(join(gitDirectory, name));
    if (inode !== undefined && inode === (await inodeOf(lock))) await rm(lock);
    await rm(join(gitDirectory, name), { force: true });
  }
}

const inodeOf = (path: string): Promise<bigint | undefined> =>
  lstat(path, { bigint: true }).then(
    ({ ino }) => ino,
    error => {
      if (isMissing(error)) return undefined;
      throw error;
    },
  );
