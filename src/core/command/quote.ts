import type { Program } from './command.ts';

/** Words made of these need no quotes in our tokenizer nor in any shell a person may paste them into. */
const plain = /^[\w@%+=:,./^-][\w@%+=:,./^~-]*$/;

/** Quotes one word so that it stands for itself. */
export function quoteWord(word: string): string {
  return plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The canonical form of a command: its words re-quoted one way. */
export function quote(program: Program, args: readonly string[]): string {
  return [program, ...args.map(quoteWord)].join(' ');
}
