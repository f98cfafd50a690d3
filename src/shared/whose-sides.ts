/** Whose the two sides of a conflict are, for people: `yours (main)`. The names in it are anybody's. */
export interface Whose {
  readonly ours: string;
  readonly theirs: string;
}

/** The part of an operation that tells whose the sides are. */
interface ConflictingOperation {
  readonly kind: 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';
  readonly names: { readonly from: string | null; readonly onto: string | null };
}

/** The names that there are for the two sides. */
interface Names {
  /** The branch that is checked out; null for none. */
  readonly branch: string | null;
  readonly from: string | null;
  readonly onto: string | null;
}

const named = (what: string, name: string | null): string => (name === null ? what : `${what} (${name})`);

/** In a rebase the sides are swapped: git replays what is yours onto the other branch, which is ours to it. */
const WHOSE: Readonly<Record<ConflictingOperation['kind'], (names: Names) => Whose>> = {
  am: ({ branch }) => ({ ours: named('yours', branch), theirs: 'the patch that is applied' }),
  bisect: names => WHOSE.merge(names),
  'cherry-pick': ({ branch, from }) => ({
    ours: named('yours', branch),
    theirs: named('the commit that is picked', from),
  }),
  merge: ({ branch, from }) => ({ ours: named('yours', branch), theirs: named('theirs', from) }),
  rebase: ({ from, onto }) => ({
    ours: named('theirs, which you rebase onto', onto),
    theirs: named('yours', from),
  }),
  revert: ({ branch, from }) => ({
    ours: named('yours', branch),
    theirs: named('before the commit that is reverted', from),
  }),
};

/** Without an operation it is a stash: only what is put aside leaves conflicts and nothing in progress. */
export function whoseSides(operation: ConflictingOperation | undefined, branch: string | null): Whose {
  if (operation !== undefined) return WHOSE[operation.kind]({ branch, ...operation.names });
  return { ours: named('yours, as it is checked out', branch), theirs: 'what was put aside (a stash)' };
}
