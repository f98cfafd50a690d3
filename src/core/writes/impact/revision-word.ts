import type { Line } from '../parsed-write.ts';
import { maybe } from './questions.ts';
import type { RadiusContext } from './radius.ts';
import { commitOf } from './reach.ts';

/** What a word for `checkout` or `switch` stands for. */
export interface Destined {
  readonly commit: string;
  /** The branch of that name, undefined when it is another revision. */
  readonly branch: string | undefined;
}

/** A branch before any other revision of that name; `-` is where HEAD was before. */
export async function destined(word: string, line: Line, context: RadiusContext): Promise<Destined | undefined> {
  const spelled = word === '-' ? '@{-1}' : word;
  const before = /^@\{-\d+\}$/.test(spelled) ? await branchBefore(spelled, line, context) : spelled;
  // Exactly that ref: `main~1` is no branch.
  const branch = await maybe(context, line.cwd, ['show-ref', '--verify', '--hash', `refs/heads/${before}`]);
  if (branch !== undefined) return { commit: branch.trim(), branch: before };
  const commit = await commitOf(context, line.cwd, spelled);
  return commit === undefined ? undefined : { commit, branch: undefined };
}

async function branchBefore(word: string, line: Line, context: RadiusContext): Promise<string> {
  const name = await maybe(context, line.cwd, ['rev-parse', '--quiet', '--verify', '--symbolic-full-name', word]);
  return name?.trim().replace(/^refs\/heads\//, '') ?? '';
}

/** The remote-tracking branches of that name, of which one alone is taken for what is meant. */
export async function tracking(word: string, line: Line, context: RadiusContext): Promise<string[]> {
  if (/[*?[\\:\s^~]/.test(word) || word.startsWith('-')) return [];
  const pattern = `refs/remotes/*/${word}`;
  const text = await maybe(context, line.cwd, ['for-each-ref', '--format=%(objectname) %(refname)', pattern]);
  const found = (text ?? '').split('\n').filter(each => each.endsWith(`/${word}`));
  if (found.length < 2) return found.map(each => each.split(' ')[0] ?? '');
  const favourite = (await maybe(context, line.cwd, ['config', '--get', 'checkout.defaultRemote']))?.trim();
  const chosen = found.filter(each => each.endsWith(` refs/remotes/${favourite}/${word}`));
  return (chosen.length === 1 ? chosen : found).map(each => each.split(' ')[0] ?? '');
}
