/** What a command can change of a repository besides its refs, HEAD and the state of operations, which always count. */
export interface Touches {
  /** The index and the files it tracks. */
  readonly tracked: boolean;
  /** Files git does not track: none, all but ignored ones, all, or those that lie where these revisions have files. */
  readonly untracked: 'none' | 'visible' | 'ignored' | { readonly inTheWayOf: readonly string[] };
  /** Objects that no ref reaches. */
  readonly unreachable: boolean;
  /** The work trees and repositories of submodules. */
  readonly submodules: boolean;
  /** Linked work trees that go, as named on the line. */
  readonly workTrees: readonly string[];
  /** Reflogs as a whole, not only that of the stash. */
  readonly reflogs: boolean;
}

/** All there is; for a line that is not understood. */
export const touchesOf = (_line: import('./line.ts').Line | undefined): Touches => ({
  tracked: true,
  untracked: 'visible',
  unreachable: false,
  submodules: false,
  workTrees: [],
  reflogs: true,
});
