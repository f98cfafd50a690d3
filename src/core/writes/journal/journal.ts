import type { Origin } from '../../origin.ts';
import type { Repository } from '../../repository/discover.ts';
import type { RemoteUpdate } from '../impact/impact.ts';
import type { SnapshotScope } from '../snapshot-scope.ts';
import type { Entry } from './entry.ts';

/** What is to be remembered of a mutation. */
export interface Recording {
  readonly repository: Repository;
  /** Redacted: it is kept. */
  readonly command: string;
  readonly origin: Origin;
  readonly group: string | null;
  readonly touches: SnapshotScope;
  readonly remote: readonly RemoteUpdate[];
  /** True when the person said yes knowing that not everything can be saved. */
  readonly evenUnsaved: boolean;
}

export type Recorded<T> =
  | { readonly kind: 'ran'; readonly result: T; readonly entry: Entry | undefined }
  /** Nothing ran: a snapshot would be too large or could not be taken, and the person is to know first. */
  | { readonly kind: 'unsaved'; readonly message: string };

/** What taking back one mutation, or a group of them, would do. */
export interface UndoPlan {
  readonly repository: Repository;
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** What comes back, in words a person reads. */
  readonly restores: readonly string[];
  /** What changed since, each of which forbids undoing the whole. */
  readonly movedOn: readonly string[];
  /** What can come back all the same. */
  readonly safe: readonly string[];
  /** What is not undone because it left the machine, as commands. */
  readonly reverts: readonly string[];
}

export type Planned = { readonly ok: true; readonly plan: UndoPlan } | { readonly ok: false; readonly message: string };

export interface Undone {
  readonly ok: boolean;
  readonly message: string;
}

/** Remembers mutations in the repository itself, under refs/sluice, and takes them back. */
export interface Journal {
  /** Runs a mutation between a snapshot and a note of what it changed. Called while no other mutation runs. */
  record<T extends { readonly ok: boolean }>(recording: Recording, run: () => Promise<T>): Promise<Recorded<T>>;
  /** The newest first. */
  list(repository: Repository): Promise<readonly Entry[]>;
  /** Looks at what undoing would do now; without an id the newest that is not undone yet. */
  plan(repository: Repository, id?: string): Promise<Planned>;
  /** Takes back what was planned, all of it or what is safe, and remembers that too. Called while no other mutation runs. */
  undo(plan: UndoPlan, how: 'all' | 'safe', origin: Origin): Promise<Undone>;
  /** Notes what mutations that were cut off left, and forgets entries that are too old or too many. */
  tidy(repository: Repository): Promise<void>;
}
