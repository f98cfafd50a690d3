import { isGiven, type WriteLine } from './write-line.ts';

/**
 * The refs that a command moves itself, and how that is told from what others do meanwhile. It is kept with the entry, so
 * that nothing of the line is in it but names of refs.
 */
export interface OwnMoves {
  /** `HEAD` when it may lead elsewhere, to a new branch too; `branch` when the branch it is on may move; null for neither. */
  readonly head: 'HEAD' | 'branch' | null;
  /** Full names of refs, or prefixes that end in a slash. */
  readonly refs: readonly string[];
  /** Whether it may write the repository's config. */
  readonly config: boolean;
  /** The beginnings of its entries in reflogs; null when they may say anything. */
  readonly says: readonly string[] | null;
  /** The most entries it makes in one reflog, and so the most stashes; null for any number. */
  readonly steps: number | null;
  /** True when it did nothing to a ref unless it ended well. */
  readonly whole: boolean;
  /** Hooks it may run besides those that every command may; null for any. */
  readonly hooks: readonly string[] | null;
}

type Row = Partial<OwnMoves>;

/** The moves of a command that changes nothing here. */
export const NO_MOVES: OwnMoves = {
  head: null,
  refs: [],
  config: false,
  says: null,
  steps: null,
  whole: false,
  hooks: [],
};

const COMMIT_HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite', 'pre-auto-gc'];

const switches = (line: WriteLine): Row => ({
  head: has(line, '-B', '--force-create') ? 'branch' : 'HEAD',
  config: true,
  says: ['checkout: ', 'branch: '],
  steps: 1,
  hooks: ['post-checkout'],
});

/** By subcommand, as git's own sources have it. What is not here may do anything. */
const ROWS: Readonly<Record<string, Row | ((line: WriteLine) => Row)>> = {
  add: {},
  apply: {},
  branch: line => ({
    ...(has(line, '--move', '-M', '--copy', '-C') ? {} : { says: ['branch: '], steps: 1 }),
    head: 'branch',
    refs: namedBelow(line, 'refs/heads/', 'refs/remotes/'),
    config: true,
  }),
  checkout: switches,
  'cherry-pick': line => picks(line),
  clean: {},
  commit: { head: 'branch', refs: ['refs/notes/'], says: ['commit'], steps: 1, whole: true, hooks: COMMIT_HOOKS },
  config: { config: true },
  fetch: { refs: ['refs/'], config: true, says: ['fetch'], hooks: ['pre-auto-gc'] },
  gc: { hooks: ['pre-auto-gc'] },
  merge: line => ({
    ...(has(line, ...RESUMES) ? {} : { says: ['merge', 'initial pull'], steps: 1 }),
    head: 'branch',
    refs: ['refs/stash'],
    hooks: null,
  }),
  mv: {},
  notes: { refs: ['refs/notes/'] },
  'pack-refs': {},
  prune: {},
  pull: { head: 'branch', refs: ['refs/'], config: true, says: ['pull', 'fetch', 'initial pull'], hooks: null },
  push: { refs: ['refs/remotes/'], config: true, says: ['update by push'], hooks: ['pre-push'] },
  'read-tree': {},
  rebase: line => ({
    ...(has(line, '--exec', ...RESUMES) ? {} : { says: ['rebase', 'checkout: '] }),
    head: 'branch',
    refs: ['refs/heads/', 'refs/notes/', 'refs/rewritten/', 'refs/stash'],
    hooks: null,
  }),
  remote: { refs: ['refs/'], config: true },
  repack: {},
  reset: { head: 'branch', says: ['reset: '], steps: 1 },
  restore: {},
  revert: line => picks(line),
  rm: {},
  stage: {},
  stash: line => ({
    refs: ['refs/stash'],
    steps: MAKES_STASH.includes(line.action) ? 1 : 0,
    ...(line.action === 'branch' && { head: 'branch', config: true, steps: null, hooks: null }),
    ...(line.action === 'import' && { steps: null }),
  }),
  switch: switches,
  tag: line => ({ refs: namedBelow(line, 'refs/tags/') }),
  'update-index': {},
};

const MAKES_STASH = ['push', 'save', 'store'];

/** Undefined for a command of which nobody knows what it moves: then all that moves counts as moved by it. */
export function ownMovesOf({
  line,
  configured,
}: {
  line: WriteLine | undefined;
  configured: boolean;
}): OwnMoves | undefined {
  const row = line && Object.hasOwn(ROWS, line.subcommand) ? ROWS[line.subcommand] : undefined;
  if (line?.known === undefined || row === undefined || configured) return undefined;
  return { ...NO_MOVES, ...(typeof row === 'function' ? row(line) : row) };
}

const has = ({ known }: WriteLine, ...names: readonly string[]): boolean =>
  known !== undefined && isGiven(known, ...names);

const RESUMES = ['--abort', '--continue', '--quit', '--skip'];

/** Going on with what was begun is a commit or a reset like any other. */
const picks = (line: WriteLine): Row => ({
  head: 'branch',
  refs: ['refs/notes/'],
  says: has(line, ...RESUMES) ? null : [line.subcommand],
  hooks: null,
});

/** The name of a ref as it is, without anything that git would look up. */
const PLAIN = /^[\w][\w./+-]*$/;

/** The refs that a line can name; all there are when it names one in another way. */
function namedBelow({ known }: WriteLine, ...prefixes: readonly string[]): string[] {
  const words = known?.positionals ?? [];
  if (!words.every(word => PLAIN.test(word))) return [...prefixes];
  return prefixes.flatMap(prefix => words.map(word => `${prefix}${word}`));
}
