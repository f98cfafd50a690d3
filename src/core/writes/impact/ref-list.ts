import { lines } from './git-output.ts';
import type { ImpactContext } from './impact.ts';

export interface Ref {
  readonly name: string;
  readonly oid: string;
  /** The object an annotated tag stands for; otherwise the same as `oid`. */
  readonly target: string;
  readonly isTagObject: boolean;
  /** True for the branch that is checked out here. */
  readonly isCurrent: boolean;
  /** The ref it stands for, '' unless it is symbolic. */
  readonly leadsTo: string;
}

const FIELDS = ['refname', 'objectname', '*objectname', 'objecttype', 'HEAD', 'symref'];

/** Every ref of the repository, in one question. */
export async function refsOf(context: ImpactContext): Promise<Ref[]> {
  const format = FIELDS.map(field => `%(${field})`).join('%00');
  return lines(await context.git.readOrThrow(['for-each-ref', `--format=${format}`], context.repository.workTree)).map(
    line => {
      const [name = '', oid = '', peeled, type, head, leadsTo = ''] = line.split('\0');
      return { name, oid, target: peeled || oid, isTagObject: type === 'tag', isCurrent: head === '*', leadsTo };
    },
  );
}

/** The rules by which git completes a short name, from gitrevisions(7). */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

export type FoundRef<T> = T | 'ambiguous' | undefined;

/** The ref a word of a refspec means: a branch, a tag or a full name outweighs anything else. */
export function findRef<T extends { readonly name: string }>(refs: Iterable<T>, word: string): FoundRef<T> {
  const names = new Set([...PLACES.map(place => place + word), `refs/remotes/${word}/HEAD`]);
  const found = [...refs].filter(({ name }) => names.has(name));
  const strong = found.filter(
    ({ name }) => name === word || name === `refs/${word}` || /^refs\/(?:heads|tags)\//.test(name),
  );
  const best = strong.length > 0 ? strong : found;
  return best.length > 1 ? 'ambiguous' : best[0];
}
