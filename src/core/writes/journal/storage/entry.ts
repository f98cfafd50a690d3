import type { Origin } from '../../../origin.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { SnapshotScope } from '../../snapshot-scope.ts';

/** A file as it was: raw bytes by the object that holds them, or nothing. */
export interface SavedFile {
  readonly mode: 'file' | 'executable' | 'link' | 'folder';
  /** The blob of its raw bytes, of a link its target; '' for an empty folder. */
  readonly oid: string;
  /** The bits of chmod; left out where git decides about them. */
  readonly permissions?: number;
  /** True when the object is the one of the index, so that git writes the file, with its filters. */
  readonly clean?: true;
}

/** One file of the work tree before and after a command; null where there was none. */
export interface FileChange {
  readonly before: SavedFile | null;
  readonly after: SavedFile | null;
}

/** A repository at one moment, as far as a command could change it. Names that are no UTF-8 are written as `byte-names.ts` says. */
export interface Snapshot {
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  readonly workTree: string;
  /** The text of `.git` of a submodule or linked work tree; null for a folder. */
  readonly link: string | null;
  /** `ref: refs/heads/main`, or an object id; '' when the repository is gone. */
  readonly head: string;
  /**
   * Every ref by its full name, those under refs/sluice left out; a symbolic one as `ref: …`. Of refs/stash all the list,
   * with spaces between, where refs are in tables.
   */
  readonly refs: Readonly<Record<string, string>>;
  /** Files of the git directory by their path in it: the index, operations in progress, config, the stash's reflog. */
  readonly state: Readonly<Record<string, SavedFile>>;
  /** When the index file was written, for git trusts it by that. */
  readonly indexMtimeMs: number | null;
  /** Tells an index that says the same from one that does not, whatever its stat data; null when it was not asked for. */
  readonly indexDigest: string | null;
  /** Files of the work tree that are not as the index has them; null when the command could not touch any. */
  readonly changed: Readonly<Record<string, SavedFile | null>> | null;
  /** Untracked files the command could have touched. */
  readonly untracked: Readonly<Record<string, SavedFile>>;
}

/** One mutation, from before it ran to what became of it. */
export interface Entry {
  readonly id: string;
  /** Entries of one plan, or of the undo of one, have the same. */
  readonly group: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly origin: Origin;
  /** Redacted. */
  readonly command: string;
  /** The entry this one undid. */
  readonly undoes: string | null;
  /** `pending` was cut off in the middle: what it left is not known yet. */
  readonly outcome: 'pending' | 'ok' | 'failed' | 'interrupted';
  /** How far the snapshot of each of the repositories looked, and so what it can tell. */
  readonly scopes: readonly Scope[];
  /** By the disk's clock, to tell files the command wrote from those it did not. */
  readonly begun: number;
  /** Who wrote a pending entry: as long as it runs nobody else settles it. */
  readonly writer: { readonly host: string; readonly pid: number };
  /** The repository itself first, then submodules and work trees. */
  readonly before: readonly Snapshot[];
  /** The same afterwards; what is in it are fingerprints, no contents. */
  readonly after: readonly Snapshot[];
  /** The files that changed, for each of the repositories. */
  readonly files: readonly Readonly<Record<string, FileChange>>[];
  /** The changes, in words a person reads. */
  readonly changes: readonly string[];
  /** Commands that would take back what left the machine. */
  readonly reverts: readonly string[];
  /** Remotes to which something went: what is known of them is not turned back. */
  readonly sentTo: readonly string[];
  /** Losses: not in the snapshot, so undo cannot bring them back. */
  readonly notSaved: readonly string[];
}

/** How far a snapshot looks. */
export interface Scope extends Pick<SnapshotScope, 'tracked' | 'untracked' | 'unreachable' | 'reflogs'> {
  /** Files that are looked at in any case. */
  readonly paths: readonly string[];
  /** True for a work tree that may go with all its git directory. */
  readonly whole: boolean;
}

export const repositoryOf = ({ gitDirectory, commonDirectory, workTree }: Snapshot): Repository => ({
  gitDirectory,
  commonDirectory,
  workTree,
});

/** Whether an entry was undone. An undo that was itself undone does not count, nor one that failed or was cut off. */
export function isUndone(entry: Pick<Entry, 'id'>, entries: readonly Entry[]): boolean {
  return entries.some(each => each.undoes === entry.id && each.outcome === 'ok' && !isUndone(each, entries));
}
