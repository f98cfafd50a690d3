import { type AskGit, type AskGitOptions, createAskGit, type GitProcessOptions } from './ask-git.ts';
import type { ReadArgs } from './read-subcommands.ts';
import { GitFailure, type GitReader, readerFrom } from './reader.ts';

/** The plumbing our own writes are made of: objects, refs under compare-and-swap, and indexes of ours. */
const PLUMBING = [
  'checkout-index',
  'fast-import',
  'hash-object',
  'index-pack',
  'merge',
  'mktree',
  'pack-objects',
  'read-tree',
  'stash',
  'symbolic-ref',
  'unpack-objects',
  'update-index',
  'update-ref',
  'worktree',
  'write-tree',
] as const;

/**
 * The forms of those that could do more: no filter runs, no file of the work tree is written but by a branch that goes
 * straight on, a stash is only stored.
 */
const FORMS: Readonly<Record<string, (words: readonly string[], options: GitProcessOptions) => boolean>> = {
  'hash-object': words => words.join(' ') === '-t commit -w --stdin',
  merge: words => FOLLOW.test(words.join(' ')),
  'read-tree': ([tree = '', ...more], { indexFile }) => more.length === 0 && TREE.test(tree) && indexFile !== undefined,
  stash: ([first]) => first === 'store',
  worktree: words => words.length === 6 && WORKTREE.test(words.slice(0, 4).join(' ')) && TREE.test(words[5] ?? ''),
  'write-tree': (words, { indexFile }) => words.length === 0 && indexFile !== undefined,
};

/** A linked work tree in which nothing is checked out yet. */
const WORKTREE = /^add --no-checkout --detach --lock$/;
/** Nothing is merged, put aside or written over that git does not know. */
const FOLLOW =
  /^--ff-only --no-overwrite-ignore --no-autostash --no-squash --no-verify-signatures --quiet (?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const TREE = /^(?:--empty|[0-9a-f]{40}|[0-9a-f]{64})$/;

export type PlumbingArgs =
  | readonly [
      Exclude<(typeof PLUMBING)[number], 'hash-object' | 'merge' | 'read-tree' | 'stash' | 'worktree' | 'write-tree'>,
      ...string[],
    ]
  | readonly ['hash-object', '-t', 'commit', '-w', '--stdin']
  | readonly ['merge', '--ff-only', ...string[]]
  /** These two only with an index of ours. */
  | readonly ['read-tree', string]
  | readonly ['write-tree']
  | readonly ['stash', 'store', ...string[]]
  | readonly ['worktree', 'add', '--no-checkout', '--detach', '--lock', string, string];

/** Writes of our own, with the guards of a read: no hook, filter of a stranger's or other program runs by them. */
export interface GitWriter {
  /** The output of git; throws a `GitFailure` that says why when it did not do it. */
  write(args: PlumbingArgs, cwd: string, options?: GitProcessOptions): Promise<string>;
}

/** For what reads and writes by itself: the journal, and later the sandbox. */
export interface Git extends GitReader, GitWriter {}

/**
 * What we write is on disk before the command runs that needs it: git itself leaves loose objects and refs to the system,
 * which may lose them when the machine goes down. Many objects are flushed at once. The last is for git before 2.36.
 */
const DURABLE = [
  ['core.fsync', 'objects,reference'],
  ['core.fsyncMethod', 'batch'],
  ['core.fsyncObjectFiles', 'true'],
] as const;

/** Later gits say so whenever they meet the older setting. */
const DEPRECATED = /^warning: core\.fsyncObjectFiles is deprecated.*\n?/gm;

/** A large repository is no reason to give up. */
const TIMEOUT_MS = 300_000;

export const createGitWriter = (options: AskGitOptions = {}): GitWriter => writerFrom(createAskGit(options));

export const createGit = (options: AskGitOptions = {}): Git => gitFrom(createAskGit(options));

/** A reader and a writer over one way of asking. */
export const gitFrom = (ask: AskGit): Git => ({ ...readerFrom(ask), ...writerFrom(ask) });

function writerFrom(ask: AskGit): GitWriter {
  return {
    async write(args, cwd, given) {
      const [subcommand = '', ...words]: readonly string[] = args;
      const isPlumbing = (PLUMBING as readonly string[]).includes(subcommand);
      if (!isPlumbing || FORMS[subcommand]?.(words, given ?? {}) === false)
        throw new GitFailure(`Not done: 'git ${args.join(' ')}' is none of our own writes.`);
      const config = [...DURABLE, ...(given?.config ?? [])];
      const answer = await ask(args, cwd, { timeoutMs: TIMEOUT_MS, ...given, config, writes: true });
      if (!answer.ok) throw new GitFailure(`git ${subcommand}: ${answer.message.replaceAll(DEPRECATED, '')}`);
      return answer.text;
    },
  };
}

/** The same git, with options that hold for every question and write which does not say otherwise. */
export function withOptions(git: Git, options: GitProcessOptions): Git {
  const reader = readerFrom((args, cwd, given) => git.read(args as ReadArgs, cwd, { ...options, ...given }));
  return { ...reader, write: (args, cwd, given) => git.write(args, cwd, { ...options, ...given }) };
}
