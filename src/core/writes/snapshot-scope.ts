/** The parts of a repository that a command can change, besides its refs, HEAD and the state of operations, which always count. */
export interface SnapshotScope {
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

export const onlyRefs: SnapshotScope = {
  tracked: false,
  untracked: 'none',
  unreachable: false,
  submodules: false,
  workTrees: [],
  reflogs: false,
};
export const trackedFiles: SnapshotScope = { ...onlyRefs, tracked: true };
export const visibleFiles: SnapshotScope = { ...trackedFiles, untracked: 'visible' };
export const reflogs: SnapshotScope = { ...onlyRefs, reflogs: true };
export const unreachableObjects: SnapshotScope = { ...reflogs, unreachable: true };

/** The scope of a command nobody knows. */
export const WIDEST: SnapshotScope = { ...visibleFiles, reflogs: true };

/** Tracked files, and untracked ones that lie where one of these revisions has files. */
export const filesInTheWayOf = (revisions: readonly string[]): SnapshotScope =>
  revisions.length === 0 ? trackedFiles : { ...trackedFiles, untracked: { inTheWayOf: revisions } };

/** A word that stands for several commits, of which none can be asked for its files. */
export const isRange = (revision: string): boolean => /\.\.|\^[@!-]/.test(revision);

interface ReadWrite<Line> {
  readonly line: Line | undefined;
  readonly record: { readonly touches: (line: Line) => SnapshotScope } | undefined;
}

/** The parts to save before a command runs. Too much only costs time, so that whatever is not understood counts as more. */
export const snapshotScopeOf = <Line>({ line, record }: ReadWrite<Line>): SnapshotScope =>
  line === undefined || record === undefined ? WIDEST : record.touches(line);
