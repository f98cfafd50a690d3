import { availableParallelism } from 'node:os';
import type { Answer, AskGit } from '../../git/ask.ts';
import { type NumstatEntry, parseNumstat } from './numstat.ts';
import type { ChangedFile } from './parse-status.ts';

/** Files above this are not compared line by line: git would need seconds and several times their size. */
export const BIG_BYTES = 16 * 1024 * 1024;

/** Nothing of the config may choose a program, a colour or other prefixes. */
export const PLAIN_DIFF = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const;
export const COUNT_TIMEOUT_MS = 10_000;

/** More paths than this cost git more than the whole diff does; more bytes do not fit a command line of Windows. */
const MOST_PATHS = 100;
const MOST_PATH_BYTES = 16 * 1024;

export type Lines =
  | { readonly ok: true; readonly entries: readonly NumstatEntry[] }
  | { readonly ok: false; readonly reason: FailedAnswer['reason']; readonly notice: string };

type FailedAnswer = Extract<Answer, { ok: false }>;

/** Which two of commit, index and work tree have to be compared to compare a file with HEAD. */
export type Sides = 'index and work tree' | 'commit and index' | 'commit and work tree';

/**
 * Where the third has nothing of its own two are enough, and spare git from walking a tree: with a path of the first
 * folder that takes it a time that grows with the square of the number of files, ten seconds for 100,000.
 */
export function sidesOf({ type, staged, unstaged }: ChangedFile): Sides {
  if (type === 'Conflicted') return 'commit and work tree';
  if (staged === '.') return 'index and work tree';
  return unstaged === '.' ? 'commit and index' : 'commit and work tree';
}

const SIDES: Readonly<Record<Sides, (commit: string) => string[]>> = {
  'index and work tree': () => [],
  'commit and index': commit => ['--cached', commit],
  'commit and work tree': commit => [commit],
};

/**
 * For a git that looks at all files while another does: the threads in which it would ask for them only get in each
 * other's way where two processes have a core each, and save time where there are more.
 */
export const besideAnother = (cores = availableParallelism()): string[] =>
  cores > 2 ? [] : ['-c', 'core.preloadIndex=false'];

const ALL_SIDES = Object.keys(SIDES) as readonly Sides[];

/** The words of a diff with a commit; without files, or with too many to name, of everything. */
export function diffWords(
  format: readonly string[],
  commit: string,
  files?: readonly ChangedFile[],
  sides: Sides = 'commit and work tree',
): string[] {
  const paths = files && pathsOf(files);
  const limited = paths !== undefined && paths.length <= MOST_PATHS && paths.join('').length <= MOST_PATH_BYTES;
  // Where status sees no rename neither may the diff, or two files would share one count.
  const renames = files?.every(({ originalPath }) => originalPath === null) ? '--no-renames' : '-M';
  return [
    '--literal-pathspecs',
    '-c',
    `core.bigFileThreshold=${BIG_BYTES}`,
    // Threads that would look at the whole index cost more than a few files do.
    ...(limited ? ['-c', 'core.preloadIndex=false'] : []),
    'diff',
    ...PLAIN_DIFF,
    ...format,
    renames,
    ...SIDES[sides](commit),
    '--',
    ...(limited ? paths : []),
  ];
}

const pathsOf = (files: readonly ChangedFile[]): string[] =>
  files.flatMap(({ path, originalPath }) => (originalPath === null ? [path] : [path, originalPath]));

/** Counts the lines that changed since HEAD, which is this commit, in these files or in all. */
export async function countLines(
  ask: AskGit,
  workTree: string,
  commit: string,
  files?: readonly ChangedFile[],
  signal?: AbortSignal,
): Promise<Lines> {
  const count = (words: readonly string[]) => countBy(ask, workTree, words, signal);
  if (files === undefined) return count([...besideAnother(), ...diffWords(NUMSTAT, commit)]);
  return together(
    await Promise.all(
      ALL_SIDES.flatMap(sides => {
        const group = files.filter(file => sidesOf(file) === sides);
        if (group.length === 0) return [];
        const named = sides === 'commit and work tree' ? undefined : group;
        return [count(diffWords(NUMSTAT, commit, named, sides)).then(lines => only(group, lines))];
      }),
    ),
  );
}

/** Without the files of other groups: each is counted by its own sides, and what is there twice adds up. */
function only(files: readonly ChangedFile[], lines: Lines): Lines {
  if (!lines.ok) return lines;
  const own = new Set(pathsOf(files));
  return { ok: true, entries: lines.entries.filter(({ path }) => own.has(path)) };
}

/** All of them, or the first that failed. */
const together = (counted: readonly Lines[]): Lines =>
  counted.find(({ ok }) => !ok) ?? { ok: true, entries: counted.flatMap(each => (each.ok ? each.entries : [])) };

const NUMSTAT = ['--numstat', '-z'];

async function countBy(
  ask: AskGit,
  workTree: string,
  words: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Lines> {
  const answer = await ask(words, workTree, { timeoutMs: COUNT_TIMEOUT_MS, signal });
  if (!answer.ok) return { ok: false, reason: answer.reason, notice: notCounted(answer.message) };
  const entries = parseNumstat(answer.text);
  return entries ? { ok: true, entries } : { ok: false, reason: 'failed', notice: notCounted(UNREADABLE) };
}

export const UNREADABLE = 'git printed something else than counts.';

export const notCounted = (why: string): string => `Lines could not be counted. ${why} Refresh to try again.`;
