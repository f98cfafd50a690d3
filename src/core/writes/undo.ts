import { notOpen, UNTRUSTED } from '../execute.ts';
import type { Runner } from '../git/runner.ts';
import type { Origin } from '../origin.ts';
import { discover } from '../repository/discover.ts';
import { impact } from './impact/impact.ts';
import type { Journal, UndoPlan } from './journal/journal.ts';
import type { GateUi } from './question.ts';

export interface UndoOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly journal: Pick<Journal, 'plan' | 'undo'>;
  readonly runner: Pick<Runner, 'alone'>;
  readonly trusted: () => boolean;
  /** False for what is no repository of the window. */
  readonly isOpen: (repository: string) => boolean;
  /** Hears that the repository was changed. */
  readonly changed: (repository: string) => void;
}

export interface UndoRequest {
  readonly repository: string;
  /** Without one, the newest mutation that is not undone yet. */
  readonly id?: string | undefined;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
}

export interface UndoDone {
  readonly kind: 'undone' | 'declined' | 'refused' | 'failed';
  readonly message: string;
}

/** Takes a mutation back, itself through the gate and itself undoable. */
export type Undo = (request: UndoRequest) => Promise<UndoDone>;

export function createUndo({ ui, journal, runner, trusted, isOpen, changed }: UndoOptions): Undo {
  const restore = async (asked: UndoPlan, how: 'all' | 'safe', { repository, id, origin, signal }: UndoRequest) =>
    runner.alone(repository, signal, async () => {
      const planned = await journal.plan(asked.repository, id ?? asked.entries[0]?.id);
      // What the person said yes to is what happens, or they are asked again.
      if (!planned.ok || spelled(planned.plan) !== spelled(asked)) return undefined;
      const done = await journal.undo(planned.plan, how, origin);
      changed(repository);
      return done;
    });

  return async request => {
    const { repository, id, origin, signal } = request;
    if (!trusted()) return { kind: 'refused', message: UNTRUSTED };
    if (!isOpen(repository)) return { kind: 'refused', message: notOpen(repository) };
    const found = await discover(repository);
    if (!found.ok) return { kind: 'refused', message: found.message };
    for (
      let note: string | null = null;
      ;
      note = 'The repository changed while this waited. Look again at what comes back.'
    ) {
      const planned = await journal.plan(found.repository, id);
      if (!planned.ok) return { kind: 'refused', message: planned.message };
      const { plan } = planned;
      const how = plan.movedOn.length === 0 ? 'all' : 'safe';
      if (how === 'safe' && plan.safe.length === 0) return { kind: 'refused', message: refusalOf(plan) };
      const says = how === 'all' ? plan.restores : [...plan.safe, ...plan.movedOn.map(what => `Not restored: ${what}`)];
      const commands = plan.entries.map(({ command }) => command).join(', ');
      const decision = await ui.decide(
        {
          kind: 'undo',
          text: how === 'all' ? `Undo ${commands}` : `Undo what is safe of ${commands}`,
          repository,
          origin,
          effects: ['writes-repo', 'writes-files'],
          risk: 'local',
          reason: how === 'all' ? 'brings back what was there before' : 'part of it has changed since',
          radius: Promise.resolve(impact({ sentences: says })),
          recovery: 'Undo can be undone itself.',
          shape: Promise.resolve(null),
          editable: false,
          note,
        },
        signal,
      );
      if (decision.kind !== 'run') return { kind: 'declined', message: declinedUndo(decision) };
      const done = await restore(plan, how, request);
      if (done !== undefined) return { kind: done.ok ? 'undone' : 'failed', message: done.message };
      if (signal?.aborted) return { kind: 'declined', message: 'Cancelled. Nothing was undone.' };
    }
  };
}

const spelled = ({ entries, restores, movedOn, safe }: UndoPlan): string =>
  JSON.stringify([entries.map(({ id }) => id), restores, movedOn, safe]);

const refusalOf = ({ movedOn }: UndoPlan): string =>
  `Not undone, for the repository has moved on since: ${movedOn.join('; ')}. The journal still holds what was there.`;

const declinedUndo = (decision: object): string => {
  const reason = 'reason' in decision && typeof decision.reason === 'string' ? ` Their reason: ${decision.reason}` : '';
  return `The person declined this undo. Nothing was changed.${reason}`;
};
