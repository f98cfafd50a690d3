import type { Runner } from '../git/runner.ts';
import type { Origin } from '../origin.ts';
import { notOpen, UNTRUSTED } from '../refusals.ts';
import { discover } from '../repository/discover.ts';
import { impact } from './impact/impact.ts';
import { type Journal, movedOnMessage, type PlanUndoResult } from './journal/journal.ts';
import type { UndoPlan } from './journal/undo/undo-plan.ts';
import type { Decision, GateUi, Question } from './question.ts';

export interface UndoOptions {
  readonly ui: Pick<GateUi, 'decide'>;
  readonly journal: Pick<Journal, 'planUndo' | 'undo'>;
  readonly runner: Pick<Runner, 'exclusive'>;
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

export interface UndoOutcome {
  readonly kind: 'undone' | 'declined' | 'refused' | 'failed';
  /** Why, for whoever has to tell cases apart that are of one kind. */
  readonly code:
    | 'undone'
    | 'declined'
    | 'cancelled'
    | 'untrusted'
    | 'not-a-repository'
    | 'moved-on'
    | 'incomplete'
    | Extract<PlanUndoResult, { ok: false }>['code'];
  readonly message: string;
}

/** Takes a mutation back, itself through the gate and itself undoable. */
export type Undo = (request: UndoRequest) => Promise<UndoOutcome>;

const MOVED_ON = 'The repository changed while this waited. Check again what comes back.';

export function createUndo({ ui, journal, runner, trusted, isOpen, changed }: UndoOptions): Undo {
  return async ({ repository, id, origin, signal }) => {
    if (!trusted()) return { kind: 'refused', code: 'untrusted', message: UNTRUSTED };
    if (!isOpen(repository)) return { kind: 'refused', code: 'not-a-repository', message: notOpen(repository) };
    const found = await discover(repository);
    if (!found.ok) return { kind: 'refused', code: 'not-a-repository', message: found.message };
    for (let note: string | null = null; ; note = MOVED_ON) {
      const planned = await journal.planUndo(found.repository, id);
      if (!planned.ok) return { kind: 'refused', code: planned.code, message: planned.message };
      const { plan } = planned;
      const how = plan.movedOn.length === 0 ? 'all' : 'safe';
      if (how === 'safe' && plan.safe.length === 0)
        return { kind: 'refused', code: 'moved-on', message: movedOnMessage(plan.movedOn) };

      const decision = await ui.decide({ ...questionOf(plan, how), repository, origin, note }, signal);
      if (decision.kind !== 'run') return { kind: 'declined', code: 'declined', message: declinedMessage(decision) };

      const done = await runner.exclusive(repository, signal, async () => {
        const result = await journal.undo(plan, how, origin);
        if (result.ok || result.code === 'incomplete') changed(repository);
        return result;
      });
      if (done?.ok) return { kind: 'undone', code: 'undone', message: done.message };
      if (done && done.code !== 'plan-outdated') return { kind: 'failed', code: done.code, message: done.message };
      if (signal?.aborted) return { kind: 'declined', code: 'cancelled', message: 'Cancelled. Nothing was undone.' };
      // What the person said yes to is what happens, or they are asked again.
    }
  };
}

function questionOf(plan: UndoPlan, how: 'all' | 'safe'): Omit<Question, 'repository' | 'origin' | 'note'> {
  const commands = plan.steps.map(({ entry }) => entry.command).join(', ');
  const subject = how === 'all' ? commands : `what is safe of ${commands}`;
  const sentences =
    how === 'all' ? plan.restores : [...plan.safe, ...plan.movedOn.map(what => `Not restored: ${what}`)];
  return {
    kind: 'undo',
    text: `Undo ${subject}`,
    subject,
    effects: ['writes-repo', 'writes-files'],
    risk: 'local',
    reason: how === 'all' ? 'brings back what was there before' : 'part of it has changed since',
    impact: Promise.resolve(impact({ sentences })),
    recovery: 'You can undo this undo.',
    shape: Promise.resolve(null),
    editable: false,
  };
}

function declinedMessage(decision: Exclude<Decision, { kind: 'run' }>): string {
  const reason = decision.kind === 'declined' && decision.reason ? ` Their reason: ${decision.reason}` : '';
  return `The person declined this undo. Nothing was changed.${reason}`;
}
