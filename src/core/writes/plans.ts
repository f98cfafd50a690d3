import { classifyText } from '../command/classify-text.ts';
import { type ClassifiedCommand, isMutating } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { programOf } from '../command/parse.ts';
import type { Origin } from '../origin.ts';
import { declinedMessage, notOpen, UNTRUSTED } from '../refusals.ts';
import type { Impact } from './impact/impact.ts';
import type { ImpactOf } from './impact/impact-of.ts';
import { isGrave, worseThan } from './impact/worse.ts';
import { parseWrite } from './parsed-write.ts';
import type { GateUi, PlanQuestion } from './question.ts';

export interface PlansOptions {
  readonly ui: Pick<GateUi, 'decidePlan'>;
  readonly impactOf: ImpactOf;
  readonly contextOf: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  readonly newGroup: () => string;
}

export interface PlanRequest {
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
}

export interface StepRequest extends PlanRequest {
  readonly step: { readonly group: string; readonly note: string; readonly approved: boolean };
}

/** The outcome of a step that was started. */
export interface StepResult {
  readonly outcome: 'done' | 'failed' | 'declined';
  /** The output, or why it was not run. */
  readonly message: string;
}

/** The outcome of a step, also of one that was not started. */
export interface StepOutcome extends Omit<StepResult, 'outcome'> {
  readonly text: string;
  readonly outcome: StepResult['outcome'] | 'worse' | 'not-reached';
}

export type PlanOutcome =
  | {
      readonly kind: 'ran';
      readonly ok: boolean;
      readonly steps: readonly StepOutcome[];
      /** The journal's entries of this plan, which are undone as one. */
      readonly group: string;
    }
  | { readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted'; readonly message: string };

/** Runs one step the way every command goes. */
export type RunStep = (command: ClassifiedCommand, text: string, request: StepRequest) => Promise<StepResult>;

/** Puts a whole sequence before the person once and runs it in order. */
export type RunPlan = (texts: readonly string[], request: PlanRequest, runStep: RunStep) => Promise<PlanOutcome>;

export const MOST_STEPS = 20;

interface Step {
  readonly text: string;
  readonly command: ClassifiedCommand;
  readonly impact: Promise<Impact> | null;
}

export function createRunPlan(options: PlansOptions): RunPlan {
  const { ui, impactOf, contextOf, trusted, newGroup } = options;

  const classifySteps = (texts: readonly string[], repository: string, context: Context): Step[] | PlanOutcome => {
    if (texts.length === 0 || texts.length > MOST_STEPS)
      return { kind: 'invalid', message: `A plan has 1 to ${MOST_STEPS} commands; this one has ${texts.length}.` };
    const steps: Step[] = [];
    for (const [at, text] of texts.entries()) {
      const classified = classifyText(programOf(text), text, context);
      if (!classified.ok) return { kind: 'invalid', message: `Step ${at + 1} (${text}): ${classified.message}` };
      const { command } = classified;
      if (command.verdict.class === 'refused')
        return { kind: 'refused', message: `Step ${at + 1} (${text}) is refused: ${command.verdict.reason}` };
      steps.push({ text, command, impact: isMutating(command) ? impactOf(parseWrite(command, repository)) : null });
    }
    return steps;
  };

  const runInOrder = async (
    { text, command, impact }: Step,
    place: string,
    group: string,
    request: PlanRequest,
    runStep: RunStep,
  ): Promise<StepOutcome> => {
    let approved = true;
    if (isMutating(command) && impact !== null) {
      const now = await impactOf(parseWrite(command, request.repository));
      const worse = worseThan(await impact, now);
      if (worse !== undefined) return { text, outcome: 'worse', message: `Not run: it is worse than shown: ${worse}.` };
      // A step that can lose work is named and confirmed on its own.
      approved = !isGrave(command.verdict.risk, now);
    }
    const step = { group, note: `${place} of a plan you approved.`, approved };
    return { text, ...(await runStep(command, text, { ...request, step })) };
  };

  return async (texts, request, runStep) => {
    const { repository, origin, signal } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextOf(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    let steps = classifySteps(texts, repository, context);
    let note: PlanQuestion['note'] = null;
    for (;;) {
      if (!Array.isArray(steps)) return steps;
      const shown = steps.map(({ text, command, impact }) => ({ text, verdict: command.verdict, impact }));
      const decision = await ui.decidePlan({ steps: shown, repository, origin, note }, signal);
      if (decision.kind === 'declined') return { kind: 'declined', message: declinedMessage('plan', decision.reason) };
      if (decision.kind === 'run') break;
      const changed = classifySteps(decision.texts, repository, context);
      // A slip of the person's pen is no reason to lose the plan.
      note = Array.isArray(changed)
        ? 'Changed: look at the steps again.'
        : 'message' in changed
          ? changed.message
          : null;
      if (Array.isArray(changed)) steps = changed;
    }

    const group = newGroup();
    const done: StepOutcome[] = [];
    for (const [at, step] of steps.entries()) {
      const stopped = done.some(({ outcome }) => outcome !== 'done') || signal?.aborted;
      done.push(
        stopped
          ? { text: step.text, outcome: 'not-reached', message: 'Not run: the plan stopped before it.' }
          : await runInOrder(step, `Step ${at + 1} of ${steps.length}`, group, request, runStep),
      );
    }
    return { kind: 'ran', ok: done.every(({ outcome }) => outcome === 'done'), steps: done, group };
  };
}
