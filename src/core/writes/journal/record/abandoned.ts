import { hostname } from 'node:os';
import type { Git } from '../../../git/writer.ts';
import type { Entry } from '../storage/entry.ts';
import { isAlive, removeLeftovers } from '../storage/leftovers.ts';
import { settle } from './settle.ts';

/** After this nobody is still running it, whatever process has its number now, here or on another machine. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Whether whoever began an entry is gone. */
function isAbandoned({ id, writer, time }: Entry, running: ReadonlySet<string>, now: number): boolean {
  if (running.has(id)) return false;
  if (now - time > LONGEST_MS) return true;
  return writer.host === hostname() && (writer.pid === process.pid || !isAlive(writer.pid));
}

/** Notes what mutations left that were cut off; false when there was none. */
export async function settleAbandoned(
  git: Git,
  entries: readonly Entry[],
  running: ReadonlySet<string>,
  now: number,
): Promise<boolean> {
  const cutOff = entries.filter(entry => entry.outcome === 'pending' && isAbandoned(entry, running, now));
  for (const entry of cutOff) {
    for (const { gitDirectory } of entry.before) await removeLeftovers(gitDirectory);
    await settle(git, entry, 'interrupted');
  }
  return cutOff.length > 0;
}
