import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { NamedPath } from '../../snapshot-scope.ts';
import { changedNames } from '../record/describe-changes.ts';
import { cleanFile } from '../record/file-changes.ts';
import { workTreeOf } from '../record/linked-work-trees.ts';
import { permissionsIn } from '../record/permissions.ts';
import { readOwnIndex } from '../record/repository-index.ts';
import { oidBytes, type Survey, survey } from '../record/survey.ts';
import { digestOf } from '../storage/compare-indexes.ts';
import { type FileOnDisk, type FileStats, findFiles, isSameStats, readFileOnDisk } from '../storage/disk.ts';
import { timeOnDisk } from '../storage/disk-clock.ts';
import { type Entry, repositoryOf, type Scope, type Snapshot } from '../storage/entry.ts';
import { forEachInTurns } from '../storage/in-turns.ts';
import { entriesAt } from '../storage/index-file.ts';
import { type ChangedItem, fileToken, hasPermissions, isFolder, stateToken } from './changed-items.ts';

/** What an entry changed as it was found, with what proves later that it is still so. */
export interface Observation {
  /** The values of items by their keys; where there is nothing, none. */
  readonly values: Map<string, string>;
  /** When it was begun, by the disk's clock. */
  readonly begun: number;
  readonly places: readonly SeenPlace[];
}

/** One of the entry's repositories as it was found. */
interface SeenPlace {
  readonly at: number;
  readonly looked: Survey;
  readonly state: ReadonlyMap<string, string>;
  readonly named: ReadonlyMap<string, string>;
  /** What lies at the paths of its files; undefined when not all of them were asked for. */
  readonly found: ReadonlyMap<string, FileStats> | undefined;
}

/** Looks at what an entry changed as it is now. */
export async function observe(git: Git, entry: Entry, items: readonly ChangedItem[]): Promise<Observation> {
  const values = new Map<string, string>();
  const places: SeenPlace[] = [];
  // Where nobody may write nothing is proven, and all is looked at again.
  const begun = await timeOnDisk(entry.before[0]?.gitDirectory ?? '').catch(() => 0);
  for (const [at, before] of entry.before.entries()) {
    const own = items.filter(item => item.at === at);
    const scope = entry.scopes[at];
    if (own.length === 0 || scope === undefined) continue;
    const tracked = own.some(({ part }) => part === 'index' || part === 'file');
    const place = await placeOf(before, entry.after[at], scope);
    const wanted = { ...scope, tracked, untracked: 'none', paths: [], named: namedIn(own) } as const;
    const looked = await survey(git, place, wanted, { from: entry.before[0]?.workTree });
    const files = await filesNow(
      looked,
      hasPermissions(before),
      own.filter(({ part }) => part === 'file'),
    );
    const state = await stateNow(looked);
    const named = await namedNow(looked);
    for (const item of own) {
      const value = item.part === 'named' ? named.get(item.name) : valueNow(item, looked, files.tokens, state);
      if (value) values.set(item.key, value);
    }
    places.push({ at, looked, state, named, found: files.found });
  }
  return { values, begun, places };
}

/**
 * Whether all is still as it was found, told without git looking at the files again: by what is in the index and in the git
 * directory, and by the stamps of files, of which only those count that are older than the look. False when that is not certain.
 */
export async function isStillSo(
  git: Git,
  entry: Entry,
  items: readonly ChangedItem[],
  { places, begun }: Observation,
): Promise<boolean> {
  for (const { at, looked, state, named, found } of places) {
    const { scope, repository } = looked;
    if (scope.whole || found === undefined || looked.access === undefined) return false;
    const own = items.filter(item => item.at === at);
    const now = await survey(git, repository, { ...scope, tracked: false }, { from: entry.before[0]?.workTree });
    if (now.access === undefined || now.head !== looked.head || now.link !== looked.link) return false;
    if (changedNames(now.refs, looked.refs).length > 0) return false;
    const [stateSince, namedSince] = [await stateNow(now), await namedNow(now)];
    const isSame = ({ part, name }: ChangedItem) =>
      (part !== 'state' || stateSince.get(name) === state.get(name)) &&
      (part !== 'named' || namedSince.get(name) === named.get(name));
    if (!own.every(isSame)) return false;
    if (scope.tracked && !(await readOwnIndex(now.access.git, now.access.repository)).index.equals(looked.index))
      return false;
    const files = own.filter(({ part }) => part === 'file').map(nameOf);
    const since = await findFiles(repository.workTree, files);
    const isUntouched = ({ path, stats }: FileOnDisk) => stats.ctimeMs < begun && isSameStats(stats, found.get(path));
    if (since.length !== found.size || !since.every(isUntouched)) return false;
  }
  return true;
}

