import { availableParallelism } from 'node:os';
import type { ConfigEntry } from '../../git/own-config.ts';
import type { ReadArgs } from '../../git/read-subcommands.ts';
import type { ChangedFile } from './parse-status.ts';

/** A question for git: its words and the settings that go with them. */
export interface GitQuery {
  readonly args: ReadArgs;
  readonly options: { readonly config: readonly ConfigEntry[]; readonly literalPaths: true };
}

/** Files above this are not compared line by line: git would need seconds and several times their size. */
export const BIG_BYTES = 16 * 1024 * 1024;

/** Nothing of the config may choose a program, a colour or other prefixes. */
const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'] as const;

/** Keeps git from stating the whole index in threads, which costs more than a few files do. */
export const NO_PRELOAD: ConfigEntry = ['core.preloadIndex', 'false'];

/**
 * For a git that stats all files while another does: the threads in which it would do so only get in each other's way
 * where two processes have a core each, and save time where there are more.
 */
export const besideAnother = (cores = availableParallelism()): readonly ConfigEntry[] =>
  cores > 2 ? [] : [NO_PRELOAD];

/** More paths than this cost git more than the whole diff does; more bytes do not fit a command line of Windows. */
const MOST_PATHS = 100;
const MOST_PATH_BYTES = 16 * 1024;

/** Which two of commit, index and work tree have to be compared to compare a file with HEAD. */
export type DiffSides = 'index and work tree' | 'commit and index' | 'commit and work tree';

/**
 * Where the third has nothing of its own two are enough, and spare git from walking a tree: with a path of the first
 * folder that takes it a time that grows with the square of the number of files, ten seconds for 100,000.
 */
export function sidesOf({ type, staged, unstaged }: ChangedFile): DiffSides {
  if (type === 'Conflicted') return 'commit and work tree';
  if (staged === '.') return 'index and work tree';
  return unstaged === '.' ? 'commit and index' : 'commit and work tree';
}

const SIDES: Readonly<Record<DiffSides, (commit: string) => string[]>> = {
  'index and work tree': () => [],
  'commit and index': commit => ['--cached', commit],
  'commit and work tree': commit => [commit],
};

export const ALL_SIDES = Object.keys(SIDES) as readonly DiffSides[];

/** A diff with a commit; without files, or with too many to name, of everything. */
export function diffQuery(
  format: readonly string[],
  commit: string,
  files?: readonly ChangedFile[],
  sides: DiffSides = 'commit and work tree',
): GitQuery {
  const paths = files && pathsOf(files);
  const limited = paths !== undefined && paths.length <= MOST_PATHS && paths.join('').length <= MOST_PATH_BYTES;
  // Where status sees no rename neither may the diff, or two files would share one count.
  const renames = files?.every(({ originalPath }) => originalPath === null) ? '--no-renames' : '-M';
  return {
    args: ['diff', ...PLAIN_DIFF, ...format, renames, ...SIDES[sides](commit), '--', ...(limited ? paths : [])],
    options: {
      config: [['core.bigFileThreshold', String(BIG_BYTES)], ...(limited ? [NO_PRELOAD] : [])],
      literalPaths: true,
    },
  };
}

/** The diff of a conflicted file against both sides of the merge, as a person solves it. */
export const conflictQuery = (path: string): GitQuery => ({
  args: ['diff', ...PLAIN_DIFF, '--cc', '--', path],
  options: { config: [], literalPaths: true },
});

export const pathsOf = (files: readonly ChangedFile[]): string[] =>
  files.flatMap(({ path, originalPath }) => (originalPath === null ? [path] : [path, originalPath]));
