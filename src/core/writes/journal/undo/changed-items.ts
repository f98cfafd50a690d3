import { basename } from 'node:path';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { changedNames, namedChanges } from '../record/describe-changes.ts';
import { isByBytes } from '../record/file-changes.ts';
import { STASH } from '../record/stashes.ts';
import { findFiles, readFileOnDisk } from '../storage/disk.ts';
import type { Entry, FileChange, SavedFile, Snapshot } from '../storage/entry.ts';
import { stateKind, stateRoot, WORK_TREES } from '../storage/state-names.ts';

/** One thing a command changed. Its three values are compared as text; '' stands for nothing there. */
export interface ChangedItem {
  /** Which of the entry's repositories. */
  readonly at: number;
  readonly part: 'head' | 'ref' | 'index' | 'state' | 'file' | 'link' | 'place' | 'named';
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Items that come back together or not at all; null for one that stands alone. */
  readonly bundle: 'head' | 'stash' | null;
  /** Left as it is, without a word, when it has moved on. */
  readonly soft: boolean;
  /** True when somebody else changed it too while the command ran: it is never as the command left it. */
  readonly shared: boolean;
  /** True for a file that is compared by its bytes, whatever git says of it. */
  readonly byBytes: boolean;
  /** Tells it from all other things of all repositories. */
  readonly key: string;
}

/** `exact` with the permissions, where the entry knows those of all files. */
export function fileToken(file: SavedFile | null | undefined, exact: boolean): string {
  if (!file) return '';
  const content = file.oid === '' ? file.mode : `${file.mode} ${file.oid}`;
  return exact && file.permissions !== undefined ? `${content} ${file.permissions.toString(8)}` : content;
}

/** The value of a file of the git directory; permissions do not count there. */
export const stateToken = (file: SavedFile | undefined): string =>
  file === undefined ? '' : file.mode === 'folder' ? file.mode : file.oid;

/** Whether a value is that of a folder, whatever its permissions. */
export const isFolder = (value: string): boolean => value === 'folder' || value.startsWith('folder ');

/** Whether a snapshot knows the permissions of all files; older ones know those of changed files. */
export const hasPermissions = ({ permissions }: Snapshot): boolean => permissions !== undefined;

const knownItems = new WeakMap<Entry, readonly ChangedItem[]>();

/** Everything an entry changed. Of one that is looked at again it is known: there may be a hundred thousand files. */
export function itemsOf(entry: Entry): readonly ChangedItem[] {
  const items = knownItems.get(entry) ?? entry.before.flatMap((_, at) => itemsIn(entry, at));
  knownItems.set(entry, items);
  return items;
}

function itemsIn(entry: Entry, at: number): ChangedItem[] {
  const before = entry.before[at];
  const after = entry.after[at];
  if (before === undefined || after === undefined) return [];
  const whole = entry.scopes[at]?.whole === true;
  const exact = hasPermissions(before);
  const item = (
    part: ChangedItem['part'],
    name: string,
    values: [string, string],
    rest: Partial<ChangedItem> = {},
  ): ChangedItem => ({
    at,
    part,
    name,
    before: values[0],
    after: values[1],
    bundle: null,
    soft: false,
    shared:
      at === 0 && (part === 'head' || part === 'ref' || part === 'index') && entry.shared?.includes(name) === true,
    byBytes: false,
    key: `${part} ${name} ${rootOf(part, name)}`,
    ...rest,
  });
  const rootOf = (part: ChangedItem['part'], name: string): string => {
    if (part === 'link') return before.workTree;
    if (part === 'named') return '';
    if (part === 'state') return whole ? before.gitDirectory : stateRoot(name, before);
    return part === 'ref' ? before.commonDirectory : before.gitDirectory;
  };
  const renewed = entry.before
    .filter((each, n) => entry.scopes[n]?.whole === true && [each.head, entry.after[n]?.head].includes(''))
    .map(administrativeOf);
  const branches = [before.head, after.head].map(head => head.replace(/^ref: /, ''));
  const refs = changedNames(before.refs, after.refs)
    .filter(name => !entry.sentTo.some(remote => name.startsWith(`refs/remotes/${remote}/`)))
    .map(name => {
      const bundle = branches.includes(name) ? 'head' : name === STASH ? 'stash' : null;
      const values: [string, string] = [before.refs[name] ?? '', after.refs[name] ?? ''];
      return item('ref', name, values, { bundle, soft: name.startsWith('refs/remotes/') });
    });
  const state = changedNames(before.state, after.state)
    .filter(name => name !== 'index' && !(whole && isListed(entry, at, name)))
    .map(name => {
      const values: [string, string] = [stateToken(before.state[name]), stateToken(after.state[name])];
      return item('state', name, values, whole ? { bundle: 'head' } : stateRules(name, values, renewed));
    })
    // Reflogs only ever grow by an undo: what is new in them stays.
    .filter(each => each.soft === false || each.before !== '' || stateKind(each.name) !== 'reflog');
  const head = { bundle: 'head' } as const;
  const isMoved = whole && before.head !== '' && after.head !== '' && before.workTree !== after.workTree;
  return [
    ...(isMoved ? [item('place', before.workTree, [before.workTree, after.workTree], head)] : []),
    ...(before.link === after.link
      ? []
      : [item('link', '.git', [before.link ?? '', after.link ?? ''], whole ? head : {})]),
    ...(whole || before.head === after.head ? [] : [item('head', 'HEAD', [before.head, after.head], head)]),
    ...refs,
    ...(before.indexDigest === after.indexDigest
      ? []
      : [item('index', 'index', [before.indexDigest ?? '', after.indexDigest ?? ''], head)]),
    ...state,
    ...namedChanges(before, after).map(change =>
      item('named', change.path, [fileToken(change.before, true), fileToken(change.after, true)]),
    ),
    ...Object.entries(entry.files[at] ?? {}).map(([path, change]) =>
      fileItem(at, path, change, exact, before.workTree),
    ),
  ];
}

