import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inParts } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import type { FileState } from './work-tree.ts';

/** The index entry and content that a command leaves of a file: object ids, null for nothing; what it does not touch stays. */
export interface FileOutcome {
  readonly file: Omit<FileState, 'modes' | 'staged' | 'unstaged'>;
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
export async function lossesOf(outcomes: readonly FileOutcome[], context: ImpactContext): Promise<Losses> {
  const own = outcomes.filter(({ file }) => !file.link);
  const contents = await contentsOf(own.filter(needsLook), context);
  const disk: string[] = [];
  const staged: string[] = [];
  for (const outcome of own) {
    const { file } = outcome;
    const there = file.disk === 'index' ? file.index : file.disk === 'gone' ? null : contents.get(file.path);
    if (losesDisk(outcome, there)) disk.push(file.path);
    else if (losesStaged(outcome, there)) staged.push(file.path);
  }
  return { disk, staged, any: [...disk, ...staged] };
}

export const isStaged = ({ staged, unmerged }: FileState): boolean => staged !== '.' || unmerged;

/** Files whose staged version is nowhere else, when the index goes back to HEAD and the files stay. */
export async function stagedVersions(files: readonly FileState[], context: ImpactContext): Promise<readonly string[]> {
  const outcomes = files.filter(isStaged).map(file => ({ file, index: file.head, disk: 'stays' as const }));
  return (await lossesOf(outcomes, context)).staged;
}

/** Undefined for a content that was not looked at, for it can be none of those that stay. */
function losesDisk(outcome: FileOutcome, there: string | null | undefined): boolean {
  if (outcome.disk === 'stays' || there === null) return false;
  return there === undefined || !remaining(outcome).has(there);
}

function losesStaged({ file, index, disk }: FileOutcome, there: string | null | undefined): boolean {
  if (index === 'stays' || file.index === null) return false;
  return ![index, file.head, ...file.sides, disk === 'stays' ? there : disk].includes(file.index);
}

/** The contents of the path that stay somewhere. */
function remaining({ file, index, disk }: FileOutcome): Set<string> {
  const after = [index === 'stays' ? file.index : index, disk, file.head, ...file.sides];
  return new Set(after.filter(each => each !== null));
}

/** A changed file is known not to be what the index has, so only others are worth reading it. */
function needsLook(outcome: FileOutcome): boolean {
  if (outcome.disk === 'stays') return outcome.file.disk === 'unknown' && outcome.index !== 'stays';
  if (outcome.file.disk === 'unknown') return true;
  return outcome.file.disk === 'changed' && [...remaining(outcome)].some(content => content !== outcome.file.index);
}

async function contentsOf(
  outcomes: readonly FileOutcome[],
  context: ImpactContext,
): Promise<ReadonlyMap<string, string | null>> {
  const { workTree } = context.repository;
  const contents = new Map<string, string | null>();
  const plain: string[] = [];
  for (const outcome of outcomes) {
    const { path } = outcome.file;
    const kind = await kindOnDisk(join(workTree, path));
    if (kind === 'link') contents.set(path, linkContent(await readlink(join(workTree, path), 'buffer'), outcome));
    else if (kind === 'file') plain.push(path);
    else contents.set(path, null);
  }
  for (const part of inParts(plain)) {
    const oids = (await context.git.readOrThrow(['hash-object', '--', ...part], workTree)).split('\n');
    for (const [at, path] of part.entries()) contents.set(path, oids[at] ?? '');
  }
  return contents;
}

/** git would follow a link; what it keeps of one is where it leads. */
function linkContent(target: Buffer, outcome: FileOutcome): string {
  const [like = ''] = remaining(outcome);
  const algorithm = like.length === 64 ? 'sha256' : 'sha1';
  return createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex');
}

/** The kind of entry at a path, links not followed. */
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
