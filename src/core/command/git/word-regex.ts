import { reveals } from '../acts.ts';
import { objectTo, type ValueCheck } from '../table.ts';

/** The ways to write "a run of all characters a word is made of". */
const RUN = /^(?:\\w|\\S|\[\[:alnum:\]_\]|\[\^\[:space:\]\]|\[A-Za-z0-9_\]|\[a-zA-Z0-9_\]|\[0-9A-Za-z_\])\+$/;
/** What may stand beside it: the longest match counts, so that a word is whole all the same. */
const REST = /^(?:\.|\\W|\\S|\[\^\[:space:\]\]|\[\^\[:alnum:\]_\]|\[\^A-Za-z0-9_\]|\[\^a-zA-Z0-9_\])$/;

/** True for a word regex that leaves no part of a word by itself, where redaction could not tell a secret by its look. */
export function keepsWordsWhole(regex: string): boolean {
  const [first = '', ...rest] = regex.split('|');
  return RUN.test(first) && rest.every(part => REST.test(part));
}

/** The value of diff.wordRegex. */
export const wordRegex: ValueCheck = (value, name) =>
  keepsWordsWhole(value)
    ? undefined
    : objectTo(name, reveals("may print a secret in pieces; use '\\w+|.', or --word-diff-regex on the command"));
