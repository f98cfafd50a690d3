import type { Git } from '../../../git/writer.ts';
import { find } from './disk.ts';
import type { Entry } from './entry.ts';
import { idOfKept, keptRefs, type Listing, refOf, updateRefs } from './store.ts';

/** Removes an entry and the refs that keep its commits, also those in submodules. */
export async function forget(git: Git, journal: string, { id, before }: Pick<Entry, 'id' | 'before'>): Promise<void> {
  const [main] = before;
  for (const { commonDirectory, workTree } of before.slice(1)) {
    if (commonDirectory === main?.commonDirectory) continue;
    // A submodule that is not checked out any more is asked when it is.
    if ((await find(workTree, '.git')) === undefined) continue;
    await deleteRefs(git, workTree, await keptRefs(git, workTree, id));
  }
  await deleteRefs(git, journal, [...(await keptRefs(git, journal, id)), refOf(id)]);
}

const deleteRefs = (git: Git, workTree: string, names: readonly string[]): Promise<void> =>
  updateRefs(
    git,
    workTree,
    names.map(name => [name, null]),
  );

/** Ids of nobody's that are older than a moment: of entries that cannot be read, and of refs whose entry never came to be. */
export async function strays(git: Git, workTree: string, listing: Listing, oldest: string): Promise<string[]> {
  const known = new Set(listing.entries.map(({ id }) => id));
  const kept = (await keptRefs(git, workTree)).map(idOfKept);
  return [...new Set([...listing.ids, ...kept])].filter(id => !known.has(id) && id < oldest);
}
