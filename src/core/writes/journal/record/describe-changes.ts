import { plural } from '../../../../shared/plural.ts';
import { shortRef } from '../../../../shared/short-ref.ts';
import type { FileChange, SavedFile, Snapshot } from '../storage/entry.ts';
import { stateKind } from '../storage/state-names.ts';
import { STASH } from './stashes.ts';

export const shortValue = (value: string): string =>
  value.startsWith('ref: ') ? shortRef(value.slice('ref: '.length)) : value.slice(0, 7);

export function refKind(name: string): string {
  if (name.startsWith('refs/heads/')) return `branch ${shortRef(name)}`;
  if (name.startsWith('refs/tags/')) return `tag ${shortRef(name)}`;
  if (name.startsWith('refs/remotes/')) return `remote branch ${shortRef(name)}`;
  return name === STASH ? 'the stash' : name;
}

/** The changes that a command made in one repository, each as a part of a sentence. */
export function describeChanges(
  before: Snapshot,
  after: Snapshot,
  files: Readonly<Record<string, FileChange>>,
  indexChanged: boolean,
): string[] {
  const kinds = new Set(changedNames(before.state, after.state).map(stateKind));
  return [
    ...(before.head === after.head ? [] : [headWords(before.head, after.head)]),
    ...(before.workTree === after.workTree ? [] : [`moved the work tree to ${after.workTree}`]),
    ...changedNames(before.refs, after.refs).map(name => refWords(name, before.refs[name], after.refs[name])),
    ...fileWords(files),
    ...namedChanges(before, after).map(({ path }) => `wrote ${path}`),
    ...(indexChanged ? ['changed what is staged'] : []),
    ...(kinds.has('operation') ? ['changed the operation in progress'] : []),
    ...(kinds.has('shallow') ? ['changed how far the history reaches'] : []),
    ...(kinds.has('administrative') ? ['changed the list of work trees'] : []),
    ...(kinds.has('resolutions') ? ['changed recorded resolutions of conflicts'] : []),
    ...(kinds.has('settings') ? ['changed settings of the repository'] : []),
  ];
}

function headWords(from: string, to: string): string {
  if (to === '') return 'removed the work tree';
  if (from === '') return 'made the work tree';
  if (to.startsWith('ref: ')) return `switched to ${shortValue(to)}`;
  return from.startsWith('ref: ')
    ? `detached HEAD at ${shortValue(to)}`
    : `moved HEAD from ${shortValue(from)} to ${shortValue(to)}`;
}

function refWords(name: string, from: string | undefined, to: string | undefined): string {
  if (name === STASH && `${from}${to}`.includes(' ')) return 'changed the list of stashes';
  if (from === undefined) return `made ${refKind(name)} at ${shortValue(to ?? '')}`;
  if (to === undefined) return `deleted ${refKind(name)} (was ${shortValue(from)})`;
  return `moved ${shortRef(name)} from ${shortValue(from)} to ${shortValue(to)}`;
}

function fileWords(files: Readonly<Record<string, FileChange>>): string[] {
  const real = Object.values(files).filter(({ before, after }) => (before ?? after)?.mode !== 'folder');
  const tally = (says: string, fits: (change: FileChange) => boolean) => {
    const n = real.filter(fits).length;
    return n === 0 ? [] : [`${says} ${plural(n, 'file')}`];
  };
  return [
    ...tally('deleted', ({ after }) => after === null),
    ...tally('changed', ({ before, after }) => before !== null && after !== null),
    ...tally('made', ({ before }) => before === null),
  ];
}

/** A file that the command line named and the command changed. */
interface NamedChange extends FileChange {
  readonly path: string;
}

/** Files of a named folder are known only when they are there, so that one which is in no list was not there. */
export function namedChanges(before: Snapshot, after: Snapshot): NamedChange[] {
  const [then, since] = [before.named ?? {}, after.named ?? {}];
  const paths = [...new Set([...Object.keys(then), ...Object.keys(since)])];
  return paths
    .filter(path => !before.unsaved?.includes(path))
    .map(path => ({ path, before: then[path] ?? null, after: since[path] ?? null }))
    .filter(change => !isSameFile(change.before, change.after));
}

const isSameFile = (one: SavedFile | null, other: SavedFile | null): boolean =>
  one?.oid === other?.oid && one?.mode === other?.mode && one?.permissions === other?.permissions;

/** Names under which two records do not have the same. */
export function changedNames<T extends string | SavedFile>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
): string[] {
  const key = (value: T | undefined) => (typeof value === 'object' ? value.oid : value);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => key(one[name]) !== key(other[name]));
}
