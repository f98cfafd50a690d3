import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry, Snapshot } from '../storage/entry.ts';
import { withAllRefs } from '../storage/ref-list.ts';
import type { Sealer } from '../storage/seal.ts';
import { keepRef } from '../storage/store.ts';
import { readHead, readRefs } from './refs.ts';
import { keepLost, writeEntry } from './settle.ts';

/**
 * Keeps the commits that a labelled checkpoint leads to and no ref reaches any more. A command of ours keeps what it loses
 * itself, but goes one day; a checkpoint with a label stays, and git has not thrown those commits away by then.
 */
export async function keepLabelled(git: Git, sealer: Sealer, repository: Repository, entry: Entry): Promise<void> {
  const before = await withAllRefs(git, entry);
  const [main] = before;
  if (main === undefined) return;
  const now: Snapshot = { ...main, refs: await readRefs(git, repository), head: await readHead(git, repository) };
  const { packs, updates } = await keepLost(git, entry, before, [now, ...before.slice(1)]);
  const tree = updates.find(([name]) => name === keepRef(entry.id, 'lost0'))?.[1];
  const known = await git.tryRead(['rev-parse', '--verify', '--quiet', keepRef(entry.id, 'lost0')], main.workTree);
  if (tree === undefined || tree === null || tree === known?.trim()) return;
  await writeEntry(git, sealer, { ...entry, before }, { packs, updates });
}
