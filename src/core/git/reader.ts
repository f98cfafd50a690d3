import { type AskGitOptions, createAskGit, type GitAnswer, type GitProcessOptions } from './ask-git.ts';
import { type ReadArgs, refuseUnlessRead, type ScratchArgs } from './read-subcommands.ts';
import type { Scratch } from './scratch.ts';

export interface ReadOptions extends GitProcessOptions {
  /** Where git writes the objects of its answer, so that the repository stays as it is. */
  readonly scratch?: Scratch | undefined;
}

type WithScratch = ReadOptions & { readonly scratch: Scratch };

/** A failure of git where there had to be an answer. */
export class GitFailure extends Error {}

/**
 * Puts questions of our own to git, with the guards of a read. The types and a check at run time let only subcommands
 * through that read. An answer is not redacted: it is not for showing as it is.
 */
export interface GitReader {
  /** The answer, or why there is none. */
  read(args: ReadArgs, cwd: string, options?: ReadOptions): Promise<GitAnswer>;
  read(args: ScratchArgs, cwd: string, options: WithScratch): Promise<GitAnswer>;
  /** The output of git; throws a `GitFailure` that says why when it did not answer. */
  readOrThrow(args: ReadArgs, cwd: string, options?: ReadOptions): Promise<string>;
  readOrThrow(args: ScratchArgs, cwd: string, options: WithScratch): Promise<string>;
  /** The output of git; undefined when git's answer is no. Throws when it could not be asked. */
  tryRead(args: ReadArgs, cwd: string, options?: ReadOptions): Promise<string | undefined>;
  /** The output of git as bytes, however much; throws like `readOrThrow`. */
  readBytes(args: ReadArgs, cwd: string, options?: ReadOptions): Promise<Buffer>;
}

export type Read = (args: readonly string[], cwd: string, options?: ReadOptions) => Promise<GitAnswer>;

export const createGitReader = (options: AskGitOptions = {}): GitReader => readerFrom(createAskGit(options));

/** A reader over one way of asking; what is no read never reaches it. */
export function readerFrom(ask: Read): GitReader {
  const read: Read = async (args, cwd, options) => refuseUnlessRead(args, options?.scratch) ?? ask(args, cwd, options);
  const readOrThrow = async (args: readonly string[], cwd: string, options?: ReadOptions): Promise<string> =>
    textOf(args, await read(args, cwd, options));
  return {
    read,
    readOrThrow,
    async tryRead(args, cwd, options) {
      const answer = await read(args, cwd, options);
      return !answer.ok && answer.reason === 'failed' ? undefined : textOf(args, answer);
    },
    async readBytes(args, cwd, options) {
      const chunks: Buffer[] = [];
      await readOrThrow(args, cwd, { ...options, take: chunk => void chunks.push(chunk) });
      return Buffer.concat(chunks);
    },
  };
}

function textOf([subcommand]: readonly string[], answer: GitAnswer): string {
  if (answer.ok) return answer.text;
  throw new GitFailure(`git ${subcommand}: ${answer.message}`);
}
