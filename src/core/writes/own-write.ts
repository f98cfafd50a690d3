import type { Runner } from '../git/runner.ts';
import type { Caller, Origin } from '../origin.ts';
import { type DenialCode, UNTRUSTED } from '../refusals.ts';
import type { Repository } from '../repository/discover.ts';
import type { Impact, RemoteUpdate } from './impact/impact.ts';
import type { Journal } from './journal/journal.ts';
import type { Elsewhere } from './journal/record/begin.ts';
import type { Entry } from './journal/storage/entry.ts';
import type { OwnMoves } from './own-moves.ts';
import type { GateUi, Question } from './question.ts';
import type { FindRestriction } from './restrictions.ts';
import type { TurnIn } from './shared-turn.ts';
import { onlyRefs, type SnapshotScope } from './snapshot-scope.ts';

/** A write of our own, no command line, as the person is asked about it: everything is known by then. */
export interface OwnQuestion
  extends Pick<
    Question,
    'kind' | 'text' | 'subject' | 'repository' | 'effects' | 'risk' | 'reason' | 'recovery' | 'note'
  > {
  readonly impact: Impact;
}

export interface OwnRequest {
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

export type OwnDecision =
  | { readonly kind: 'approved'; readonly actor: string | undefined }
  | { readonly kind: 'declined'; readonly reason: string | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly denied?: DenialCode | undefined };

/** What the journal notes of it: the refs it moves here, or what it sent elsewhere. */
export interface OwnRecording {
  readonly repository: Repository;
  /** As a person reads it. */
  readonly command: string;
  /** Null when nothing changes here. */
  readonly moves: OwnMoves | null;
  /** What is saved besides refs; nothing without it. */
  readonly touches?: SnapshotScope | undefined;
  readonly remote: readonly RemoteUpdate[];
  /** The same of what no command of git can name. */
  readonly elsewhere?: Elsewhere | undefined;
}

export type OwnOutcome<T> =
  | { readonly kind: 'ran'; readonly result: T; readonly entry: Entry | undefined }
  | { readonly kind: 'not-saved'; readonly message: string }
  | { readonly kind: 'cancelled' };

/** Writes of ours that are no commands: asked about at the same gate, noted in the same journal. */
export interface OwnWrites {
  ask(question: OwnQuestion, request: OwnRequest): Promise<OwnDecision>;
  /** Runs in the repository's turn. Work that gives `undefined` has changed nothing, and nothing is noted. */
  run<T>(
    recording: OwnRecording,
    request: OwnRequest & { readonly actor: string | undefined },
    work: () => Promise<T | undefined>,
  ): Promise<OwnOutcome<T | undefined>>;
}

export interface OwnWritesOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly runner: Pick<Runner, 'exclusive'>;
  readonly journal: Pick<Journal, 'begin' | 'settle' | 'drop'>;
  readonly turnIn: TurnIn;
  readonly trusted: () => boolean;
  readonly findRestriction: FindRestriction;
  readonly redact: (text: string) => string;
  /** Hears that a repository was changed. */
  readonly changed: (repository: string) => void;
}

export function createOwnWrites(options: OwnWritesOptions): OwnWrites {
  const { ui, runner, journal, turnIn, trusted, findRestriction, redact, changed } = options;
  return {
    async ask({ impact, ...question }, { origin, signal, caller }) {
      if (!trusted()) return { kind: 'refused', message: UNTRUSTED };
      const { kind, text, repository, effects, risk, note } = question;
      const restriction = await findRestriction({
        ...{ kind, command: text, repository, origin, client: caller?.name },
        ...{ class: 'mutating', effects, risk, sets: impact.remote.map(({ ref }) => ref) },
      });
      if (restriction?.kind === 'deny') return { kind: 'refused', message: restriction.reason };
      caller?.asking?.();
      const decision = await ui.decide(
        {
          ...question,
          ...{ origin, caller, programs: [], editable: false },
          note: [note, restriction?.reason].filter(Boolean).join(' ') || null,
          ...(restriction && { eachTime: true }),
          impact: Promise.resolve(impact),
          impactSoFar: hear => hear(impact),
          unsaved: () => null,
          // What it would do is another thing each time.
          shape: Promise.resolve(null),
        },
        signal,
      );
      await caller?.decided?.(decision.kind === 'run' ? 'approved' : 'declined');
      if (decision.kind === 'run') return { kind: 'approved', actor: decision.actor };
      if (decision.kind === 'denied') return { kind: 'refused', message: decision.message, denied: decision.code };
      return { kind: 'declined', reason: decision.kind === 'declined' ? decision.reason : undefined };
    },

    async run(recording, { origin, signal, actor }, work) {
      const { repository, moves, touches = onlyRefs, remote, elsewhere } = recording;
      const command = redact(recording.command);
      const inTurn = async () => {
        const begun = await journal.begin({
          ...{ repository, command, origin, actor, remote, elsewhere, group: null, touches },
          ...(moves && { moves }),
          // Where nothing changes here there is nothing to save: it is only noted.
          evenUnsaved: moves === null,
        });
        if (!begun.ok) return { kind: 'not-saved', message: begun.message } as const;
        const result = await work().catch(async error => {
          await journal.settle(begun.pending, false);
          throw error;
        });
        if (result === undefined) {
          await journal.drop(begun.pending);
          return { kind: 'ran', result, entry: undefined } as const;
        }
        const entry = await journal.settle(begun.pending, true);
        return { kind: 'ran', result, entry } as const;
      };
      const outcome = await runner.exclusive(repository.workTree, signal, inTurn, turnIn(repository, command));
      if (outcome?.kind === 'ran' && outcome.result !== undefined) changed(repository.workTree);
      return outcome ?? { kind: 'cancelled' };
    },
  };
}
