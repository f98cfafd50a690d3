import type { ReadOnlyCommand } from '../command/command.ts';
import type { Caller, Origin } from '../origin.ts';
import { impact } from './impact/impact.ts';
import type { Decision, GateUi } from './question.ts';

export interface ReadRequest {
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
  /** Why somebody wants the person to decide. */
  readonly note: string;
}

/** Asks the person about a read that somebody objects to; it stays a read, guarded like any other. */
export type AskForRead = (
  command: ReadOnlyCommand,
  request: ReadRequest,
) => Promise<Extract<Decision, { readonly kind: 'run' | 'declined' }>>;

export const createAskForRead =
  (ui: Pick<GateUi, 'decide'>): AskForRead =>
  async ({ canonical, verdict: { effects, reason } }, { repository, origin, signal, caller, note }) => {
    const found = impact({ sentences: ['Changes nothing.'] });
    caller?.asking?.();
    const decision = await ui.decide(
      {
        kind: 'command',
        text: canonical,
        subject: canonical,
        ...{ repository, origin, caller, effects, reason, note },
        risk: 'local',
        programs: [],
        impact: Promise.resolve(found),
        impactSoFar: hear => hear(found),
        unsaved: () => null,
        recovery: 'There is nothing to undo.',
        shape: Promise.resolve(null),
        editable: false,
        // Nobody asks about a read without a reason.
        eachTime: true,
      },
      signal,
    );
    await caller?.decided?.(decision.kind === 'run' ? 'approved' : 'declined');
    return decision.kind === 'run' || decision.kind === 'declined' ? decision : { kind: 'declined' };
  };
