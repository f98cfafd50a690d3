import { join } from 'node:path';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry, Snapshot } from '../entry.ts';
import { stateKind } from '../record/state-files.ts';

/**
 * Whether undoing an entry could only write where its repository is. A repository may come from somebody else with a
 * journal in it, and then a journal is as good as its names.
 */
export function isSafe(entry: Entry, repository: Repository): boolean {
  const paths = [
    entry.files,
    entry.before.map(({ changed }) => changed ?? {}),
    entry.before.map(({ untracked }) => untracked),
  ];
  return (
    paths.flat().every(each => Object.keys(each).every(isPathInside)) &&
    [...entry.before, ...entry.after].every(({ state }) => Object.keys(state).every(isInside)) &&
    entry.before.every((snapshot, at) => isPlaceOf(snapshot, at, entry.scopes[at]?.whole === true, repository))
  );
}

const isInside = (name: string): boolean =>
  name !== '' && !name.includes('\0') && name.split('/').every(part => !['', '.', '..'].includes(part));

const isPathInside = (path: string): boolean => isInside(path) && !/^\.git(?:\/|$)/i.test(path);

function isPlaceOf(snapshot: Snapshot, at: number, whole: boolean, { workTree, commonDirectory }: Repository): boolean {
  const below = (path: string, folder: string) =>
    path.startsWith(`${folder}/`) && isInside(path.slice(folder.length + 1));
  if (whole) return below(snapshot.gitDirectory, join(commonDirectory, 'worktrees'));
  const known = Object.keys(snapshot.state).every(name => stateKind(name) !== 'whole');
  return known && (at === 0 || below(snapshot.workTree, workTree));
}
