import type { Origin } from '../question.ts';

/** A file as it was: raw bytes by the object that holds them, or nothing. */
export interface SavedFile {
  readonly mode: 'file' | 'executable' | 'link' | 'folder';
  /** The blob of its raw bytes, of a link its target; '' for an empty folder. */
  readonly oid: string;
}

/** A repository at one moment, as far as a command could change it. */
export interface Snapshot {
  readonly gitDirectory: string;
  readonly workTree: string;
  /** `ref: refs/heads/main`, or an object id. */
  readonly head: string;
  /** Every ref by its full name, those under refs/sluice left out; a symbolic one as `ref: …`. */
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
  /** The repository itself first, then submodules and work trees. */
  readonly before: readonly Snapshot[];
  readonly after: readonly Snapshot[];
  /** What changed, in words a person reads. */
  readonly changes: readonly string[];
  /** Commands that would take back what left the machine. */
  readonly reverts: readonly string[];
  /** What is not in the snapshot and undo cannot bring back. */
  readonly notSaved: readonly string[];
}