/** Written out, as there may be a hundred thousand. */
const fileItem = (at: number, name: string, change: FileChange, exact: boolean, workTree: string): ChangedItem => ({
  at,
  part: 'file',
  name,
  before: fileToken(change.before, exact),
  after: fileToken(change.after, exact),
  bundle: null,
  soft: false,
  shared: false,
  byBytes: isByBytes(change.before),
  key: fileKey(name, workTree),
});

/** The key of a file of a work tree. */
export const fileKey = (name: string, workTree: string): string => `file ${name} ${workTree}`;

/** The folder of a linked work tree in the repository that all share. */
const administrativeOf = ({ gitDirectory }: Snapshot): string => `${WORK_TREES}/${basename(gitDirectory)}/`;

/** Whether a file of a linked work tree's git directory was there before, as the administrative files of the repository say. */
export function isListed({ before, scopes }: Entry, at: number, name: string): boolean {
  const [main, linked] = [before[0], before[at]];
  if (main === undefined || linked === undefined || scopes[0]?.administrative !== true) return false;
  return Object.hasOwn(main.state, `${administrativeOf(linked)}${name}`);
}

function stateRules(
  name: string,
  [before, after]: readonly [string, string],
  /** Folders of work trees that came or went: logs in them before and after are not the same ones. */
  renewed: readonly string[],
): Partial<ChangedItem> {
  const kind = stateKind(name);
  if (kind === 'operation') return { bundle: 'head' };
  if (kind === 'stash') return { bundle: 'stash' };
  // One more recorded resolution is in nobody's way.
  if (kind === 'resolutions') return { soft: before === '' };
  // The log of a work tree comes and goes with all that git knows of it.
  if (kind === 'reflog' && name.startsWith(`${WORK_TREES}/`))
    return { soft: before !== '' && after !== '' && !renewed.some(folder => name.startsWith(folder)) };
  return { soft: kind === 'reflog' || kind === 'by the way' };
}

/** The things an entry changed that are not as they were before it. */
export interface ItemComparison {
  /** As the command left them: they can come back. */
  readonly restore: readonly ChangedItem[];
  /** Changed again since, with what comes back only together with them. */
  readonly moved: readonly ChangedItem[];
}

/**
 * Three ways: what is as it was needs nothing, what is as the command left it comes back, all else has moved on. What an
 * undo that was cut off left half done, `halfway` by its keys, counts as left by the command.
 */
