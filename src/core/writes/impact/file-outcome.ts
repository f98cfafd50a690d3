import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inParts, told } from './questions.ts';
import type { RadiusContext } from './radius.ts';
import type { FileState } from './work-tree.ts';

/** What a command leaves of a file: object ids, null for nothing; what it does not touch stays. */
export interface Fate {
  readonly file: Omit<FileState, 'staged' | 'unstaged'>;
  readonly index: string | null | 'stays';
  readonly disk: string | null | 'stays';
}

export interface Losses {
  /** Files whose content on disk would be nowhere. */
  readonly disk: readonly string[];
  /** Files of which only the staged version would be nowhere. */
  readonly staged: readonly string[];
  /** Both, each once. */
  readonly any: readonly string[];
}

/** Which contents would be in no commit, index or file any more; a submodule is none of these files. */
export async function lossesOf(fates: readonly Fate[], context: RadiusContext): Promise<Losses> {
  const own = fates.filter(({ file }) => !file.link);
  const contents = await contentsOf(own.filter(needsLook), context);
  const disk: string[] = [];
  const staged: string[] = [];
  for (const fate of own) {
    const { file } = fate;
    const there = file.disk === 'index' ? file.index : file.disk === 'gone' ? null : contents.get(file.path);
    if (losesDisk(fate, there)) disk.push(file.path);
    else if (losesStaged(fate, there)) staged.push(file.path);
  }
  return { disk, staged, any: [...disk, ...staged] };
}

/** Undefined for a content that was not looked at, for it can be none of those that stay. */
function losesDisk(fate: Fate, there: string | null | undefined): boolean {
  if (fate.disk === 'stays' || there === null) return false;
  return there === undefined || !remaining(fate).has(there);
}

function losesStaged({ file, index, disk }: Fate, there: string | null | undefined): boolean {
  if (index === 'stays' || file.index === null) return false;
  return ![index, file.head, ...file.sides, disk === 'stays' ? there : disk].includes(file.index);
}

/** The contents of the path that stay somewhere. */
function remaining({ file, index, disk }: Fate): Set<string> {
  const after = [index === 'stays' ? file.index : index, disk, file.head, ...file.sides];
  return new Set(after.filter(each => each !== null));
}

/** A changed file is known not to be what the index has, so only others are worth reading it. */
function needsLook(fate: Fate): boolean {
  if (fate.disk === 'stays') return fate.file.disk === 'unknown' && fate.index !== 'stays';
  if (fate.file.disk === 'unknown') return true;
  return fate.file.disk === 'changed' && [...remaining(fate)].some(content => content !== fate.file.index);
}

async function contentsOf(fates: readonly Fate[], context: RadiusContext): Promise<ReadonlyMap<string, string | null>> {
  const { workTree } = context.repository;
  const contents = new Map<string, string | null>();
  const plain: string[] = [];
  for (const fate of fates) {
    const { path } = fate.file;
    const kind = await kindOnDisk(join(workTree, path));
    if (kind === 'link') contents.set(path, linkContent(await readlink(join(workTree, path), 'buffer'), fate));
    else if (kind === 'file') plain.push(path);
    else contents.set(path, null);
  }
  for (const part of inParts(plain)) {
    const oids = (await told(context, workTree, ['hash-object', '--', ...part])).split('\n');
    for (const [at, path] of part.entries()) contents.set(path, oids[at] ?? '');
  }
  return contents;
}

/** git would follow a link; what it keeps of one is where it leads. */
function linkContent(target: Buffer, fate: Fate): string {
  const [like = ''] = remaining(fate);
  const algorithm = like.length === 64 ? 'sha256' : 'sha1';
  return createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex');
}

/** What lies at a path itself, links not followed. */
export async function kindOnDisk(path: string): Promise<'file' | 'link' | 'folder' | 'other' | undefined> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (entry === undefined) return undefined;
  if (entry.isFile()) return 'file';
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() ? 'folder' : 'other';
}
