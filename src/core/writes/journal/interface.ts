import type { Git } from '../../git/writer.ts';
import type { Origin } from '../../origin.ts';
import type { Repository } from '../../repository/discover.ts';
import type { RemoteUpdate } from '../impact/impact.ts';
import type { OwnMoves } from '../own-moves.ts';
import type { SnapshotScope } from '../snapshot-scope.ts';
import type { BeginHints, Elsewhere, PendingEntry, ToldUnsaved } from './record/begin.ts';
import type { RefState } from './record/ref-state.ts';
import type { Limits } from './record/select-files.ts';
import type { Survey } from './record/survey.ts';
import type { Unsaved } from './record/unsaved.ts';
import type { Entry } from './storage/entry.ts';
import type { JournalKey } from './storage/journal-key.ts';
import type { UndoPlan } from './undo/undo-plan.ts';
import type { UndoWatch } from './undo/undo-progress.ts';
import type { PlanUndoResult, UndoResult } from './undo/undo-results.ts';

export interface JournalOptions {
  readonly git: Git;
  /** What entries are sealed with; an entry sealed with another is none. */
  readonly key: JournalKey;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Makes ids that no other entry has. */
  readonly random?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly keepDays?: number | undefined;
  readonly keepEntries?: number | undefined;
  /** How much all entries of a repository may hold; 0 for the smaller of 2 GiB and a tenth of the free disk. */
  readonly keepBytes?: number | undefined;
  /** Takes a line of the log. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A mutation that is to be remembered. */
export interface Recording extends BeginHints {
  readonly repository: Repository;
  /** Redacted: it is kept. */
  readonly command: string;
  readonly origin: Origin;
  /** In whose name it runs, where nobody was asked. */
  readonly actor?: string | undefined;
  readonly group: string | null;
  readonly touches: SnapshotScope;
  /** The refs it moves itself; without it, all that move meanwhile. */
  readonly moves?: OwnMoves | undefined;
  readonly remote: readonly RemoteUpdate[];
  /** There for what changes a service rather than a repository. */
  readonly elsewhere?: Elsewhere | undefined;
  /** True when the person said yes knowing that not everything can be saved. */
  readonly evenUnsaved: boolean;
  /** What will not be saved, as they were told; null when nothing was said of it, `anything` when it was said not to be known. */
  readonly told?: ToldUnsaved;
}

export type BeginResult =
  /** Without a pending entry nothing could be saved, and the person said yes to that. */
  | { readonly ok: true; readonly pending: PendingEntry | undefined }
  /** The mutation is not to run: the person is to know first. */
  | { readonly ok: false; readonly code: 'too-much' | 'unreadable' | 'no-snapshot'; readonly message: string };

/** What will not be saved, and how that is said; `sentence` is null when all is. */
export interface Foreseen {
  readonly unsaved: Unsaved;
  readonly sentence: string | null;
  /** What was seen, so that the snapshot need not look for the same once more. */
  readonly surveys?: readonly Survey[];
}

/** A snapshot that is saved by itself. Everything said of it is redacted. */
export interface CheckpointRecording extends Pick<Entry, 'origin' | 'actor' | 'label' | 'call'> {
  readonly repository: Repository;
  /** As people read it: `checkpoint "before the merge"`. */
  readonly command: string;
}

/** Remembers mutations in the repository itself, under refs/sluice, and takes them back. See README.md in this folder. */
export interface Journal {
  /** Tells before a mutation what its snapshot would not have, and changes nothing; undefined when that cannot be told, or not in time. */
  foresee(
    recording: Pick<Recording, 'repository' | 'touches' | 'moves'>,
    signal: AbortSignal,
  ): Promise<Foreseen | undefined>;
  /** Takes a snapshot before a mutation. What is begun is to be settled or dropped. Called while no other mutation runs. */
  begin(recording: Recording): Promise<BeginResult>;
  /**
   * Notes what the mutation changed, with commands that take it back and are only known now; undefined when nothing did, and
   * nothing is kept then.
   */
  settle(pending: PendingEntry | undefined, ok: boolean, reverts?: readonly string[]): Promise<Entry | undefined>;
  /** Forgets a mutation that never ran. */
  drop(pending: PendingEntry | undefined): Promise<void>;
  /** Saves what is there, with no command that follows. Called while no mutation runs. */
  saveCheckpoint(recording: CheckpointRecording): Promise<Entry>;
  /** Gives an entry a label, by which it stays, or takes it away; undefined when there is no such entry. Called in a turn. */
  label(repository: Repository, id: string, label: string | undefined): Promise<Entry | undefined>;
  /** Notes what changed since the checkpoint before an agent's call; undefined where there is none, or nothing did. Called in a turn. */
  settleCall(repository: Repository, call: string): Promise<Entry | undefined>;
  /**
   * Notes what moved since a state was read, where nothing of ours explains it; the state that is known from then on, undefined
   * while git is in the middle of something. Called in a turn.
   */
  noteForeign(
    repository: Repository,
    known: RefState,
    redact: (text: string) => string,
  ): Promise<{ readonly state: RefState; readonly entry: Entry | undefined } | undefined>;
  /** The newest first. */
  list(repository: Repository): Promise<readonly Entry[]>;
  /** The id of the newest mutation that is in force or runs, or this id if the journal has it; undefined when there is none. */
  newest(repository: Repository, id?: string): Promise<string | undefined>;
  /** Looks at what undoing would do now; without an id the newest that is not undone yet. */
  planUndo(repository: Repository, id?: string): Promise<PlanUndoResult>;
  /** Does what was planned, all of it or what is safe, as long as the plan is true, and remembers that too. Called while no other mutation runs. */
  undo(plan: UndoPlan, how: 'all' | 'safe', origin: Origin, watch?: UndoWatch): Promise<UndoResult>;
  /**
   * Removes the locks and notes the changes of mutations that were cut off, in a turn that began then by the disk's clock.
   * Called while no other mutation runs.
   */
  recover(repository: Repository, since: number): Promise<void>;
  /** Notes what mutations that were cut off left, forgets entries that are too old, too many or too large, and frees what they held. */
  tidy(repository: Repository): Promise<void>;
  /** The same for repositories whose journals have grown by much since they were tidied. */
  tidyGrown(): Promise<void>;
}
