import type { GitAnswer } from '../../git/ask-git.ts';
import type { GitReader } from '../../git/reader.ts';
import { addedDiff, type FileDiff } from './added-diff.ts';
import { conflictQuery, diffQuery, sidesOf } from './diff-query.ts';
import type { ChangedFile } from './parse-status.ts';

const SHOWN_BYTES = 256 * 1024;
/** Git may print this much before the attempt is given up. */
const LIMITS = { mostBytes: 8 * 1024 * 1024, timeoutMs: 10_000 } as const;
const PATCH = ['--patch'];

const ONE_SIDED: FileDiff = { text: null, notice: 'One side of the merge has deleted this file.' };

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

/** The lines that fit, or the first of a line that alone does not. */
export function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most - 1) + 1;
  return text.slice(0, end === 0 ? most : end);
}
