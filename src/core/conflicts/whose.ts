import type { Operation, OperationKind } from '../repository/operation.ts';

/** Whose the two sides are, for people: `yours (main)`. The names in it are anybody's. */
export interface Whose {
  readonly ours: string;
  readonly theirs: string;
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
const WHOSE: Readonly<Record<OperationKind, (names: Names) => Whose>> = {
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

export function whoseSides(operation: Operation | undefined, branch: string | null): Whose {
  const { from, onto } = operation?.names ?? { from: null, onto: null };
  if (operation !== undefined) return WHOSE[operation.kind]({ branch, from, onto });
  // Only what is put aside leaves conflicts and no operation.
  return { ours: named('yours, as it is checked out', branch), theirs: 'what was put aside (a stash)' };
}
