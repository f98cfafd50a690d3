import type { GitReader } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { findFile } from './disk.ts';
import type { Entry } from './entry.ts';
import { expiredRef, idOfKept, keptRefs, type Listing, refOf, updateRefs } from './store.ts';

/** Removes an entry and the refs that keep its commits, also those in submodules. What it owns stays until it is freed. */
export async function forget(
  git: Git,
  journal: string,
  {
    id,
    before,
    owned,
  }: Pick<Entry, 'id' | 'owned'> & {
    readonly before: readonly Pick<Repository, 'commonDirectory' | 'workTree'>[];
  },
): Promise<void> {
  const [main] = before;
  for (const { commonDirectory, workTree } of before.slice(1)) {
    if (commonDirectory === main?.commonDirectory) continue;
    // A submodule that is not checked out any more is asked when it is.
    if ((await findFile(workTree, '.git')) === undefined) continue;
    await deleteRefs(git, workTree, await keptRefs(git, workTree, id));
  }
  const kept = await keptRefs(git, journal, id);
  const expired = owned.length === 0 ? [] : [[expiredRef(id), refOf(id)] as const];
  await updateRefs(git, journal, [...expired, ...[...kept, refOf(id)].map(name => [name, null] as const)]);
}

const deleteRefs = (git: Git, workTree: string, names: readonly string[]): Promise<void> =>
  updateRefs(
    git,
    workTree,
    names.map(name => [name, null]),
  );

/** Ids of nobody's that are older than a moment: of entries that cannot be read, and of refs whose entry never came to be. */
export async function strays(git: GitReader, workTree: string, listing: Listing, oldest: string): Promise<string[]> {
  const known = new Set(listing.entries.map(({ id }) => id));
  const kept = (await keptRefs(git, workTree)).map(idOfKept);
  return [...new Set([...listing.ids, ...kept])].filter(id => !known.has(id) && id < oldest);
}