export function compareItems(
  items: readonly ChangedItem[],
  now: ReadonlyMap<string, string>,
  halfway: ReadonlyMap<string, string>,
): ItemComparison {
  const value = (item: ChangedItem) => now.get(item.key) ?? '';
  const open = items.filter(item => value(item) !== item.before && !isFolderMadeAnew(item, value(item)));
  const isLeft = (item: ChangedItem) =>
    !item.shared && (value(item) === item.after || value(item) === halfway.get(item.key));
  const astray = open.filter(item => !isLeft(item) && !isFolderInUse(item) && !isLog(item));
  const bundles = new Set(astray.filter(({ soft }) => !soft).map(bundleOf));
  const lost = new Set(astray);
  const held = (item: ChangedItem) => lost.has(item) || (item.bundle !== null && bundles.has(bundleOf(item)));
  const stray = new Set(astray.length === 0 ? [] : open.filter(held));
  if (stray.size === 0) return { restore: open, moved: [] };
  return {
    restore: open.filter(item => !stray.has(item)),
    moved: open.filter(item => stray.has(item) && !item.soft),
  };
}

/** What undos of an entry left that did not come to their end, by the keys of its items. */
export function halfwayOf(entry: Entry, entries: readonly Entry[]): Map<string, string> {
  const tries = entries.filter(({ undoes, outcome }) => undoes === entry.id && BROKEN_OFF.includes(outcome));
  // The newest come first, and what they left is what counts.
  return new Map(tries.toReversed().flatMap(each => itemsOf(each).map(({ key, after }) => [key, after] as const)));
}

const BROKEN_OFF: readonly Entry['outcome'][] = ['failed', 'interrupted'];

/** The items that an undo was to bring back and did not, by what there was after it. */
export function notBroughtBack(
  items: readonly ChangedItem[],
  now: ReadonlyMap<string, string>,
  undo: Entry,
): readonly ChangedItem[] {
  // Of files it is asked one by one: to list a hundred thousand of them takes longer.
  const others = new Map(
    undo.before.flatMap((_, at) => itemsIn({ ...undo, files: [] }, at)).map(item => [item.key, item.after] as const),
  );
  const exact = undo.before.map(hasPermissions);
  const afterOf = ({ part, at, name, key }: ChangedItem): string | undefined => {
    if (part !== 'file') return others.get(key);
    const change = undo.files[at]?.[name];
    return change && fileToken(change.after, exact[at] === true);
  };
  // A work tree that comes back as a whole had no index yet to call its files clean by.
  const isTold = (item: ChangedItem) =>
    !item.soft && !isFolderInUse(item) && !isMerged(item) && undo.scopes[item.at]?.whole !== true;
  return items.filter(item => isTold(item) && (afterOf(item) ?? now.get(item.key) ?? '') !== item.before);
}

/**
 * Those of the items whose bytes are not on disk as they were. Git calls a file unchanged that it would write back in other
 * bytes, by a filter or `ident`, so that what it says is not enough.
 */
export async function notOnDisk(items: readonly ChangedItem[], entry: Entry): Promise<readonly ChangedItem[]> {
  const isThere = async ({ part, at, name, before }: ChangedItem): Promise<boolean> => {
    const snapshot = entry.before[at];
    if (part !== 'file' || snapshot === undefined) return false;
    const [found] = await findFiles(snapshot.workTree, [name]);
    // Git itself wrote it, in the bytes that its attributes ask for.
    if (entry.files[at]?.[name]?.before?.clean === true) return found?.stats.isFile() === true;
    const [, oid = ''] = before.split(' ');
    const read = found && (await readFileOnDisk(found, oid.length === 64 ? 'sha256' : 'sha1'));
    if (read === undefined || read === 'unreadable') return false;
    return fileToken(read.saved, hasPermissions(snapshot)) === before;
  };
  const there = await mapInBatches(items, isThere);
  return items.filter((_, at) => !there[at]);
}

/** What came since is in it too. */
const isMerged = ({ part, name }: ChangedItem): boolean => part === 'state' && stateKind(name) === 'settings';

const bundleOf = ({ at, bundle, key }: ChangedItem): string => (bundle === null ? key : `${at} ${bundle}`);

/** Whether an item is a file or folder, of the work tree or one that the command line named. */
export const isFile = ({ part }: ChangedItem): boolean => part === 'file' || part === 'named';

/** A folder the command made goes only when it is empty, so that nothing stands against trying. */
const isFolderInUse = (item: ChangedItem): boolean => isFile(item) && isFolder(item.before || item.after);

/** A folder that somebody made again, in their own way. */
const isFolderMadeAnew = ({ part, before, after }: ChangedItem, value: string): boolean =>
  part === 'file' && isFolder(before) && isFolder(value) && value !== after;

/** Whether an item is a reflog: what is new in one stays and what was lost comes back, so that it is never in the way. */
export const isLog = ({ part, name, soft }: ChangedItem): boolean =>
  part === 'state' && soft && stateKind(name) === 'reflog';
