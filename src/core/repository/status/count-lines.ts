import type { GitAnswer } from '../../git/ask-git.ts';
import type { GitReader } from '../../git/reader.ts';
import { ALL_SIDES, besideAnother, diffQuery, type GitQuery, pathsOf, sidesOf } from './diff-query.ts';
import { type NumstatEntry, parseNumstat } from './numstat.ts';
import type { ChangedFile } from './parse-status.ts';

export const COUNT_TIMEOUT_MS = 10_000;

/** Lines by file, or why they were not counted. */
export type LineCounts =
  | { readonly ok: true; readonly entries: readonly NumstatEntry[] }
  | { readonly ok: false; readonly reason: FailedAnswer['reason']; readonly notice: string };

type FailedAnswer = Extract<GitAnswer, { ok: false }>;

const NUMSTAT = ['--numstat', '-z'];

/** Counts the lines that changed since HEAD, which is this commit, in these files or in all. */
export async function countLines(
  git: GitReader,
  workTree: string,
  commit: string,
  files?: readonly ChangedFile[],
  signal?: AbortSignal,
): Promise<LineCounts> {
  const count = (query: GitQuery) => runNumstat(git, workTree, query, signal);
  if (files === undefined) return count(besideStatus(diffQuery(NUMSTAT, commit)));
  return joined(
    await Promise.all(
      ALL_SIDES.flatMap(sides => {
        const group = files.filter(file => sidesOf(file) === sides);
        if (group.length === 0) return [];
        const named = sides === 'commit and work tree' ? undefined : group;
        return [count(diffQuery(NUMSTAT, commit, named, sides)).then(lines => only(group, lines))];
      }),
    ),
  );
}

const besideStatus = ({ args, options }: GitQuery): GitQuery => ({
  args,
  options: { ...options, config: [...besideAnother(), ...options.config] },
});

/** Without the files of other groups: each is counted by its own sides, and what is there twice adds up. */
function only(files: readonly ChangedFile[], lines: LineCounts): LineCounts {
  if (!lines.ok) return lines;
  const own = new Set(pathsOf(files));
  return { ok: true, entries: lines.entries.filter(({ path }) => own.has(path)) };
}

/** All of them, or the first that failed. */
const joined = (counts: readonly LineCounts[]): LineCounts =>
  counts.find(({ ok }) => !ok) ?? { ok: true, entries: counts.flatMap(each => (each.ok ? each.entries : [])) };

async function runNumstat(
  git: GitReader,
  workTree: string,
  { args, options }: GitQuery,
  signal: AbortSignal | undefined,
): Promise<LineCounts> {
  const answer = await git.read(args, workTree, { ...options, timeoutMs: COUNT_TIMEOUT_MS, signal });
  if (!answer.ok) return { ok: false, reason: answer.reason, notice: notCounted(answer.message) };
  const entries = parseNumstat(answer.text);
  return entries ? { ok: true, entries } : { ok: false, reason: 'failed', notice: notCounted(UNREADABLE) };
}

export const UNREADABLE = 'git printed something else than counts.';

export const notCounted = (why: string): string => `Lines could not be counted. ${why} Refresh to try again.`;
