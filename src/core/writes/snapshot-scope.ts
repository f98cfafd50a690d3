import { isGiven, type WriteLine } from './write-line.ts';

/** Where the files come from that a command writes into the work tree. Those of the index always count. */
export interface WriteSources {
  /** Trees and commits, all of whose files may be written. */
  readonly trees: readonly string[];
  /** Revisions and ranges as `git log` takes them: the files that these commits change may be written. */
  readonly commits: readonly string[];
  /** Stashes: all that they are made of may be written. */
  readonly stashes: readonly string[];
  /** Patches, by their absolute paths, and how they are read (`-p0`): the files that they change may be written. */
  readonly patches: readonly string[];
  /** Absolute paths of files. */
  readonly paths: readonly string[];
  /** What an unfinished rebase, merge or row of picks still has to do counts as well. */
  readonly unfinished: boolean;
  /** Merged with what is there, by which git may put files into folders that have been renamed. */
  readonly merges: boolean;
  /** Any tracked file may be written or removed, also one that no source changes. */
  readonly everyTracked: boolean;
  /** The index does not learn of what is written, so that only looking at every path tells what is new. */
  readonly besideIndex: boolean;
}

/** A file that a command line names for writing, or a folder for files that git names itself; absolute. */
export interface NamedPath {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Of the files in a folder only those whose names end so count, and not the folder itself; all without any. */
  readonly endings?: readonly string[];
}

/** The parts of a repository that a command can change, besides its refs, HEAD and the state of operations, which always count. */
export interface SnapshotScope {
  /** The index and the files it tracks. */
  readonly tracked: boolean;
  /** True when of what is tracked only the index changes, and no file is written or removed. */
  readonly indexOnly?: boolean | undefined;
  /**
   * Files git does not track: none, all that are not ignored, also those that are ignored one by one and not as part of
   * an ignored folder, or all.
   */
  readonly untracked: 'none' | 'visible' | 'ignored-files' | 'ignored';
  /** Whatever lies on disk where these have files, above or below it, is saved too; null for a command that writes none. */
  readonly writes: WriteSources | null;
  /** Objects that no ref reaches. */
  readonly unreachable: boolean;
  /** The work trees and repositories of submodules. */
  readonly submodules: boolean;
  /** True when the work trees of submodules go with all that is in them. */
  readonly emptiesSubmodules?: boolean;
  /** Linked work trees that go, as named on the line. */
  readonly workTrees: readonly string[];
  /** Folders that may become linked work trees; absolute. */
  readonly workTreesMade?: readonly string[] | undefined;
  /** Given when linked work trees may be moved or linked anew: folders, besides those that git knows of, that may be such; absolute. */
  readonly workTreesLinked?: readonly string[] | undefined;
  /** The administrative files of linked work trees, as git-worktree(1) calls them. */
  readonly administrative?: boolean | undefined;
  /** Reflogs as a whole, not only that of the stash. */
  readonly reflogs: boolean;
  /** Files that the command line names, inside of the work tree or not. */
  readonly named?: readonly NamedPath[];
}

export const onlyRefs: SnapshotScope = {
  tracked: false,
  untracked: 'none',
  writes: null,
  unreachable: false,
  submodules: false,
  workTrees: [],
  reflogs: false,
};
export const trackedFiles: SnapshotScope = { ...onlyRefs, tracked: true };
/** The index alone; files are compared all the same, for hooks may write them. */
export const indexEntries: SnapshotScope = { ...trackedFiles, indexOnly: true };
export const visibleFiles: SnapshotScope = { ...trackedFiles, untracked: 'visible' };
export const reflogs: SnapshotScope = { ...onlyRefs, reflogs: true };
/** What nothing leads to any more: objects, and work trees that are gone. */
export const unreachableObjects: SnapshotScope = { ...reflogs, unreachable: true, administrative: true };

const NO_SOURCES: WriteSources = {
  trees: [],
  commits: [],
  stashes: [],
  patches: [],
  paths: [],
  unfinished: false,
  merges: false,
  everyTracked: false,
  besideIndex: false,
};

/** Tracked files, and whatever lies where files of the index or of these sources are written. */
export const filesWrittenFrom = (sources: Partial<WriteSources>): SnapshotScope => ({
  ...trackedFiles,
  writes: { ...NO_SOURCES, ...sources },
});

/** The scope of a command nobody knows. Whole ignored folders are left out: what builds made can be built again. */
export const WIDEST: SnapshotScope = {
  ...filesWrittenFrom({ trees: ['HEAD'], everyTracked: true }),
  untracked: 'ignored-files',
  reflogs: true,
  submodules: true,
  administrative: true,
};

interface ReadWrite<Line extends Pick<WriteLine, 'known'>> {
  readonly line: Line | undefined;
  readonly record: { readonly touches: (line: Line) => SnapshotScope } | undefined;
  /** True when words before the subcommand change how it works. */
  readonly configured?: boolean;
}

/** The parts to save before a command runs. Too much only costs time, so that whatever is not understood counts as more. */
export function snapshotScopeOf<Line extends Pick<WriteLine, 'known'>>(write: ReadWrite<Line>): SnapshotScope {
  const { line, record, configured = false } = write;
  if (line === undefined || record === undefined) return WIDEST;
  const scope = record.touches(line);
  // By config alone the same is found out when the repository is looked at.
  const recurses = configured || line.known === undefined || isGiven(line.known, '--recurse-submodules');
  return scope.tracked && recurses ? { ...scope, submodules: true } : scope;
}
