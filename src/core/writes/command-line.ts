import { resolve } from 'node:path';
import type { CommandBase } from '../command/command.ts';
import { readGlobals } from '../command/git/globals.ts';

/** A git command cut into what stands before its subcommand and what stands after it. */
export interface CommandLine {
  readonly subcommand: string;
  /** All words after the subcommand. */
  readonly words: readonly string[];
  /** Where git runs: the repository's root, or where `-C` leads from there. */
  readonly cwd: string;
  /** True when words before the subcommand change how it works, as `-c` does: what it would do cannot be foreseen. */
  readonly configured: boolean;
}

/** Undefined when options before the subcommand point git at something else than the repository around `cwd`. */
export function commandLineOf(
  { program, args }: Pick<CommandBase, 'program' | 'args'>,
  repository: string,
): CommandLine | undefined {
  if (program !== 'git') return undefined;
  const { words, subcommand, rest, cwd, prints } = readGlobals(args, { roots: [repository], cwd: repository });
  if (subcommand === undefined || prints || words.some(word => ELSEWHERE.test(word))) return undefined;
  return { subcommand, words: rest, cwd: resolve(repository, cwd), configured: !words.every(isPlain) };
}

const ELSEWHERE = /^--(?:attr-source|bare|exec-path|git-dir|namespace|work-tree)(?:=|$)/;
const PLAIN = ['-C', '-P', '--no-optional-locks', '--no-pager'];

const isPlain = (word: string, at: number, words: readonly string[]): boolean =>
  PLAIN.includes(word) || words[at - 1] === '-C';
