import { parse, programOf } from './parse.ts';
import { quote } from './quote.ts';

/** A word, or all of an option's value, that stands for the branch that is checked out. */
const PLACE = /^(--[\w-]+=)?\{branch\}$/;

/** Whether a saved command has a place for the branch. */
export function wantsBranch(text: string): boolean {
  const parsed = parse(programOf(text), text);
  return parsed.ok && parsed.args.some(word => PLACE.test(word));
}

/**
 * A saved command with this branch in that place. It is put in as a word of its own and quoted as one, so that no name of a
 * branch can be more than that; inside other words, such as a jq expression, braces stay what they are.
 */
export function withBranch(text: string, branch: string): string {
  const program = programOf(text);
  const parsed = parse(program, text);
  if (!parsed.ok) return text;
  return quote(
    program,
    parsed.args.map(word => word.replace(PLACE, (_, option = '') => `${option}${branch}`)),
  );
}
