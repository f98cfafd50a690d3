import { basename } from 'node:path';
import { discover } from './discover.ts';
import type { OpenRepository, RepositoriesProblem } from './locate.ts';
import type { Repositories } from './repositories.ts';

/** The repositories of folders that nobody watches, for a door that asks once and is gone. */
export function createUnwatchedRepositories(folders: () => readonly string[]): Repositories {
  let list: readonly OpenRepository[] = [];
  let problem: RepositoriesProblem | undefined;
  const nothingToStop = () => () => {};
  const find = async (path: string): Promise<OpenRepository | undefined> => {
    const found = await discover(path);
    if (!found.ok) problem = { reason: found.reason, folder: path };
    if (!found.ok) return undefined;
    const { workTree } = found.repository;
    return { ...found.repository, root: workTree, name: basename(workTree) || workTree };
  };
  return {
    list: () => list,
    find,
    problem: () => (list.length > 0 ? undefined : problem),
    async refresh() {
      const found = await Promise.all(folders().map(find));
      list = found.filter(repository => repository !== undefined);
    },
    listenSet: nothingToStop,
    listenTouched: nothingToStop,
    dispose: () => {},
  };
}
