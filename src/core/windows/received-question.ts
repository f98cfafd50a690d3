import type { AskFrame, AskPlanFrame, ImpactFrame } from '../../protocol/window/to-window.ts';
import { deferred } from '../../shared/deferred.ts';
import type { AskingProcess, PlanQuestion, Question } from '../writes/question.ts';
import { createReceivedImpact, type ReceivedImpact } from './received-impact.ts';

/** A question of another process, as the gate of this window takes it. */
export interface Received<Q> {
  readonly question: Q;
  /** The impact of a command, or of a step of a plan; undefined for one that was not announced. */
  readonly impactAt: (step: ImpactFrame['step']) => ReceivedImpact | undefined;
  /** Takes what an allowance would cover. */
  readonly takeShape: (summary: string | null) => void;
  /** Nothing more comes. */
  readonly end: () => void;
}

export function receiveQuestion(frame: AskFrame, process: AskingProcess): Received<Question> {
  const { type: _, id: __, name: ___, ...shown } = frame;
  const impact = createReceivedImpact();
  const { promise: shape, resolve: takeShape } = deferred<string | null>();
  return {
    question: {
      ...shown,
      process,
      impact: impact.whole,
      impactSoFar: impact.soFar,
      unsaved: impact.unsaved,
      shape,
    },
    impactAt: step => (step === null ? impact : undefined),
    takeShape,
    end() {
      impact.end();
      takeShape(null);
    },
  };
}

export function receivePlan(frame: AskPlanFrame, process: AskingProcess): Received<PlanQuestion> {
  const { repository, origin, note, steps } = frame;
  const impacts = steps.map(({ writes }) => (writes ? createReceivedImpact() : undefined));
  return {
    question: {
      repository,
      origin,
      note,
      process,
      steps: steps.map(({ text, writes: _, ...verdict }, at) => ({
        text,
        verdict,
        impact: impacts[at]?.whole ?? null,
      })),
    },
    impactAt: step => (step === null ? undefined : impacts[step]),
    takeShape: () => {},
    end() {
      for (const impact of impacts) impact?.end();
    },
  };
}
