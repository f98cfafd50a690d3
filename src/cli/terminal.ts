import { createInterface } from 'node:readline/promises';
import type { Impact } from '../core/writes/impact/impact.ts';
import { isGrave } from '../core/writes/impact/worse.ts';
import type { Decision, GateUi, Question } from '../core/writes/question.ts';
import { TEXT } from './text.ts';

const LISTED = 10;

/** The gate on a terminal; without one the answer is no. `forDisplay` makes text fit to be printed. */
export function createTerminal(forDisplay: (text: string) => string): GateUi {
  const ask = async (lines: readonly string[], prompt: string, signal?: AbortSignal): Promise<string> => {
    process.stderr.write(`${lines.map(forDisplay).join('\n')}\n`);
    const input = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl+C, Ctrl+D and a terminal that goes away close the interface without an answer: nobody said yes.
    const closed = new Promise<string>(resolve => {
      input.once('close', () => resolve(''));
      signal?.addEventListener('abort', () => resolve(''), { once: true });
    });
    const answer = await Promise.race([input.question(prompt), closed]);
    input.close();
    return answer.trim();
  };

  return {
    async decide(question, signal) {
      if (!isSomeoneThere(signal)) return { kind: 'declined' };
      const destructive = isGrave(question.risk, await question.impact);
      const prompt = destructive ? TEXT.confirmDestructive : TEXT.confirm;
      const answer = await ask(await linesOf(question), prompt, signal);
      return decisionOn(answer, destructive);
    },
    // No door of the command line puts a plan forward.
    decidePlan: async () => ({ kind: 'declined' }),
  };
}

const isSomeoneThere = (signal: AbortSignal | undefined): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && !signal?.aborted;

/** A word other than yes or no is the person's reason. */
function decisionOn(answer: string, destructive: boolean): Decision {
  if (destructive ? /^yes$/i.test(answer) : /^y(es)?$/i.test(answer)) return { kind: 'run' };
  return /^(?:no?|y)?$/i.test(answer) ? { kind: 'declined' } : { kind: 'declined', reason: answer };
}

async function linesOf(question: Question): Promise<string[]> {
  const { text, repository, effects, risk, reason, recovery, note } = question;
  return [
    ...(note === null ? [] : [note]),
    text,
    `  in ${repository}`,
    `  ${reason}`,
    `  ${TEXT.effectsAndRisk(effects.join(', '), risk)}`,
    ...impactLines(await question.impact).map(line => `  ${line}`),
    `  ${recovery}`,
  ];
}

function impactLines({ sentences, lost, conflicts, unreachable, leaving }: Impact): string[] {
  const list = (title: string, items: readonly string[], total: number) =>
    total === 0
      ? []
      : [
          title,
          ...items.slice(0, LISTED).map(item => `  ${item}`),
          ...(total > LISTED ? [TEXT.more(total - LISTED)] : []),
        ];
  const commits = (items: Impact['leaving']['items']) =>
    items.map(({ oid, subject }) => `${oid.slice(0, 7)} ${subject}`);
  return [
    ...sentences,
    ...list(TEXT.lost, lost.items, lost.total),
    ...list(TEXT.conflicts, conflicts.items, conflicts.total),
    ...list(TEXT.unreachable, commits(unreachable.items), unreachable.total),
    ...list(TEXT.leaving, commits(leaving.items), leaving.total),
  ];
}
