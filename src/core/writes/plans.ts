import { classifyText } from '../command/classify-text.ts';
import { type ClassifiedCommand, isMutating } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { programOf } from '../command/parse.ts';
import { refusalMessage } from '../git/refusal.ts';
import { holdsToken } from '../git/secrets.ts';
import type { Caller, Origin } from '../origin.ts';
import { type DenialCode, declinedMessage, notOpen, UNTRUSTED } from '../refusals.ts';
import { allowanceWordsOf } from './allowance-shape.ts';
import { type DecisionState, type LookOptions, lookAgain } from './decision-state.ts';
import { isGrave, worseThan } from './impact/worse.ts';
import { type ParsedWrite, parseWrite } from './parsed-write.ts';
import { bindPlan, type PlanBinding } from './plan-binding.ts';
import type { GateUi, PlanQuestion } from './question.ts';
import type { FindRestriction } from './restrictions.ts';

export interface PlansOptions extends LookOptions {
  readonly ui: Pick<GateUi, 'decidePlan'>;
  readonly contextOf: (repository: string) => Context | undefined;
  readonly trusted: () => boolean;
  /** What others want for a step: one that they deny is not even shown. */
  readonly findRestriction: FindRestriction;
  /** Tokens that no step may hold. */
  readonly tokens: () => Promise<readonly string[]>;
  readonly newGroup: () => string;
}

