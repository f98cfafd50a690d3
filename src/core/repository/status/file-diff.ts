import type { GitAnswer } from '../../git/ask-git.ts';
import type { GitReader } from '../../git/reader.ts';
import { addedDiff, type FileDiff } from './added-diff.ts';
import { cutAtLine } from './cut-at-line.ts';
import { conflictQuery, type DiffSides, diffQuery, sidesOf } from './diff-query.ts';
import type { ChangedFile } from './parse-status.ts';

const SHOWN_BYTES = 256 * 1024;
/** Git may print this much before the attempt is given up. */
const LIMITS = { mostBytes: 8 * 1024 * 1024, timeoutMs: 10_000 } as const;
const PATCH = ['--patch'];

const ONE_SIDED: FileDiff = { text: null, notice: 'One side of the merge deleted this file.' };

/** The diff of one file that a status lists, against a commit, which may be HEAD. */
export async function fileDiff(
  git: GitReader,
  workTree: string,
  { commit, isHead }: { readonly commit: string; readonly isHead: boolean },
  file: ChangedFile,
): Promise<FileDiff> {
  if (file.type === 'Untracked') return addedDiff(workTree, file.path, SHOWN_BYTES);
  const { args, options } =
    file.type === 'Conflicted'
      ? conflictQuery(file.path)
      : diffQuery(PATCH, commit, [file], isHead ? sidesOf(file) : 'commit and work tree');
  const answer = await git.read(args, workTree, { ...options, ...LIMITS });
  if (answer.ok && answer.text.startsWith('* Unmerged path')) return ONE_SIDED;
  return bounded(answer, SHOWN_BYTES);
}

/** The half of a file's changes: between HEAD and index, or between index and work tree. */
export type HunkSide = 'staged' | 'unstaged';

const HALVES = { staged: 'commit and index', unstaged: 'index and work tree' } as const satisfies Record<
  HunkSide,
  DiffSides
>;

/** The halves of a file that can be staged, unstaged or discarded by the hunk; none where the whole file comes or goes. */
export function hunkSides({ type, submodule, staged, unstaged }: ChangedFile): readonly HunkSide[] {
  if (type !== 'Modified' || submodule !== null) return [];
  return [...(staged === 'M' ? ['staged' as const] : []), ...(unstaged === 'M' ? ['unstaged' as const] : [])];
}

/** One half of a file's changes, as git prints it; `whole` is all of it, of which `text` may be the first part. */
export async function halfDiff(
  git: GitReader,
  workTree: string,
  commit: string,
  file: ChangedFile,
  side: HunkSide,
): Promise<FileDiff & { readonly whole: string }> {
  const { args, options } = diffQuery(PATCH, commit, [file], HALVES[side]);
  const answer = await git.read(args, workTree, { ...options, ...LIMITS });
  return { ...bounded(answer, SHOWN_BYTES), whole: answer.ok ? answer.text : '' };
}

/** The same half again, byte for byte. */
export async function halfDiffBytes(
  git: GitReader,
  workTree: string,
  commit: string,
  file: ChangedFile,
  side: HunkSide,
): Promise<Buffer> {
  const { args, options } = diffQuery(PATCH, commit, [file], HALVES[side]);
  return git.readBytes(args, workTree, { ...options, ...LIMITS });
}

/** The diffs of all files that git tracks, against a commit, within so many bytes. */
export async function allDiffs(git: GitReader, workTree: string, commit: string, mostBytes: number): Promise<FileDiff> {
  const { args, options } = diffQuery(PATCH, commit);
  return bounded(await git.read(args, workTree, { ...options, ...LIMITS }), mostBytes);
}

function bounded(answer: GitAnswer, mostBytes: number): FileDiff {
  if (!answer.ok) return { text: null, notice: `There is no diff to show. ${answer.message}` };
  const text = cutAtLine(answer.text, mostBytes);
  const isCut = text.length < answer.text.length;
  return { text, notice: isCut ? `Only the first ${mostBytes / 1024} KiB of the diff are shown.` : null };
}
