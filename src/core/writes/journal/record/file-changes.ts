import { lstat } from 'node:fs/promises';
import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { absolutePath, foldersOf } from '../storage/byte-names.ts';
import { type FileOnDisk, findFiles, readFileOnDisk, statIfThere } from '../storage/disk.ts';
import type { FileChange, SavedFile, Scope, Snapshot } from '../storage/entry.ts';
import { entriesAt, type IndexEntry, pathsIn, pathsThatDiffer } from '../storage/index-file.ts';
import { oidBytes, type Survey } from './survey.ts';

/** A snapshot with the index it holds. */
export interface Moment {
  readonly snapshot: Snapshot;
  readonly index: Buffer;
}

export const sameFile = (a: SavedFile | null, b: SavedFile | null): boolean =>
  a === b || (a !== null && b !== null && a.mode === b.mode && a.oid === b.oid);

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

/** The files of a work tree that changed between a moment and now. */
export async function fileChanges(
  before: Moment,
  now: Survey,
  scope: Scope,
  begun: number,
): Promise<Record<string, FileChange>> {
  const was = before.snapshot;
  if (was.changed === null && Object.keys(was.untracked).length === 0 && scope.untracked === 'none') return {};
  const bytes = oidBytes(now.hash);
  const paths = new Set([
    ...pathsThatDiffer(before.index, now.index, bytes),
    ...Object.keys(was.changed ?? {}),
    ...(now.changed?.keys() ?? []),
    ...Object.keys(was.untracked),
    ...now.untracked.map(({ path }) => path),
    ...scope.paths,
  ]);
  const then = entriesAt(before.index, bytes, paths);
  const since = entriesAt(now.index, bytes, paths);
  const there = new Map((await findFiles(now.repository.workTree, [...paths])).map(found => [found.path, found]));
  const named = new Set(scope.paths);
  const looked = new Set([...scope.paths, ...now.untracked.map(({ path }) => path)]);
  const changes: Record<string, FileChange> = {};
  await mapInBatches([...paths], async path => {
    if (then.get(path)?.mode === '160000' || since.get(path)?.mode === '160000') return;
    const found = there.get(path);
    const known = was.changed?.[path] ?? cleanFile(then.get(path)) ?? was.untracked[path];
    const old = Object.hasOwn(was.changed ?? {}, path) ? (was.changed?.[path] ?? null) : known;
    // A file that git wrote, moved or made has a younger inode than the snapshot: others are as they were.
    const untouched = found !== undefined && found.stats.ctimeMs <= begun;
    if (untouched && old !== null && old !== undefined) return;
    if (
      old === undefined &&
      untouched &&
      !named.has(path) &&
      (await wasThere(now.repository.workTree, path, scope, begun))
    )
      return;
    const after = await contentNow(path, found, now, since.get(path), old ? old.mode === 'folder' : looked.has(path));
    if (!sameFile(old ?? null, after)) changes[path] = { before: old ?? null, after };
  });
  return { ...changes, ...(await foldersMade(before, now, scope, begun, changes)) };
}

async function contentNow(
  path: string,
  found: FileOnDisk | undefined,
  now: Survey,
  entry: IndexEntry | undefined,
  folder: boolean,
): Promise<SavedFile | null> {
  const clean = now.changed?.has(path) ? undefined : cleanFile(entry);
  if (clean) return clean;
  if (found === undefined || (found.stats.isDirectory() && !folder)) return null;
  return (await readFileOnDisk(found, now.hash))?.saved ?? null;
}

/** Whether a file nobody listed was there all the time. A folder that was moved brings old files with it. */
async function wasThere(workTree: string, path: string, scope: Scope, begun: number): Promise<boolean> {
  if (scope.untracked !== 'visible' && scope.untracked !== 'ignored') return true;
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
  const folders = [...new Set(made.flatMap(foldersOf))].filter(folder => !isTold(folder));
  if (folders.length === 0) return {};
  const complete = scope.untracked === 'visible' || scope.untracked === 'ignored';
  const old = complete ? foldersThen(before, now) : new Set<string>();
  const after: SavedFile = { mode: 'folder', oid: '' };
  const found = await mapInBatches(folders, async folder => {
    const stats = await statIfThere(absolutePath(now.repository.workTree, folder));
    const young = stats !== undefined && (stats.birthtimeMs === 0 || stats.birthtimeMs > begun);
    return stats?.isDirectory() && (young || (complete && !old.has(folder))) ? [[folder, { before: null, after }]] : [];
  });
  return Object.fromEntries(found.flat());
}

/** Folders that were surely there, empty or with untracked files, also when git took them away and made them anew. */
const foldersWithUntracked = ({ snapshot: { untracked } }: Moment): Set<string> =>
  new Set([
    ...Object.keys(untracked).filter(path => untracked[path]?.mode === 'folder'),
    ...Object.keys(untracked).flatMap(foldersOf),
  ]);

function foldersThen({ snapshot, index }: Moment, { hash }: Survey): Set<string> {
  const paths = [...pathsIn(index, oidBytes(hash)), ...Object.keys(snapshot.untracked)];
  return new Set([...Object.keys(snapshot.untracked), ...paths.flatMap(foldersOf)]);
}
