import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { absolutePath, foldersOf } from '../storage/byte-names.ts';
import { type FileOnDisk, findFiles, type HashName, readFileOnDisk, statIfThere } from '../storage/disk.ts';
import type { FileChange, Permissions, SavedFile, Scope, Snapshot } from '../storage/entry.ts';
import { forEachInTurns } from '../storage/in-turns.ts';
import { entriesAt, type IndexEntry, pathsIn } from '../storage/index-file.ts';
import { foldersOfAll, permissionsIn, usualPermissions } from './permissions.ts';
import { oidBytes, type Survey } from './survey.ts';

/** A snapshot with the index it holds. */
export interface Moment {
  readonly snapshot: Snapshot;
  readonly index: Buffer;
}

export const sameFile = (a: SavedFile | null, b: SavedFile | null): boolean =>
  a === b || (a !== null && b !== null && a.mode === b.mode && a.oid === b.oid && samePermissions(a, b));

const samePermissions = (a: SavedFile, b: SavedFile): boolean =>
  a.permissions === undefined || b.permissions === undefined || a.permissions === b.permissions;

const MODES: Readonly<Record<string, SavedFile['mode']>> = {
  '100644': 'file',
  '100755': 'executable',
  '120000': 'link',
};

/** A file that is as the index has it; undefined when the index has none that is to be there. */
export function cleanFile(entry: IndexEntry | undefined): SavedFile | undefined {
  const mode = entry && entry.stage === 0 && !entry.skipped ? MODES[entry.mode] : undefined;
  return entry && mode && { mode, oid: entry.oid, clean: true };
}

/** Whether a file was saved by its bytes, and not as the index had it. */
export const isByBytes = (file: SavedFile | null | undefined): boolean =>
  file != null && file.clean !== true && (file.mode === 'file' || file.mode === 'executable');

/** A clean file as it was, with the permissions it had where those are known. */
function cleanFileThen(entry: IndexEntry | undefined, permissions: Permissions | undefined): SavedFile | undefined {
  const clean = cleanFile(entry);
  if (clean === undefined || entry === undefined || permissions === undefined || clean.mode === 'link') return clean;
  return withPermissions(clean, permissions.others[entry.path] ?? permissions[clean.mode]);
}

interface OpenFile {
  readonly path: string;
  /** Undefined for a file that nobody knew of. */
  readonly old: SavedFile | null | undefined;
  readonly found: FileOnDisk | undefined;
  readonly clean: SavedFile | undefined;
  /** True for one that nobody knew of and that is older than the command. */
  readonly mayBeOld: boolean;
}

/** The files of a work tree that changed between a moment and now. */
export async function fileChanges(
  before: Moment,
  now: Survey,
  scope: Scope,
  begun: number,
  /** Paths of which the indexes do not say the same. */
  differing: ReadonlySet<string>,
): Promise<Record<string, FileChange>> {
  const was = before.snapshot;
  if (was.changed === null && Object.keys(was.untracked).length === 0 && scope.untracked === 'none') return {};
  const bytes = oidBytes(now.hash);
  const paths = new Set([
    ...differing,
    ...Object.keys(was.changed ?? {}),
    ...(now.changed?.keys() ?? []),
    ...Object.keys(was.untracked),
    ...now.untracked.map(({ path }) => path),
    ...scope.paths,
  ]);
  const named = new Set(scope.paths);
  const then = entriesAt(before.index, bytes, paths);
  const since = entriesAt(now.index, bytes, paths);
  // Those of the scope were found by the survey, but for what it only named as unreadable.
  const hidden = new Set(now.unreadable);
  const more = await findFiles(
    now.repository.workTree,
    [...paths].filter(path => !named.has(path) || hidden.has(path)),
  );
  const others = new Map(more.map(found => [found.path, found]));
  const looked = new Set([...scope.paths, ...now.untracked.map(({ path }) => path)]);
  const unsaved = new Set(was.unsaved);
  const isUnsaved = wasNotSaved(was);
  const isNamed = (path: string) => now.named.size > 0 && now.named.has(join(now.repository.workTree, path));
  const changes: Record<string, FileChange> = {};
  /** Files of which more has to be looked at: their contents, or the folders they are in. */
  const open: OpenFile[] = [];
  await forEachInTurns(paths, path => {
    if (unsaved.has(path) || isNamed(path)) return;
    if (then.get(path)?.mode === '160000' || since.get(path)?.mode === '160000') return;
    const found = others.get(path) ?? now.atPaths.get(path);
    const known = was.changed?.[path] ?? cleanFileThen(then.get(path), was.permissions) ?? was.untracked[path];
    const old = Object.hasOwn(was.changed ?? {}, path) ? (was.changed?.[path] ?? null) : known;
    if (old === undefined && isUnsaved(path)) return;
    // A file that git wrote, moved or made has a younger inode than the snapshot: others are as they were.
    const untouched = found !== undefined && found.stats.ctimeMs <= begun;
    if (untouched && old !== null && old !== undefined) return;
    // What was saved by its bytes is compared by them: git calls a file unchanged whose line endings it has written anew.
    const clean = isByBytes(old) ? undefined : cleanFileNow(found, now, since.get(path));
    const mayBeOld = old === undefined && untouched && !named.has(path);
    if (clean === undefined || mayBeOld) open.push({ path, old, found, clean, mayBeOld });
    else if (!sameFile(old ?? null, clean)) changes[path] = { before: old ?? null, after: clean };
  });
  await mapInBatches(open, async ({ path, old, found, clean, mayBeOld }) => {
    if (mayBeOld && (await wasThere(now.repository.workTree, path, scope, begun))) return;
    const isLooked = old ? old.mode === 'folder' : looked.has(path);
    const after = clean ?? (await contentNow(found, now.hash, isLooked));
    if (!sameFile(old ?? null, after)) changes[path] = { before: old ?? null, after };
  });
  const made = await foldersMade(before, now, scope, begun, changes);
  return Object.assign(changes, made, await foldersWithOtherPermissions(was, now, changes, made));
}

