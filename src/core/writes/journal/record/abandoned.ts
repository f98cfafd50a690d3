import type { Git } from '../../../git/writer.ts';
import { discoverPlace, type Repository } from '../../../repository/discover.ts';
import type { Entry } from '../storage/entry.ts';
import { removeLeftovers } from '../storage/leftovers.ts';
import { ownEntries } from '../storage/own-entries.ts';
import type { Sealer } from '../storage/seal.ts';
import { settle } from './settle.ts';

/** Whether an entry is one that nobody has begun here: its mutation was cut off, or another process runs it. */
export const isUnsettled =
  (running: ReadonlySet<string>) =>
  ({ id, outcome }: Entry): boolean =>
    outcome === 'pending' && !running.has(id);

/**
 * Notes what mutations left that were cut off. To be called by whoever has the repository's lease: then no other process
 * has a mutation under way, nor a git of one that was killed.
 */
export async function settleAbandoned(
  git: Git,
  sealer: Sealer,
  repository: Repository,
  cutOff: readonly Entry[],
): Promise<void> {
  for (const each of cutOff)
    for (const entry of await ownIn(repository, each)) {
      for (const { gitDirectory } of entry.before) await removeLeftovers(gitDirectory);
      await settle(git, sealer, entry, 'interrupted');
    }
}

/** The entry, if it is one of this repository: whoever was killed may have been in another of its work trees. */
async function ownIn(repository: Repository, entry: Entry): Promise<readonly Entry[]> {
  const found = await discoverPlace(entry.before[0]?.workTree ?? repository.workTree);
  const isOurs = found.ok && found.repository.commonDirectory === repository.commonDirectory;
  return ownEntries([entry], isOurs ? found.repository : repository);
}
