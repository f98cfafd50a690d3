import * as z from 'zod/mini';
import { legibleLine } from '../../shared/fence.ts';
import { programOf } from '../command/parse.ts';
import { MOST_STEPS, type PlanOutcome, type StepOutcome } from '../writes/plans.ts';
import { fencedWithin } from './fenced-within.ts';
import { findRepository } from './find-repository.ts';
import { shellHint } from './hints.ts';
import { command, repository } from './inputs.ts';
import { tool } from './tool.ts';
import { problem, type ToolResult } from './tool-result.ts';
import { findTypo, typoResult } from './typos.ts';

export const gitPlan = tool({
  name: 'git_plan',
  toolset: 'git',
  title: 'Plan',
  summary: 'Puts several git and gh commands before you at once and runs them in order.',
  description:
    `Runs up to ${MOST_STEPS} git and gh commands in order after the person has seen all of them and says yes once. It stops ` +
    'at the first that fails. Use it for writes that belong together, such as add and commit; git_undo takes all of them back.',
  reference: 'gitPlan',
  icon: '$(checklist)',
  effects: { readOnly: false, openWorld: true },
  input: z.strictObject({
    commands: z
      .array(command)
      .check(z.minLength(1), z.maxLength(MOST_STEPS), z.describe('The commands, in the order to run them.')),
    repository,
  }),
  examples: [
    { input: { commands: ['git branch one', 'git branch two'] }, answers: /^Plan done: 2 of 2 steps/ },
    { input: { commands: ['git log | sh'] }, answers: /^Error \(not-a-command\): Step 1 / },
  ],
  about: ({ commands }) => `Ask to run ${commands.length} commands: ${commands.join('; ')}`,
  handler:
    core =>
    async ({ commands, repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      for (const text of commands) {
        const typo = await findTypo(core, programOf(text), text, found.root);
        if (typo) return typoResult(typo);
      }
      const { origin, signal, caller } = call;
      const outcome = await core.runPlan(commands, { repository: found.root, origin, signal, caller });
      return outcome.kind === 'ran' ? ranResult(outcome, commands) : notRunResult(outcome, signal);
    },
  sameAs: () => async (input, call) => JSON.stringify([input.commands, input.repository ?? call.repository]),
});

function notRunResult(outcome: Exclude<PlanOutcome, { kind: 'ran' }>, signal: AbortSignal): ToolResult {
  const { kind, message, denied, text } = outcome;
  if (signal.aborted) return problem({ code: 'cancelled', message: 'Cancelled. Nothing was run.' });
  switch (kind) {
    case 'declined':
      return problem({ code: 'declined', status: 'declined', message });
    case 'refused':
      return problem({ code: denied ?? 'refused', status: 'refused', message });
    case 'untrusted':
      return problem({ code: 'untrusted', status: 'refused', message });
    case 'invalid':
      return problem({ code: 'not-a-command', message, hint: text && stepHint(text) });
  }
}

/** What the words of a step were meant for is a call of its own, or more than one step. */
const stepHint = (text: string): string => `One git or gh command for each step. ${shellHint(text, 'git_execute')}`;

function ranResult({ ok, steps }: Extract<PlanOutcome, { kind: 'ran' }>, asked: readonly string[]): ToolResult {
  const done = steps.filter(({ outcome }) => outcome === 'done').length;
  const first = `${ok ? 'Plan done' : 'Error (command-failed): The plan stopped'}: ${done} of ${steps.length} steps ran.`;
  const undo = done > 0 ? 'Undo: git_undo({})' : 'Nothing was changed.';
  // Who asked knows the steps, unless the person changed some of them.
  const isAsAsked = steps.length === asked.length && steps.every(({ text }, at) => text === asked[at]);
  const list = ok && isAsAsked ? [] : steps.map(stepLine);
  const above = [first, undo, ...list].join('\n');
  const said = steps.flatMap(stepWords);
  return {
    status: ok ? 'done' : 'failed',
    ...(!ok && { code: 'command-failed' as const }),
    text: characters =>
      said.length === 0
        ? above
        : `${above}\n${fencedWithin(said.join('\n'), 'the steps', characters - above.length - 1)}`,
    facts: { steps: steps.map(({ text, outcome }) => ({ command: text, outcome })) },
  };
}

const stepLine = ({ text, outcome }: StepOutcome, at: number): string => `${at + 1}. [${outcome}] ${legibleLine(text)}`;

/** What a step printed, or why it was not run; of one that was not reached its line says all. */
const stepWords = ({ outcome, message }: StepOutcome, at: number): readonly string[] =>
  outcome === 'not-reached' || message === '' ? [] : [`${at + 1}. ${message}`];
