import { isAbsolute, join, relative, resolve } from 'node:path';
import { namesGitDirectory } from '../../../../shared/git-directory.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry, Snapshot } from './entry.ts';
import { stateKind } from './state-names.ts';

/** The entries that belong to a work tree and are safe to undo there, wherever it was when they were written. */
export const ownEntries = (entries: readonly Entry[], repository: Repository): Entry[] =>
  entries
    .filter(({ before: [main] }) => main && isSameWorkTree(main, repository))
    .map(entry => movedTo(entry, repository))
    .filter(isKnownSafe);

/** The work trees of one repository share its journal, each with its own entries. */
const isSameWorkTree = (main: Snapshot, { commonDirectory, gitDirectory }: Repository): boolean =>
  relative(main.commonDirectory, main.gitDirectory) === relative(commonDirectory, gitDirectory);

/**
 * A repository that was moved as a whole since has its journal with it. Of one in its place whose git directory is in its
 * work tree an entry knows better than a config where that is: a command may have changed it.
 */
function movedTo(entry: Entry, repository: Repository): Entry {
  const [main] = entry.before;
  if (main === undefined || (main.workTree === repository.workTree && main.gitDirectory === repository.gitDirectory))
    return entry;
  if (main.gitDirectory === repository.gitDirectory && main.gitDirectory === join(main.workTree, '.git')) return entry;
  const moved = (path: string): string =>
    path.replace(main.commonDirectory, repository.commonDirectory).replace(main.workTree, repository.workTree);
  const move = (snapshot: Snapshot, at: number): Snapshot =>
    at === 0
      ? { ...snapshot, ...repository }
      : {
          ...snapshot,
          gitDirectory: moved(snapshot.gitDirectory),
          commonDirectory: moved(snapshot.commonDirectory),
          workTree: moved(snapshot.workTree),
        };
  return { ...entry, before: entry.before.map(move), after: entry.after.map(move) };
}

/** Entries are never changed, and one may name a hundred thousand files. */
const knownSafe = new WeakSet<Entry>();

function isKnownSafe(entry: Entry): boolean {
  const [main] = entry.before;
  if (!knownSafe.has(entry) && main !== undefined && isSafe(entry, main)) knownSafe.add(entry);
  return knownSafe.has(entry);
}

/**
 * Whether undoing an entry could only write where its repository is. A repository may come from somebody else with a
 * journal in it, and then a journal is as good as its names.
 */
function isSafe(entry: Entry, repository: Repository): boolean {
  const paths = [
    entry.files,
    entry.before.map(({ changed }) => changed ?? {}),
    entry.before.map(({ untracked }) => untracked),
  ];
  return (
    paths.flat().every(each => Object.keys(each).every(isPathInside)) &&
    [...entry.before, ...entry.after].every(({ state }) => Object.keys(state).every(isInside)) &&
    [...entry.before, ...entry.after].every(hasPlainRefs) &&
    [...entry.before, ...entry.after].every(({ named }) => Object.keys(named ?? {}).every(isNameable)) &&
    entry.before.every((snapshot, at) => isWithinReach(snapshot, at, entry.scopes[at]?.whole === true, repository))
  );
}

/** Only a sealed entry gets here, and no command may name a file in a git directory. */
const isNameable = (path: string): boolean =>
  isAbsolute(path) && resolve(path) === path && !path.includes('\0') && !namesGitDirectory(path);

const OID = /^[\da-f]{40}(?:[\da-f]{24})?$/;
/** The name of a ref that is not the journal's own, without anything that git takes for more than a name. */
const REF = /^refs\/(?!sluice\/)[^\u0000-\u0020\u007f~^:?*[\\]+$/;

/** HEAD and refs become words of update-ref and symbolic-ref: each is an object id or names a ref. */
const hasPlainRefs = ({ head, refs }: Snapshot): boolean =>
  isPlainValue(head) && Object.entries(refs).every(([name, value]) => REF.test(name) && isPlainValue(value));

const isPlainValue = (value: string): boolean =>
  value === '' || (value.startsWith('ref: ') ? REF.test(value.slice(5)) : value.split(' ').every(oid => OID.test(oid)));

/** A NUL, or a part of a path that is empty or leads elsewhere. */
const ODD_PART = /\0|(?:^|\/)\.{0,2}(?:\/|$)/;

const isInside = (name: string): boolean => !ODD_PART.test(name);

const isPathInside = (path: string): boolean => isInside(path) && !/^\.git(?:\/|$)/i.test(path);

function isWithinReach(
  snapshot: Snapshot,
  at: number,
  whole: boolean,
  { workTree, commonDirectory }: Repository,
): boolean {
  const below = (path: string, folder: string) =>
    path.startsWith(`${folder}/`) && isInside(path.slice(folder.length + 1));
  if (whole) return below(snapshot.gitDirectory, join(commonDirectory, 'worktrees'));
  const known = Object.keys(snapshot.state).every(name => stateKind(name) !== 'whole');
  return known && (at === 0 || below(snapshot.workTree, workTree));
}
