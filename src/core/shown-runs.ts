import type { Execute } from './execute.ts';
import type { During } from './host.ts';
import type { PlanOutcome, PlanRequest } from './writes/plans.ts';

export interface Runs {
  readonly execute: Execute;
  readonly runPlan: (texts: readonly string[], request: PlanRequest) => Promise<PlanOutcome>;
}

/** What tools run, shown to the person for as long as it goes on, also when the caller has left with a handle. */
export function shownRuns(
  { execute, runPlan, forDisplay }: Runs & { readonly forDisplay: (text: string) => string },
  during: During | undefined,
): Runs {
  if (during === undefined) return { execute, runPlan };
  const endedBy = (signal: AbortSignal | undefined, person: AbortSignal) =>
    signal === undefined ? person : AbortSignal.any([signal, person]);
  return {
    execute: (program, text, request) =>
      during(forDisplay(text), async person => {
        const execution = await execute(program, text, { ...request, signal: endedBy(request.signal, person) });
        if (execution.kind === 'panel') await execution.done;
        return execution;
      }),
    runPlan: (texts, request) =>
      during(forDisplay(texts.join('; ')), person =>
        runPlan(texts, { ...request, signal: endedBy(request.signal, person) }),
      ),
  };
}
