import { type AskGit, type AskGitOptions, createAskGit, type GitProcessOptions } from './ask-git.ts';
import type { ReadArgs } from './read-subcommands.ts';
import { GitFailure, type GitReader, readerFrom } from './reader.ts';

/** The plumbing our own writes are made of: objects, refs under compare-and-swap, and indexes of ours. */
const PLUMBING = [
  'checkout-index',
  'fast-import',
  'hash-object',
  'mktree',
  'stash',
  'symbolic-ref',
  'update-index',
  'update-ref',
] as const;

/** A stash is only stored, as undo does: nothing of the work tree moves. */
export type PlumbingArgs =
  | readonly [Exclude<(typeof PLUMBING)[number], 'stash'>, ...string[]]
  | readonly ['stash', 'store', ...string[]];

/** Writes of our own, with the guards of a read: no hook, filter of a stranger's or other program runs by them. */
export interface GitWriter {
  /** The output of git; throws a `GitFailure` that says why when it did not do it. */
  write(args: PlumbingArgs, cwd: string, options?: GitProcessOptions): Promise<string>;
}

/** For what reads and writes by itself: the journal, and later the sandbox. */
export interface Git extends GitReader, GitWriter {}

/** A large repository is no reason to give up. */
const TIMEOUT_MS = 300_000;

export const createGitWriter = (options: AskGitOptions = {}): GitWriter => writerFrom(createAskGit(options));

export const createGit = (options: AskGitOptions = {}): Git => gitFrom(createAskGit(options));

/** A reader and a writer over one way of asking. */
export const gitFrom = (ask: AskGit): Git => ({ ...readerFrom(ask), ...writerFrom(ask) });

function writerFrom(ask: AskGit): GitWriter {
  return {
    async write(args, cwd, given) {
      const [subcommand, first]: readonly string[] = args;
      const isPlumbing = (PLUMBING as readonly string[]).includes(subcommand ?? '');
      if (!isPlumbing || (subcommand === 'stash' && first !== 'store'))
        throw new GitFailure(`Not done: 'git ${args.join(' ')}' is none of our own writes.`);
      const answer = await ask(args, cwd, { timeoutMs: TIMEOUT_MS, ...given });
      if (!answer.ok) throw new GitFailure(`git ${subcommand}: ${answer.message}`);
      return answer.text;
    },
  };
}

/** The same git, with options that hold for every question and write which does not say otherwise. */
export function withOptions(git: Git, options: GitProcessOptions): Git {
  const reader = readerFrom((args, cwd, given) => git.read(args as ReadArgs, cwd, { ...options, ...given }));
  return { ...reader, write: (args, cwd, given) => git.write(args, cwd, { ...options, ...given }) };
}
