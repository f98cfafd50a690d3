import type { GateUi, PlanQuestion, Question } from '../writes/question.ts';
import type { FindRestriction, Restriction } from '../writes/restrictions.ts';

/**
 * The gate of a window for what other processes ask: who may object to a run of this window hears of theirs too, before the
 * person does. A no of a listener is given as a declined question, so that nobody else is asked.
 */
export function createRestrictedGate(gate: GateUi, findRestriction: FindRestriction): GateUi {
  const ofQuestion = ({ kind, text, repository, origin, process, effects, risk }: Question) =>
    findRestriction({
      ...{ kind, command: text, repository, origin, client: process?.name ?? undefined },
      ...{ class: 'mutating', effects, risk },
    });

  /** The first no to a step, or else all that somebody wants the person to decide. */
  const ofPlan = async ({ steps, repository, origin, process }: PlanQuestion): Promise<Restriction | undefined> => {
    const asks: string[] = [];
    for (const [at, { text, verdict }] of steps.entries()) {
      const { class: verdictClass, effects, risk } = verdict;
      if (verdictClass === 'refused') continue;
      const found = await findRestriction({
        ...{ kind: 'command', command: text, repository, origin, client: process?.name ?? undefined },
        ...{ class: verdictClass, effects, risk },
      });
      if (found === undefined) continue;
      const reason = `Step ${at + 1}: ${found.reason}`;
      if (found.kind === 'deny') return { kind: 'deny', reason };
      asks.push(reason);
    }
    return asks.length === 0 ? undefined : { kind: 'ask', reason: asks.join(' ') };
  };

  return {
    async decide(question, signal) {
      const found = await ofQuestion(question);
      if (found?.kind === 'deny') return { kind: 'declined', reason: found.reason };
      return gate.decide({ ...question, note: noteWith(question.note, found) }, signal);
    },
    async decidePlan(question, signal) {
      const found = await ofPlan(question);
      if (found?.kind === 'deny') return { kind: 'declined', reason: found.reason };
      return gate.decidePlan({ ...question, note: noteWith(question.note, found) }, signal);
    },
  };
}

const noteWith = (note: string | null, found: Restriction | undefined): string | null =>
  [note, found?.reason].filter(Boolean).join(' ') || null;