export interface PlanRequest {
  readonly repository: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

export interface StepRequest extends PlanRequest {
  readonly step: {
    readonly group: string;
    readonly note: string;
    /** The state that the yes to the plan covers; undefined for a step that needs a yes of its own. */
    readonly approved: DecisionState | undefined;
  };
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
  | {
      readonly kind: 'declined' | 'refused' | 'invalid' | 'untrusted';
      readonly message: string;
      /** Why a door says no by itself, where that is the reason. */
      readonly denied?: DenialCode | undefined;
      /** The step that is no command, where that is the reason. */
      readonly text?: string;
    };

/** Runs one step the way every command goes. */
export type RunStep = (command: ClassifiedCommand, text: string, request: StepRequest) => Promise<StepResult>;

/** Puts a whole sequence before the person once and runs it in order. */
export type RunPlan = (texts: readonly string[], request: PlanRequest, runStep: RunStep) => Promise<PlanOutcome>;

export const MOST_STEPS = 20;

const CHANGED = ' Something changed since then. Check again what will change.';

interface Step {
  readonly text: string;
  readonly command: ClassifiedCommand;
  /** Undefined for a step that only reads. */
  readonly write: ParsedWrite | undefined;
}

interface ApprovedPlan {
  readonly kind: 'approved';
  readonly steps: readonly Step[];
  readonly binding: PlanBinding;
}

const NOT_REACHED = { outcome: 'not-reached', message: 'Not run: the plan stopped before it.' } as const;

export function createRunPlan(options: PlansOptions): RunPlan {
  const { ui, contextOf, trusted, findRestriction, tokens, newGroup } = options;

  const classifySteps = (texts: readonly string[], repository: string, context: Context): Step[] | PlanOutcome => {
    if (texts.length === 0 || texts.length > MOST_STEPS)
      return { kind: 'invalid', message: `A plan has 1 to ${MOST_STEPS} commands; this one has ${texts.length}.` };
    const steps: Step[] = [];
    for (const [at, text] of texts.entries()) {
      const classified = classifyText(programOf(text), text, context);
      if (!classified.ok) return { kind: 'invalid', message: `Step ${at + 1} (${text}): ${classified.message}`, text };
      const { command } = classified;
      if (command.verdict.class === 'refused')
        return { kind: 'refused', message: `Step ${at + 1} (${text}) is refused: ${command.verdict.reason}` };
      steps.push({ text, command, write: isMutating(command) ? parseWrite(command, repository) : undefined });
    }
    return steps;
  };

  /** Why a step is denied, before anybody is asked about the plan. */
  const deniedStep = async (
    steps: readonly Step[],
    { repository, origin, caller }: PlanRequest,
  ): Promise<PlanOutcome | undefined> => {
    const secrets = await tokens();
    for (const [at, { text, command }] of steps.entries()) {
      const { verdict, canonical, args } = command;
      // Its words would be in the question, and in what git is asked about them.
      if (holdsToken(args, secrets))
        return { kind: 'refused', message: `Step ${at + 1}: ${refusalMessage('token-in-arguments')}` };
      if (verdict.class === 'refused') continue;
      const found = await findRestriction({
        ...{ kind: 'command', command: canonical, repository, origin, client: caller?.name },
        ...{ class: verdict.class, effects: verdict.effects, risk: verdict.risk },
      });
      if (found?.kind === 'deny')
        return { kind: 'refused', message: `Step ${at + 1} (${text}) is refused: ${found.reason}` };
    }
    return undefined;
  };

  /** The state that the yes to the plan covers for a step, or why the step is asked about on its own or not run. */
  const stateFor = async (
    write: ParsedWrite,
    at: number,
    binding: PlanBinding,
  ): Promise<DecisionState | 'asked' | 'changed' | { readonly worse: string }> => {
    const now = await lookAgain(options, write);
    const shown = await binding.impacts[at];
    const worse = shown && worseThan(shown, now.impact);
    if (worse) return { worse };
    // A step that can lose work, or that has to do with programs, is named and confirmed on its own.
    const { risk, programs } = write.command.verdict;
    if (programs.length > 0 || isGrave(risk, now.impact)) return 'asked';
    return (await binding.covers(at, now)) ? now : 'changed';
  };

  /** Shows the plan until the person says yes to it as it is, or no. */
  const askAbout = async (
    texts: readonly string[],
    context: Context,
    request: PlanRequest,
  ): Promise<ApprovedPlan | PlanOutcome> => {
    const { repository, origin, signal, caller } = request;
    let steps = classifySteps(texts, repository, context);
    let note: PlanQuestion['note'] = null;
    for (;;) {
      if (!Array.isArray(steps)) return steps;
      const denied = await deniedStep(steps, request);
      if (denied) return denied;
      const writes = steps.map(({ write }) => write);
      const binding = await bindPlan(options, writes);
      const shown = steps.map(({ text, command: { verdict }, write }, at) => ({
        text,
        verdict,
        impact: binding.impacts[at] ?? null,
        ...(write && allowanceWordsOf(write) === undefined && { eachTime: true as const }),
      }));
      caller?.asking?.();
      const decision = await ui.decidePlan({ steps: shown, repository, origin, caller, note }, signal);
      if (decision.kind !== 'change') await caller?.decided?.(decision.kind === 'run' ? 'approved' : 'declined');
      if (decision.kind === 'declined') return { kind: 'declined', message: declinedMessage('plan', decision.reason) };
      if (decision.kind === 'denied') return { kind: 'refused', message: decision.message, denied: decision.code };
      if (decision.kind === 'run') return { kind: 'approved', steps, binding };
      const changed = classifySteps(decision.texts, repository, context);
      // A slip of the person's pen is no reason to lose the plan.
      note = Array.isArray(changed)
        ? 'Changed: look at the steps again.'
        : 'message' in changed
          ? changed.message
          : null;
      if (Array.isArray(changed)) steps = changed;
    }
  };

  const runStepAt = async (
    at: number,
    { text, command, write }: Step,
    { steps, binding }: ApprovedPlan,
    group: string,
    request: PlanRequest,
    runStep: RunStep,
  ): Promise<Omit<StepOutcome, 'text'>> => {
    const state = write && (await stateFor(write, at, binding));
    if (typeof state === 'object' && 'worse' in state)
      return { outcome: 'worse', message: `Not run: it is worse than shown: ${state.worse}.` };
    const step = {
      group,
      note: `Step ${at + 1} of ${steps.length} of a plan you approved.${state === 'changed' ? CHANGED : ''}`,
      approved: typeof state === 'object' ? state : undefined,
    };
    const result = await runStep(command, text, { ...request, step });
    await binding.stepDone(at);
    return result;
  };

  return async (texts, request, runStep) => {
    const { repository, signal } = request;
    if (!trusted()) return { kind: 'untrusted', message: UNTRUSTED };
    const context = contextOf(repository);
    if (context === undefined) return { kind: 'invalid', message: notOpen(repository) };
    const plan = await askAbout(texts, context, request);
    if (plan.kind !== 'approved') return plan;
    const group = newGroup();
    const done: StepOutcome[] = [];
    for (const [at, step] of plan.steps.entries()) {
      const stopped = done.some(({ outcome }) => outcome !== 'done') || signal?.aborted;
      const outcome = stopped ? NOT_REACHED : await runStepAt(at, step, plan, group, request, runStep);
      done.push({ text: step.text, ...outcome });
    }
    return { kind: 'ran', ok: done.every(({ outcome }) => outcome === 'done'), steps: done, group };
  };
}
