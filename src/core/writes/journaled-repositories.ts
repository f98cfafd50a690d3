import { discoverForUndo, type Repository } from '../repository/discover.ts';
import { hasJournal } from '../repository/has-journal.ts';
import { submodulesOf } from '../repository/watch/submodules.ts';

/**
 * The repositories of some folders that may have a journal, whatever their configs say of them, with their submodules:
 * `git -C` leads there, and what it did is in the journal there. The folders' own come first, with a journal or without.
 */
export async function journaledRepositories(folders: readonly string[]): Promise<readonly Repository[]> {
  const found = await Promise.all(folders.map(discoverForUndo));
  const outer = found.flatMap(each => (each.ok ? [each.repository] : []));
  const inner = (await Promise.all(outer.map(submodulesOf))).flat();
  const isJournaled = await Promise.all(inner.map(hasJournal));
  const all = [...outer, ...inner.filter((_, at) => isJournaled[at])];
  return [...new Map(all.map(each => [each.gitDirectory, each])).values()];
}
