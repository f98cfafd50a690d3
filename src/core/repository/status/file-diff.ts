import type { Answer, AskGit } from '../../git/ask.ts';
import { addedDiff, type FileDiff } from './added-diff.ts';
import { diffWords, PLAIN_DIFF, sidesOf } from './count-lines.ts';
import type { ChangedFile } from './parse-status.ts';

const SHOWN_BYTES = 256 * 1024;
/** What git may print before the attempt is given up. */
const READ_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

const ONE_SIDED: FileDiff = { text: null, notice: 'One side of the merge has deleted this file.' };

/** The diff of one file that a status lists, against a commit, which may be HEAD. */
export async function fileDiff(
  ask: AskGit,
  workTree: string,
  { commit, isHead }: { readonly commit: string; readonly isHead: boolean },
  file: ChangedFile,
): Promise<FileDiff> {
  if (file.type === 'Untracked') return addedDiff(workTree, file.path, SHOWN_BYTES);
  // Against both sides of the merge, as a person solves it.
  const conflict = ['--literal-pathspecs', 'diff', ...PLAIN_DIFF, '--cc', '--', file.path];
  const words =
    file.type === 'Conflicted'
      ? conflict
      : diffWords(['--patch'], commit, [file], isHead ? sidesOf(file) : 'commit and work tree');
  const answer = await ask(words, workTree, { mostBytes: READ_BYTES, timeoutMs: TIMEOUT_MS });
  if (answer.ok && answer.text.startsWith('* Unmerged path')) return ONE_SIDED;
  return bounded(answer, SHOWN_BYTES);
}

/** The diffs of all files that git tracks, against a commit, within so many bytes. */
export async function allDiffs(ask: AskGit, workTree: string, commit: string, mostBytes: number): Promise<FileDiff> {
  const words = diffWords(['--patch'], commit);
  return bounded(await ask(words, workTree, { mostBytes: READ_BYTES, timeoutMs: TIMEOUT_MS }), mostBytes);
}

function bounded(answer: Answer, mostBytes: number): FileDiff {
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
