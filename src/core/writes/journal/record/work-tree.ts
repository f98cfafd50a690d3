import type { ReadArgs } from '../../../git/read-subcommands.ts';
import type { GitReader, ReadOptions } from '../../../git/reader.ts';
import { filesBehindLinks, filesInTheWay, renamedPaths } from '../../files-in-the-way.ts';
import type { SnapshotScope, WriteSources } from '../../snapshot-scope.ts';
import { splitRecords } from '../storage/byte-names.ts';
import { type FileOnDisk, findFiles, type OnUnreadable } from '../storage/disk.ts';
import type { IndexEntry } from '../storage/index-file.ts';
import { emptyFoldersIn, type FolderWalk, walkFolders } from './output-folders.ts';

/** Tracked files that are not as the index has them: what is there in their place, or null. */
export async function findChanged(
  git: GitReader,
  workTree: string,
  unwatched: () => readonly IndexEntry[],
  onUnreadable: OnUnreadable,
): Promise<Map<string, FileOnDisk | null>> {
  const reading = git.readBytes(['diff-files', '-z', '--ignore-submodules=all'], workTree);
  // Read while git looks.
  const unseen = unwatched();
  const records = splitRecords(await reading);
  const gone: string[] = [];
  const there: string[] = [];
  for (let at = 0; at + 1 < records.length; at += 2)
    (records[at]?.endsWith('D') ? gone : there).push(records[at + 1] ?? '');
  const changed = await findAgain(workTree, there, onUnreadable, gone);
  // Git was told not to look at these, and overwrites them all the same when it has to.
  const unwatchedPaths = unseen.map(({ path }) => path);
  for (const found of await findFiles(workTree, unwatchedPaths, onUnreadable))
    if (!found.stats.isDirectory()) changed.set(found.path, found);
  return changed;
}

/** What is now in the place of some files: null where there is none. */
export async function findAgain(
  workTree: string,
  paths: readonly string[],
  onUnreadable: OnUnreadable,
  /** Those that are known not to be there. */
  gone: readonly string[] = [],
): Promise<Map<string, FileOnDisk | null>> {
  const all = new Map<string, FileOnDisk | null>([...paths, ...gone].map(path => [path, null]));
  for (const found of await findFiles(workTree, paths, onUnreadable))
    if (!found.stats.isDirectory()) all.set(found.path, found);
  return all;
}

/** Who hears of untracked files as they are found, so that nobody has to have all of them in mind. */
export type UntrackedSink = Pick<FolderWalk, 'add' | 'onOutput' | 'onUnreadable'>;

/** Finds untracked files and empty folders that a command could touch. */
export async function findUntracked(
  git: GitReader,
  workTree: string,
  untracked: SnapshotScope['untracked'],
  sink: UntrackedSink,
): Promise<void> {
  if (untracked === 'ignored') await findEverything(git, workTree, sink);
  if (untracked === 'visible' || untracked === 'ignored-files') await findVisible(git, workTree, sink);
  if (untracked === 'ignored-files') await findIgnoredFiles(git, workTree, sink);
}

const OTHERS = ['ls-files', '-o', '-z'] as const;
const LITERAL = { literalPaths: true } as const;
const isFolder = (path: string): boolean => path.endsWith('/');
const withoutSlash = (path: string): string => path.slice(0, -1);

async function findVisible(git: GitReader, workTree: string, { add, onUnreadable }: UntrackedSink): Promise<void> {
  // A folder that is listed as a file would be is a repository of its own, which only the widest commands touch.
  const own = new Set<string>();
  const addListed = async (paths: readonly string[]) => {
    for (const path of paths.filter(isFolder)) own.add(path);
    const files = paths.filter(path => !isFolder(path));
    await add(await findFiles(workTree, files, onUnreadable));
  };
  const visible = [...OTHERS, '--exclude-standard'] as const;
  const gathered = splitRecords(await git.readBytes([...visible, '--directory'], workTree, LITERAL));
  // Most often no folder is untracked as a whole, and the work tree need not be walked twice.
  if (gathered.some(isFolder)) await eachRecords(git, visible, workTree, LITERAL, addListed);
  else await addListed(gathered);
  for (const path of gathered)
    if (isFolder(path) && !own.has(path)) await add(await emptyFoldersIn(workTree, withoutSlash(path), onUnreadable));
}

/** Finds ignored files that are not part of an ignored folder. */
async function findIgnoredFiles(git: GitReader, workTree: string, { add, onUnreadable }: UntrackedSink): Promise<void> {
  const words = ['status', '--porcelain', '-z', '-uall', '--ignored=matching', '--ignore-submodules=all'] as const;
  await eachRecords(git, [...words, '--no-renames'], workTree, {}, async records => {
    const ignored = records.filter(record => record.startsWith('!! ') && !isFolder(record));
    const paths = ignored.map(record => record.slice(3));
    await add(await findFiles(workTree, paths, onUnreadable));
  });
}

async function findEverything(git: GitReader, workTree: string, sink: UntrackedSink): Promise<void> {
  const listed = splitRecords(await git.readBytes([...OTHERS, '--directory'], workTree, LITERAL));
  const folders = listed.filter(isFolder).map(withoutSlash);
  const files = listed.filter(path => !isFolder(path));
  await sink.add(await findFiles(workTree, files, sink.onUnreadable));
  await walkFolders({ ...sink, root: workTree, folders });
}

/** Hands over records that each end with NUL as git prints them, some at a time; git waits while they are worked on. */
async function eachRecords(
  git: GitReader,
  args: ReadArgs,
  workTree: string,
  options: ReadOptions,
  work: (records: readonly string[]) => Promise<void>,
): Promise<void> {
  let rest = Buffer.alloc(0);
  const failures: unknown[] = [];
  const take = async (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(0) + 1;
    rest = bytes.subarray(end);
    if (end > 0 && failures.length === 0)
      await work(splitRecords(bytes.subarray(0, end))).catch(error => void failures.push(error));
  };
  await git.readOrThrow(args, workTree, { ...options, take });
  for (const error of failures) throw error;
}

export interface WritingCommand {
  readonly git: GitReader;
  readonly workTree: string;
  readonly writes: WriteSources;
  /** The paths of its sources. */
  readonly written: readonly string[];
  readonly changed: ReadonlyMap<string, FileOnDisk | null>;
}

/** Whatever lies where a command may write: at the paths of its sources, and where tracked files are not what they were. */
export async function findInTheWay(
  { git, workTree, writes, written, changed }: WritingCommand,
  onUnreadable: OnUnreadable,
): Promise<FileOnDisk[]> {
  const gone = [...changed].flatMap(([path, found]) => (found === null ? [path] : []));
  const renamed = writes.merges ? await renamedPaths(git, workTree, written) : [];
  const [inTheWay, behind] = await Promise.all([
    filesInTheWay(workTree, [...written, ...gone, ...renamed], onUnreadable),
    filesBehindLinks(workTree, gone),
  ]);
  return [...inTheWay, ...behind];
}
