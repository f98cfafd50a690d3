import { shortRef } from '../../../shared/short-ref.ts';
import type { WriteLine } from '../write-line.ts';
import type { ImpactContext } from './impact.ts';
import { settingsOf } from './settings.ts';

/** A commit as git names it, undefined when the word stands for none. */
export const commitOf = (context: ImpactContext, word: string, cwd?: string): Promise<string | undefined> =>
  objectOf(context, word, 'commit', cwd);

/** The same for anything that leads to an object of that kind, or to any at all. */
export async function objectOf(
  { git, repository }: ImpactContext,
  word: string,
  kind: 'commit' | 'object' | 'tree',
  cwd: string = repository.workTree,
): Promise<string | undefined> {
  // git before 2.30 has no word that ends the options of rev-parse.
  if (word.startsWith('-') || word === '') return undefined;
  const verified = async (name: string) => (await git.tryRead(['rev-parse', '--verify', '--quiet', name], cwd))?.trim();
  // What follows a search for a message would be searched for too.
  const searched = /^:\/|\^\{\//.test(word) ? await verified(word) : word;
  return searched === undefined ? undefined : verified(`${searched}^{${kind}}`);
}

/** The full name of the branch HEAD is on, undefined when it is detached. */
export const headRef = async ({ git, repository }: ImpactContext): Promise<string | undefined> =>
  (await git.tryRead(['symbolic-ref', '--quiet', 'HEAD'], repository.workTree))?.trim();

/** The same as people call it. */
export async function currentBranch(context: ImpactContext): Promise<string | undefined> {
  const ref = await headRef(context);
  return ref === undefined ? undefined : shortRef(ref);
}

/** `-` is the branch that was checked out before. */
export const previousOr = (word: string): string => (word === '-' ? '@{-1}' : word);

/** The commit that a word for `checkout` or `switch` stands for. */
export interface SwitchTarget {
  readonly commit: string;
  /** The branch of that name, undefined when it is another revision. */
  readonly branch: string | undefined;
}

/** A branch before any other revision of that name; `-` is where HEAD was before. */
export async function switchTargetOf(
  word: string,
  { cwd }: WriteLine,
  context: ImpactContext,
): Promise<SwitchTarget | undefined> {
  const spelled = previousOr(word);
  const before = /^@\{-\d+\}$/.test(spelled) ? await branchBefore(spelled, cwd, context) : spelled;
  // Exactly that ref: `main~1` is no branch.
  const branch = await context.git.tryRead(['show-ref', '--verify', '--hash', `refs/heads/${before}`], cwd);
  if (branch !== undefined) return { commit: branch.trim(), branch: before };
  const commit = await commitOf(context, spelled, cwd);
  return commit === undefined ? undefined : { commit, branch: undefined };
}

async function branchBefore(word: string, cwd: string, { git }: ImpactContext): Promise<string> {
  const name = await git.tryRead(['rev-parse', '--quiet', '--verify', '--symbolic-full-name', word], cwd);
  return name?.trim().replace(/^refs\/heads\//, '') ?? '';
}

/** The remote-tracking branches of that name, of which one alone is taken for what is meant. */
export async function tracking(word: string, { cwd }: WriteLine, context: ImpactContext): Promise<string[]> {
  if (/[*?[\\:\s^~]/.test(word) || word.startsWith('-')) return [];
  const pattern = `refs/remotes/*/${word}`;
  const text = await context.git.tryRead(['for-each-ref', '--format=%(objectname) %(refname)', pattern], cwd);
  const found = (text ?? '').split('\n').filter(each => each.endsWith(`/${word}`));
  if (found.length < 2) return found.map(each => each.split(' ')[0] ?? '');
  const favourite = (await settingsOf(context)).one('checkout.defaultremote');
  const chosen = found.filter(each => each.endsWith(` refs/remotes/${favourite}/${word}`));
  return (chosen.length === 1 ? chosen : found).map(each => each.split(' ')[0] ?? '');
}
