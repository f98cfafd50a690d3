import { asLines, commitsIn } from './commits.ts';
import { maybe } from './questions.ts';
import { type CommitLine, type Listed, listed, type RadiusContext } from './radius.ts';

/** A commit as git names it, undefined when the word stands for none. */
export async function commitOf(context: RadiusContext, cwd: string, word: string): Promise<string | undefined> {
  return objectOf(context, cwd, word, 'commit');
}

/** The same for anything that leads to an object of that kind, or to any at all. */
export async function objectOf(
  context: RadiusContext,
  cwd: string,
  word: string,
  kind: 'commit' | 'object' | 'tree',
): Promise<string | undefined> {
  // git before 2.30 has no word that ends the options of rev-parse.
  if (word.startsWith('-') || word === '') return undefined;
  // What follows a search for a message would be searched for too.
  const searched = /^:\/|\^\{\//.test(word) ? await verified(context, cwd, word) : word;
  return searched === undefined ? undefined : verified(context, cwd, `${searched}^{${kind}}`);
}

const verified = async (context: RadiusContext, cwd: string, word: string): Promise<string | undefined> =>
  (await maybe(context, cwd, ['rev-parse', '--verify', '--quiet', word]))?.trim();

/** How refs would move. */
export interface RefMoves {
  /** Commits that are left. */
  readonly from: readonly string[];
  /** Commits that are gone to. */
  readonly to?: readonly string[];
  /** Full names of refs that do not count because they move or go; HEAD where it is or follows one of them. */
  readonly without: readonly string[];
}

/** Commits that no ref, nor the HEAD of any work tree, would reach; what Sluice keeps for undo does not count. */
export async function outOfReach(
  context: RadiusContext,
  { from, to = [], without }: RefMoves,
): Promise<Listed<CommitLine>> {
  if (from.length === 0) return listed<CommitLine>([]);
  const excluded = [...without, 'refs/sluice/*'].map(name => `--exclude=${name}`);
  return asLines(await commitsIn(context, [...from, '--not', ...to, ...excluded, '--all']));
}

/** The full name of the branch HEAD is on, undefined when it is detached. */
export async function headRef(context: RadiusContext, cwd: string): Promise<string | undefined> {
  return (await maybe(context, cwd, ['symbolic-ref', '--quiet', 'HEAD']))?.trim();
}

/** The refs a branch takes with it when it moves. */
export const withHead = (ref: string, head: string | null | undefined): string[] =>
  ref === head ? [ref, 'HEAD'] : [ref];