/** Where the command left a work tree, or where that has gone since. */
async function placeOf(before: Snapshot, after: Snapshot | undefined, scope: Scope): Promise<Repository> {
  const left = placeLeft(before, after, scope);
  const workTree = scope.whole ? await workTreeOf(left.gitDirectory) : undefined;
  return workTree === undefined ? left : { ...left, workTree };
}

/** Where a command left a repository: a work tree may have been moved by it. */
export const placeLeft = (before: Snapshot, after: Snapshot | undefined, scope: Pick<Scope, 'whole'>): Repository =>
  repositoryOf(scope.whole && after !== undefined && after.head !== '' ? after : before);

function valueNow(
  { part, name }: ChangedItem,
  { head, refs, index, hash, link, access, repository }: Survey,
  files: ReadonlyMap<string, string>,
  state: ReadonlyMap<string, string>,
): string {
  if (part === 'head') return head;
  if (part === 'ref') return refs[name] ?? '';
  if (part === 'index') return digestOf(index, oidBytes(hash));
  if (part === 'link') return link ?? '';
  if (part === 'place') return access === undefined || head === '' ? '' : repository.workTree;
  return (part === 'state' ? state : files).get(name) ?? '';
}

const namedIn = (items: readonly ChangedItem[]): NamedPath[] =>
  items.filter(({ part }) => part === 'named').map(({ name: path }) => ({ path, kind: 'file' }));

async function namedNow({ named, hash }: Survey): Promise<Map<string, string>> {
  const there = [...named.values()].filter(found => found !== null);
  const read = await mapInBatches(there, async found => {
    const content = await readFileOnDisk(found, hash);
    return [found.path, content === 'unreadable' ? UNREADABLE : fileToken(content?.saved, true)] as const;
  });
  return new Map(read);
}

async function stateNow({ state, hash }: Survey): Promise<Map<string, string>> {
  const read = await mapInBatches(state, async found => {
    const read = await readFileOnDisk(found, hash);
    return [found.path, read === 'unreadable' ? UNREADABLE : stateToken(read?.saved)] as const;
  });
  return new Map(read);
}

/** The files of the work tree: by the index where it is as that has it, else by its bytes. A folder counts where one was. */
async function filesNow(
  looked: Survey,
  exact: boolean,
  items: readonly ChangedItem[],
): Promise<{ readonly tokens: ReadonlyMap<string, string> } & Pick<SeenPlace, 'found'>> {
  const { changed, index, hash, repository } = looked;
  const entries = entriesAt(
    index,
    oidBytes(hash),
    items.map(({ name }) => name),
  );
  const tokens = new Map<string, string>();
  const byBytes = new Set(items.filter(item => item.byBytes).map(nameOf));
  const cleanAt = (name: string) =>
    changed?.has(name) || byBytes.has(name) ? undefined : cleanFile(entries.get(name));
  const folders = new Set(items.filter(({ before, after }) => isFolder(before) || isFolder(after)).map(nameOf));
  // Of a file that is as the index has it only the permissions are asked for.
  const looks = items.map(nameOf).filter(name => exact || cleanAt(name) === undefined);
  for (const { name } of items) {
    const clean = cleanAt(name);
    if (clean !== undefined) tokens.set(name, fileToken(clean, exact));
  }
  const unlikeIndex: FileOnDisk[] = [];
  const there = await findFiles(repository.workTree, looks);
  await forEachInTurns(there, found => {
    if (found.stats.isDirectory() && !folders.has(found.path)) return;
    const clean = cleanAt(found.path);
    const permissions = clean?.mode === 'link' ? {} : { permissions: permissionsIn(found.stats) };
    if (clean) tokens.set(found.path, fileToken({ ...clean, ...permissions }, exact));
    else unlikeIndex.push(found);
  });
  await mapInBatches(unlikeIndex, async found => {
    const read = await readFileOnDisk(found, hash);
    tokens.set(found.path, read === 'unreadable' ? UNREADABLE : fileToken(read?.saved, exact));
  });
  return { tokens, found: exact ? new Map(there.map(({ path, stats }) => [path, stats])) : undefined };
}

const nameOf = ({ name }: ChangedItem): string => name;

/** No entry has this value: what nobody can look at is never taken for what a command left. */
const UNREADABLE = 'unreadable';
