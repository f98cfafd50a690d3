import {
  type AskGitOptions,
  type AskGit as Asking,
  createAskGit,
  type GitAnswer,
  type GitProcessOptions,
} from './ask-git.ts';
import type { ReadArgs } from './read-subcommands.ts';
import type { GitReader } from './reader.ts';
import type { Scratch } from './scratch.ts';

export type AskOptions = GitProcessOptions & { readonly scratch?: Scratch | undefined };
export type Answer = GitAnswer;
export type AskGit = Asking;
export type AskerOptions = AskGitOptions;
export const createAsk = createAskGit;
export const askFrom =
  (git: GitReader): AskGit =>
  (args, cwd, options) =>
    git.read(args as ReadArgs, cwd, options);
