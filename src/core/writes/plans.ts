import { isMutating } from '../command/classify.ts';
import type { ClassifiedCommand } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { programOf } from '../command/parse.ts';
import { declined, type Execute, type Executed, type ExecuteRequest, judge, notOpen, UNTRUSTED } from '../execute.ts';
import type { Impact } from './impact/impact.ts';
import type { ImpactOf } from './impact/impact-of.ts';
import { isGrave, worseThan } from './impact/worse.ts';
import { parseWrite } from './parsed-write.ts';
import type { GateUi, PlanQuestion } from './question.ts';

export interface PlansOptions {
  readonly ui: Pick<GateUi, 'decidePlan'>;
  readonly execute: Execute;
  readonly impactOf: ImpactOf;
  readonly contextFor: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  readonly newGroup: () => string;
}

/** What came of one step. */
export interface StepDone {
  readonly text: string;
  readonly outcome: 'done' | 'failed' | 'worse' | 'declined' | 'not-reached';
  /** What it printed, or why it was not run. */
  readonly message: string;
}

export type PlanDone =
  | {
      readonly kind: 'ran';
      readonly ok: boolean;
      readonly steps: readonly StepDone[];
      /** The journal's entries of this plan, which are undone as one. */
      readonly group: string;
    }
  | { readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted'; readonly message: string };

/** Puts a whole sequence before the person once and runs it in order. */
export type RunPlan = (
  texts: readonly string[],
  request: Pick<ExecuteRequest, 'repository' | 'origin' | 'signal'>,
) => Promise<PlanDone>;

export const MOST_STEPS = 20;

interface Step {
  readonly text: string;
  readonly command: ClassifiedCommand;
  readonly radius: Promise<Impact> | null;
}

export function createRunPlan(options: PlansOptions): RunPlan {
  const { ui, execute, impactOf, contextFor, trusted, newGroup } = options;

  const judgeSteps = (texts: readonly string[], repository: string, context: Context): Step[] | PlanDone => {
    if (texts.length === 0 || texts.length > MOST_STEPS)
      return { kind: 'invalid', message: `A plan has 1 to ${MOST_STEPS} commands; this one has ${texts.length}.` };
    const steps: Step[] = [];
    for (const [at, text] of texts.entries()) {
      const judged = judge(programOf(text), text, context);
      if (!judged.ok) return { kind: 'invalid', message: `Step ${at + 1} (${text}): ${judged.message}` };
      const { command } = judged;
      if (command.verdict.class === 'refused')
        return { kind: 'refused', message: `Step ${at + 1} (${text}) is refused: ${command.verdict.reason}` };
      steps.push({ text, command, radius: isMutating(command) ? impactOf(parseWrite(command, repository)) : null });
    }
    return steps;
  };

  const runStep = async (
    { text, command, radius }: Step,
    place: string,
    group: string,
    request: Parameters<RunPlan>[1],
  ): Promise<StepDone> => {
    let approved = true;
    if (isMutating(command) && radius !== null) {
      const now = await impactOf(parseWrite(command, request.repository));
      const worse = worseThan(await radius, now);
      if (worse !== undefined)
        return { text, outcome: 'worse', message: `Not run, for it is worse than shown: ${worse}.` };
      // A step that can lose work is named and confirmed on its own.
      approved = !isGrave(command.verdict.risk, now);
    }
    const step = { group, note: `${place} of a plan you approved.`, approved };
    return doneOf(text, await execute(command.program, text, { ...request, step }));
  };

  return async (texts, request) => {
    const { repository, origin, signal } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextFor(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    let steps = judgeSteps(texts, repository, context);
    let note: PlanQuestion['note'] = null;
    for (;;) {
      if (!Array.isArray(steps)) return steps;
      const shown = steps.map(({ text, command, radius }) => ({ text, verdict: command.verdict, radius }));
      const decision = await ui.decidePlan({ steps: shown, repository, origin, note }, signal);
      if (decision.kind === 'declined') return { kind: 'declined', message: declined('plan', decision.reason) };
      if (decision.kind === 'run') break;
      const changed = judgeSteps(decision.texts, repository, context);
      // A slip of the person's pen is no reason to lose the plan.
      note = Array.isArray(changed)
        ? 'Changed: look at the steps again.'
        : 'message' in changed
          ? changed.message
          : null;
      if (Array.isArray(changed)) steps = changed;
    }

    const group = newGroup();
    const done: StepDone[] = [];
    for (const [at, step] of steps.entries()) {
      const stopped = done.some(({ outcome }) => outcome !== 'done') || signal?.aborted;
      done.push(
        stopped
          ? { text: step.text, outcome: 'not-reached', message: 'Not run: the plan stopped before it.' }
          : await runStep(step, `Step ${at + 1} of ${steps.length}`, group, request),
      );
    }
    return { kind: 'ran', ok: done.every(({ outcome }) => outcome === 'done'), steps: done, group };
  };
}

async function doneOf(text: string, executed: Executed): Promise<StepDone> {
  if (executed.kind === 'panel') {
    const { result } = await executed.done;
    const message = result?.failure?.message ?? executed.opened.answer;
    return { text, outcome: result?.ok ? 'done' : 'failed', message };
  }
  if (executed.kind !== 'ran')
    return { text, outcome: executed.kind === 'declined' ? 'declined' : 'failed', message: executed.message };
  const { ok, stdout, stderr, failure } = executed.result;
  const said = [stdout, stderr].filter(Boolean).join('\n').trim();
  return { text, outcome: ok ? 'done' : 'failed', message: failure?.message ?? said };
}
