import type { Runner } from '../git/runner.ts';
import { UNTRUSTED } from '../refusals.ts';
import type { Repository } from '../repository/discover.ts';
import type { Journal } from './journal/journal.ts';
import type { Entry } from './journal/storage/entry.ts';
import type { TurnIn } from './shared-turn.ts';

export interface CheckpointsOptions {
  readonly journal: Pick<Journal, 'saveCheckpoint' | 'label' | 'settleCall' | 'drop'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly turnIn: TurnIn;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
}

export interface SaveRequest extends Pick<Entry, 'origin' | 'actor'> {
  readonly repository: Repository;
  readonly label: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CallRequest {
  readonly repository: Repository;
  /** Tells the call from all others. */
  readonly call: string;
  /** The shell line, and whose call it is. */
  readonly line: string;
  readonly actor: string;
  /** Aborts when the call no longer waits: nothing is kept then. */
  readonly signal?: AbortSignal | undefined;
}

export type CheckpointOutcome =
  | { readonly ok: true; readonly entry: Entry }
  | {
      readonly ok: false;
      readonly code: 'untrusted' | 'no-label' | 'cancelled' | 'not-in-journal';
      readonly message: string;
    };

/** Snapshots with no command of ours: with a label for people, and before what an agent types into its own shell. */
export interface Checkpoints {
  save(request: SaveRequest): Promise<CheckpointOutcome>;
  /** Gives an entry another label, by which it stays; an empty one takes it away. */
  label(repository: Repository, id: string, label: string): Promise<CheckpointOutcome>;
  /** Saves what is there before a call of an agent's own shell. */
  beforeCall(request: CallRequest): Promise<Entry | undefined>;
  /** Notes what such a call changed; undefined where that is nothing, or nobody saved what was there. */
  afterCall(repository: Repository, call: string): Promise<Entry | undefined>;
}

const MOST_LABEL = 100;
const MOST_LINE = 300;

/** One line of text, not longer than that. */
const inOneLine = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
};

export function createCheckpoints({ journal, runner, turnIn, trusted, redact }: CheckpointsOptions): Checkpoints {
  const inTurn = <T>(repository: Repository, doing: string, work: () => Promise<T>, signal?: AbortSignal) =>
    runner.exclusive(repository.workTree, signal, work, turnIn(repository, doing));
  return {
    async save({ repository, origin, actor, signal, ...given }) {
      if (!trusted()) return { ok: false, code: 'untrusted', message: UNTRUSTED };
      const label = redact(inOneLine(given.label, MOST_LABEL));
      if (label === '') return { ok: false, code: 'no-label', message: 'Give the checkpoint a label.' };
      const said = { command: `checkpoint “${label}”`, origin, ...(actor !== undefined && { actor }), label };
      const entry = await inTurn(
        repository,
        'saving a checkpoint',
        () => journal.saveCheckpoint({ repository, ...said }),
        signal,
      );
      return entry === undefined ? CANCELLED : { ok: true, entry };
    },

    async label(repository, id, given) {
      if (!trusted()) return { ok: false, code: 'untrusted', message: UNTRUSTED };
      const label = redact(inOneLine(given, MOST_LABEL));
      const entry = await inTurn(repository, 'labelling an entry', async () => ({
        found: await journal.label(repository, id, label || undefined),
      }));
      if (entry === undefined) return CANCELLED;
      return entry.found === undefined ? NOT_THERE : { ok: true, entry: entry.found };
    },

    async beforeCall({ repository, call, line, actor, signal }) {
      const command = redact(inOneLine(line, MOST_LINE));
      const save = async () => {
        const entry = await journal.saveCheckpoint({ repository, command, origin: 'agent', actor, call });
        // The call may be running by now, and what was saved need not be what was there before it.
        if (signal?.aborted) await journal.drop({ entry, indexes: [] });
        return signal?.aborted ? undefined : entry;
      };
      return inTurn(repository, 'saving what is there before a call', save, signal);
    },

    afterCall: (repository, call) =>
      inTurn(repository, 'noting what a call changed', () => journal.settleCall(repository, call)),
  };
}

const CANCELLED: CheckpointOutcome = { ok: false, code: 'cancelled', message: 'Cancelled. Nothing was saved.' };
const NOT_THERE: CheckpointOutcome = {
  ok: false,
  code: 'not-in-journal',
  message: 'The journal does not have that entry.',
};
