import type { Whose } from '../../shared/whose-sides.ts';
import type { Operation } from '../repository/operation.ts';
import type { FileToWrite } from '../writes/journal/undo/restore-files.ts';
import type { Hunk, Versions } from './markers.ts';
import type { ConflictAttributes, Side, Stages } from './stages.ts';

/** What can be taken of a conflict: a side, or one after the other. */
export type Take = Side | 'both';

/** A file that git has in conflict, looked at. */
export interface ConflictedFile {
  readonly path: string;
  readonly stages: Stages;
  /** How git calls it: `both modified`. */
  readonly kind: string;
  readonly attributes: ConflictAttributes;
  /** The contents of its versions, but for those that are too large and those that are no files. */
  readonly versions: Versions;
  /** What is in its place in the work tree; null for nothing. */
  readonly now: Omit<FileToWrite, 'path'> | null;
  readonly hunks: readonly Conflict[];
  /** The file as a whole. */
  readonly whole: Conflict;
  /** Why its hunks cannot be told; undefined where they can, or where there are none to tell. */
  readonly onlyWhole: string | undefined;
  /** True when nothing of it is left to decide, as far as its lines tell. */
  readonly isReady: boolean;
}

/** A conflict with an address: a hunk of a file, or the file as a whole. */
export interface Conflict {
  readonly id: string;
  readonly path: string;
  /** Undefined for a whole file. */
  readonly hunk: Hunk | undefined;
  readonly takes: readonly Take[];
}

/** Everything that is in conflict in a repository. */
export interface Conflicts {
  readonly files: readonly ConflictedFile[];
  readonly operation: Operation | undefined;
  readonly whose: Whose;
}

/** The conflicts that are left to decide, by file: its hunks, or itself where it has none. */
export const openIn = ({ hunks, whole, isReady }: ConflictedFile): readonly Conflict[] => {
  if (isReady) return [];
  return hunks.length > 0 ? hunks : [whole];
};

export const openConflictsOf = ({ files }: Conflicts): readonly Conflict[] => files.flatMap(openIn);
