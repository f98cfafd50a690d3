import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { GitFailure, type GitReader } from '../../../git/reader.ts';
import type { OwnMoves } from '../../own-moves.ts';
import type { WriteSources } from '../../snapshot-scope.ts';
import { writtenPaths } from '../../written-paths.ts';
import { splitRecords } from '../storage/byte-names.ts';
import { blobOid, findFiles, readFileOnDisk } from '../storage/disk.ts';
import type { FileChange, SavedFile, Scope } from '../storage/entry.ts';
import { contentsIn, entriesAt, type IndexEntry } from '../storage/index-file.ts';
import { readBlobs } from '../storage/store.ts';
import { filteredPaths } from './converted-files.ts';
import type { Moment } from './file-changes.ts';
import { hooksOf } from './hooks.ts';
import { savedStashes } from './stashes.ts';
import { oidBytes, type Survey } from './survey.ts';

/** The files that changed while a command ran, and what is known of it. */
export interface FilesChanged {
  readonly scope: Scope;
  readonly moves: OwnMoves | undefined;
  readonly before: Moment;
  readonly now: Survey;
  readonly changes: Readonly<Record<string, FileChange>>;
  /** False when it may have been cut off in the middle of a file. */
  readonly ended: boolean;
}

/**
 * Of these the files that somebody else wrote: those with contents that the command could not have put there. What a hook
 * or a filter may have written, and what git may have merged, counts as the command's.
 */
export async function filesByOthers(git: GitReader, changed: FilesChanged): Promise<string[]> {
  const { scope, moves, now, changes } = changed;
  const paths = Object.keys(changes);
  if (now.access === undefined || paths.length === 0) return [];
  const mayBeHook = async () => (await hooksOf(git, now.repository, { hooks: moves?.hooks ?? null })).mayWriteFiles;
  // A command that writes no file did not remove one either.
  if (scope.indexOnly === true) return (await mayBeHook()) ? [] : paths;
  if (moves === undefined) return [];
  const unknown = notInSight(changed);
  if (unknown.length === 0 || (await mayBeHook())) return [];
  return notExplained(git, changed, unknown);
}

/** Files that are neither as the index has them, before or after, nor as one was that was saved. */
function notInSight({ before: { snapshot, index }, now, changes, ended }: FilesChanged): string[] {
  const saved = [...Object.values(snapshot.changed ?? {}), ...Object.values(snapshot.untracked)];
  const bytes = oidBytes(now.hash);
  // One that was cut off may have moved a file where no index knows it yet.
  const moved = ended ? [] : contentsIn(index, bytes);
  const known = new Set([...saved, ...moved].map(file => file?.oid));
  const isWritten = (file: SavedFile | null | undefined): file is SavedFile =>
    !!file && file.mode !== 'folder' && file.clean !== true && !known.has(file.oid);
  const paths = Object.keys(changes).filter(path => isWritten(changes[path]?.after));
  const entries = [index, now.index].map(each => entriesAt(each, bytes, paths));
  const isInConflict = (entry: IndexEntry | undefined) => (entry?.stage ?? 0) > 0;
  return paths.filter(path => {
    const there = entries.map(each => each.get(path));
    return !isInConflict(there[1]) && !there.some(entry => entry?.oid === changes[path]?.after?.oid);
  });
}

async function notExplained(git: GitReader, changed: FilesChanged, paths: readonly string[]): Promise<string[]> {
  const { scope, before, now } = changed;
  if (now.access === undefined || !scope.writes) return [...paths];
  const stashes = await savedStashes(git, before.snapshot);
  const sources = { ...scope.writes, stashes: scope.writes.stashes.map(word => stashAt(word, stashes)) };
  const merged = await mergedPaths(git, changed, sources);
  if (merged === undefined) return [];
  const left = paths.filter(path => !merged.has(path));
  const filtered = await filteredPaths(now.access, left);
  const contents = await contentsOf(git, changed, sources, left);
  const files = (await findFiles(now.repository.workTree, left)).filter(({ path }) => !filtered.has(path));
  const isOurs = await mapInBatches(files, async found => {
    const read = await readFileOnDisk(found, now.hash);
    if (read === undefined || read === 'unreadable') return false;
    return isOneOf(git, changed, read.bytes, [...(contents.get(found.path) ?? [])]);
  });
  return files.filter((_, at) => !isOurs[at]).map(({ path }) => path);
}