/** Whether an untracked file lies where files were that the snapshot does not have, and is none that it has. */
export function wasNotSaved({ untracked, unsavedFolders = [] }: Snapshot): (path: string) => boolean {
  const folders = new Set(unsavedFolders);
  return path =>
    folders.size > 0 && !Object.hasOwn(untracked, path) && ['', ...foldersOf(path)].some(each => folders.has(each));
}

/** A file that is as the index has it, with its permissions; undefined when it is not. */
function cleanFileNow(
  found: FileOnDisk | undefined,
  { changed }: Survey,
  entry: IndexEntry | undefined,
): SavedFile | undefined {
  const clean = entry === undefined || changed?.has(entry.path) ? undefined : cleanFile(entry);
  if (clean === undefined || found === undefined || clean.mode === 'link') return clean;
  return withPermissions(clean, permissionsIn(found.stats));
}

/** Written out, as there may be a hundred thousand. */
const withPermissions = ({ mode, oid }: SavedFile, permissions: number): SavedFile => ({
  mode,
  oid,
  clean: true,
  permissions,
});

async function contentNow(found: FileOnDisk | undefined, hash: HashName, folder: boolean): Promise<SavedFile | null> {
  if (found === undefined || (found.stats.isDirectory() && !folder)) return null;
  const read = await readFileOnDisk(found, hash);
  return read === 'unreadable' ? UNREADABLE : (read?.saved ?? null);
}

/** What a command left where nobody may look: no content has such an id. */
const UNREADABLE: SavedFile = { mode: 'file', oid: 'unreadable' };

/** Whether a file nobody listed was there all the time. A folder that was moved brings old files with it. */
async function wasThere(workTree: string, path: string, scope: Scope, begun: number): Promise<boolean> {
  if (scope.untracked === 'none') return true;
  const stats = await Promise.all(foldersOf(path).map(folder => lstat(absolutePath(workTree, folder))));
  return stats.every(({ ctimeMs }) => ctimeMs <= begun);
}

/** Folders the command made for its files, so that taking back the files leaves none of them. */
async function foldersMade(
  before: Moment,
  now: Survey,
  scope: Scope,
  begun: number,
  changes: Readonly<Record<string, FileChange>>,
): Promise<Record<string, FileChange>> {
  const made = Object.keys(changes).filter(path => changes[path]?.before === null);
  // A folder where there was a file is told of by that.
  const kept = foldersWithUntracked(before);
  const isTold = (folder: string) => Object.hasOwn(changes, folder) || kept.has(folder);
  const folders = [...foldersOfAll(made)].filter(folder => !isTold(folder));
  if (folders.length === 0) return {};
  const complete = scope.untracked !== 'none';
  const old = complete ? foldersThen(before, now) : new Set<string>();
  const after: SavedFile = { mode: 'folder', oid: '' };
  const found = await mapInBatches(folders, async folder => {
    const stats = await statIfThere(absolutePath(now.repository.workTree, folder));
    const young = stats !== undefined && (stats.birthtimeMs === 0 || stats.birthtimeMs > begun);
    return stats?.isDirectory() && (young || (complete && !old.has(folder))) ? [[folder, { before: null, after }]] : [];
  });
  return Object.fromEntries(found.flat());
}

/** Folders that would come back by themselves, or are still there, but not with the permissions they had. */
async function foldersWithOtherPermissions(
  { permissions }: Snapshot,
  now: Survey,
  changes: Readonly<Record<string, FileChange>>,
  made: Readonly<Record<string, FileChange>>,
): Promise<Record<string, FileChange>> {
  if (permissions === undefined) return {};
  const usual = usualPermissions('folder');
  const old = Object.keys(changes).filter(path => changes[path]?.before);
  const folders = [...foldersOfAll(old)].filter(folder => !made[folder] && !changes[folder]?.before);
  const found = await mapInBatches(folders, async folder => {
    const before = folderWith(permissions.others[folder] ?? permissions.folder);
    const stats = await statIfThere(absolutePath(now.repository.workTree, folder));
    const after = stats?.isDirectory() ? folderWith(permissionsIn(stats)) : (changes[folder]?.after ?? null);
    const comesBack = after?.mode === 'folder' ? sameFile(before, after) : before.permissions === usual;
    return comesBack ? [] : [[folder, { before, after }]];
  });
  return Object.fromEntries(found.flat());
}

const folderWith = (permissions: number): SavedFile => ({ mode: 'folder', oid: '', permissions });

/** Folders that were surely there, empty or with untracked files, also when git took them away and made them anew. */
const foldersWithUntracked = ({ snapshot: { untracked } }: Moment): Set<string> =>
  new Set([
    ...Object.keys(untracked).filter(path => untracked[path]?.mode === 'folder'),
    ...Object.keys(untracked).flatMap(foldersOf),
  ]);

function foldersThen({ snapshot, index }: Moment, { hash }: Survey): Set<string> {
  const paths = [...pathsIn(index, oidBytes(hash)), ...Object.keys(snapshot.untracked)];
  return new Set([...Object.keys(snapshot.untracked), ...foldersOfAll(paths)]);
}
