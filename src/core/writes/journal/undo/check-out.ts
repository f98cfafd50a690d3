import { mkdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { errorCode } from '../../../../shared/file-errors.ts';
import { partsOf } from '../../../../shared/parts-of.ts';
import type { Git } from '../../../git/writer.ts';
import { foldersOfAll } from '../record/permissions.ts';
import { withCopy } from '../record/repository-index.ts';
import { absolutePath, encodeName } from '../storage/byte-names.ts';
import { createNonFolderFinder } from '../storage/disk.ts';
import { joinIndexes } from '../storage/join-indexes.ts';
import { encodeList } from './restore-files.ts';
import type { UndoCounter } from './undo-progress.ts';

/** An index file, with the time by which git trusts what it says of files. */
export interface IndexFile {
  readonly bytes: Buffer;
  readonly mtimeMs: number;
}

interface CheckOutContext {
  readonly git: Git;
  readonly workTree: string;
  /** How long object ids are. */
  readonly oidBytes: number;
  readonly counter: UndoCounter;
}

/** How many files are handed over or held at a time, and after how many a cancelled undo stops. */
export const AT_ONCE = 500;
/** How many gits write side by side at most, and for how many files one more is worth its start. */
const MOST_LANES = 4;
const FILES_A_LANE = 2000;

/** Files that git has are written by git, with its filters; the index that comes of it knows them by their new inodes. */
export async function checkOut(
  context: CheckOutContext,
  index: IndexFile,
  clean: readonly string[],
): Promise<IndexFile> {
  if (clean.length === 0) return index;
  // How files are written may depend on attributes, so those come first.
  const isAttributes = (name: string) => name === '.gitattributes' || name.endsWith('/.gitattributes');
  const attributes = clean.filter(isAttributes);
  const others = attributes.length === 0 ? clean : clean.filter(name => !isAttributes(name));
  const first = await checkOutIn(context, index, attributes);
  return checkOutLanes(context, first, others);
}

/**
 * Many files are written by several gits, each with an index of its own for what lies between two paths. What they say of
 * the files they wrote is put together again.
 */
async function checkOutLanes(context: CheckOutContext, index: IndexFile, names: readonly string[]): Promise<IndexFile> {
  const wanted = Math.min(MOST_LANES, availableParallelism(), Math.floor(names.length / FILES_A_LANE));
  // Where git has to take something out of the way, another would stumble over that.
  if (wanted < 2 || !areWaysFree(context.workTree, names)) return checkOutIn(context, index, names);
  const lanes = lanesOf(names, wanted);
  const makeFolders = createFolderMaker(context.workTree);
  const ended = await Promise.allSettled(lanes.map(lane => checkOutIn(context, index, lane.names, makeFolders)));
  const written = ended.map(each => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  const parts = written.map(({ bytes }, at) => ({ index: bytes, from: lanes[at]?.from ?? Buffer.alloc(0) }));
  const [one = index] = written;
  // Entries that are not taken over are older than the files, so that git looks into those.
  return {
    bytes: joinIndexes(parts, context.oidBytes) ?? one.bytes,
    mtimeMs: Math.max(...written.map(({ mtimeMs }) => mtimeMs)),
  };
}

const areWaysFree = (workTree: string, names: readonly string[]): boolean => {
  const way = createNonFolderFinder(workTree);
  return names.every(name => way(name) === undefined);
};

/** Makes the folders of files before any git does: one that finds a folder there which was not a moment ago gives up. */
function createFolderMaker(workTree: string): (names: readonly string[]) => void {
  const made = new Set<string>();
  return names => {
    for (const folder of foldersOfAll(names)) {
      if (made.has(folder)) continue;
      made.add(folder);
      try {
        mkdirSync(absolutePath(workTree, folder));
      } catch (error) {
        // It is there, or git says what keeps it from being made.
        if (errorCode(error) === undefined) throw error;
      }
    }
  };
}

interface Lane {
  /** The first path that belongs to it. */
  readonly from: Buffer;
  readonly names: string[];
}

/** Splits names by paths that lie about evenly among them; they are mostly in order. */
function lanesOf(names: readonly string[], count: number): Lane[] {
  const pivots = Array.from({ length: count - 1 }, (_, n) => names[Math.floor(((n + 1) * names.length) / count)] ?? '');
  const starts = [Buffer.alloc(0), ...pivots.map(encodeName).toSorted(Buffer.compare)];
  const lanes = starts.map((from): Lane => ({ from, names: [] }));
  for (const name of names) {
    const bytes = encodeName(name);
    lanes.findLast(({ from }) => Buffer.compare(from, bytes) <= 0)?.names.push(name);
  }
  return lanes.filter(lane => lane.names.length > 0);
}

async function checkOutIn(
  { git, workTree, counter }: CheckOutContext,
  index: IndexFile,
  names: readonly string[],
  prepare: (names: readonly string[]) => void = () => {},
): Promise<IndexFile> {
  if (names.length === 0) return index;
  return withCopy(index.bytes, index.mtimeMs, async indexFile => {
    await git.write(['checkout-index', '-u', '-f', '-z', '--stdin'], workTree, {
      indexFile,
      input: handedOver(names, prepare, counter),
    });
    counter.stopIfCancelled();
    return { bytes: await readFile(indexFile), mtimeMs: Math.floor((await stat(indexFile)).mtimeMs) };
  });
}

/** Names for git, which writes each file as it reads its name. Cancelled, it gets no more of them and ends by itself, with every file whole. */
async function* handedOver(
  names: readonly string[],
  prepare: (names: readonly string[]) => void,
  counter: UndoCounter,
): AsyncGenerator<Buffer> {
  for (const some of partsOf(names, AT_ONCE)) {
    if (counter.isCancelled()) return;
    prepare(some);
    yield encodeList(some);
    counter.count(some.length);
  }
}