/** By its place in the list as it was: a stash that was popped has left it. */
function stashAt(word: string, stashes: readonly string[]): string {
  const at = /^(?:refs\/)?stash(?:@\{(\d+)\})?$/.exec(word);
  return at ? (stashes[Number(at[1] ?? 0)] ?? word) : word;
}

/** Paths at which git may have put contents that nobody else has, by merging or patching; undefined when that may be any. */
async function mergedPaths(
  git: GitReader,
  { before, now, ended }: FilesChanged,
  sources: WriteSources,
): Promise<ReadonlySet<string> | undefined> {
  const { merges, unfinished, patches, stashes, commits } = sources;
  if (!merges && !unfinished && patches.length + stashes.length + commits.length === 0) return new Set();
  // One that was cut off may have left what is in no index and in no commit.
  const merging = ended ? { ...sources, trees: [], commits: [], unfinished: false } : sources;
  const { paths, rewritten, complete } = await writtenPaths(git, now.repository, merging);
  // What was not committed is put aside and merged back.
  return complete ? new Set([...paths, ...rewritten, ...Object.keys(before.snapshot.changed ?? {})]) : undefined;
}

/** The contents that the command may have taken files from, by path. */
async function contentsOf(
  git: GitReader,
  { before: { snapshot, index }, now }: FilesChanged,
  { trees, stashes }: WriteSources,
  paths: readonly string[],
): Promise<Map<string, Set<string>>> {
  const wanted = new Map(paths.map(path => [path, new Set<string>()]));
  for (const each of [index, now.index])
    for (const [path, { oid }] of entriesAt(each, oidBytes(now.hash), paths)) wanted.get(path)?.add(oid);
  const branch = snapshot.head.replace(/^ref: /, '');
  const words = ['HEAD', snapshot.refs[branch] ?? branch, ...trees, ...stashes.flatMap(oid => [oid, `${oid}^2`])];
  for (const word of new Set(paths.length === 0 ? [] : words))
    for (const record of await filesIn(git, now.repository.workTree, word)) {
      const [, oid = '', path = ''] = /^\d+ blob (\S+)\t(.*)$/s.exec(record) ?? [];
      wanted.get(path)?.add(oid);
    }
  return wanted;
}

/** Records of git ls-tree; none for a word that is no tree, as a path is none. */
async function filesIn(git: GitReader, workTree: string, word: string): Promise<string[]> {
  if (word.startsWith('-')) return [];
  try {
    return splitRecords(await git.readBytes(['ls-tree', '-r', '-z', '--full-tree', word], workTree));
  } catch (error) {
    if (error instanceof GitFailure) return [];
    throw error;
  }
}

/** Whether bytes are one of these contents, line endings aside, or the beginning of one where a write may have been cut off. */
async function isOneOf(
  git: GitReader,
  { now, ended }: FilesChanged,
  bytes: Buffer,
  oids: readonly string[],
): Promise<boolean> {
  const plain = withoutReturns(bytes);
  if (oids.includes(blobOid(bytes, now.hash)) || oids.includes(blobOid(plain, now.hash))) return true;
  if (ended) return false;
  const blobs = await readBlobs(git, now.repository.workTree, oids);
  return blobs.some(
    blob => blob && [blob, withoutReturns(blob)].some(each => beginsWith(each, bytes) || beginsWith(each, plain)),
  );
}

const beginsWith = (whole: Buffer, part: Buffer): boolean => whole.subarray(0, part.length).equals(part);

const withoutReturns = (bytes: Buffer): Buffer =>
  bytes.includes(0) ? bytes : Buffer.from(bytes.toString('latin1').replaceAll(/\r+(?=\n|$)/g, ''), 'latin1');
