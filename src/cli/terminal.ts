import { createInterface } from 'node:readline/promises';
import type { Ui } from '../core/host.ts';
import { type CappedList, type CommitLine, type Impact, moreThan } from '../core/writes/impact/impact.ts';
import { isGrave } from '../core/writes/impact/worse.ts';
import type { Decision, GateUi, Question } from '../core/writes/question.ts';
import { TEXT } from './text.ts';

const LISTED = 10;

export interface TerminalStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** How long nothing may be typed before an answer is taken. */
  readonly quietMs: number;
}

const STREAMS: TerminalStreams = { input: process.stdin, output: process.stderr, quietMs: 600 };

/** The gate on a terminal; without one the answer is no. `forDisplay` makes text fit to be printed. */
export function createTerminal(forDisplay: (text: string) => string, streams = STREAMS): GateUi {
  const { input, output } = streams;
  const print = (lines: readonly string[]) => void output.write(lines.map(line => `${forDisplay(line)}\n`).join(''));

  const ask = (prompt: string, signal?: AbortSignal) => askOn(streams, prompt, signal);

  return {
    async decide(question, signal) {
      if (!input.isTTY || !output.isTTY || signal?.aborted) return { kind: 'declined' };
      print(commandLines(question));
      const impact = await question.impact;
      const unsaved = question.unsaved(impact);
      print([...impactLines(impact), unsaved ?? question.recovery].map(line => `  ${line}`));
      const destructive = isGrave(question.risk, impact);
      const { fetchFirst } = impact;
      if (fetchFirst !== undefined) print([TEXT.fetchFirst(fetchFirst)]);
      const answer = await ask(destructive ? TEXT.confirmDestructive : TEXT.confirm, signal);
      return fetchFirst !== undefined && /^fetch$/i.test(answer) ? { kind: 'fetch' } : decisionOn(answer, destructive);
    },
    // No door of the command line puts a plan forward.
    decidePlan: async () => ({ kind: 'declined' }),
  };
}

/** Asks about a filter before the read that would start it; without a terminal the read runs without it. */
export const showNewFilter: NonNullable<Ui['showNewFilter']> = async ({ name, programs, repository }, allow) => {
  const { input, output } = STREAMS;
  if (!input.isTTY || !output.isTTY) return;
  output.write([TEXT.newFilter(name, repository), ...programs.map(each => `  ${each}`), ''].join('\n'));
  if (/^y(es)?$/i.test(await askOn(STREAMS, TEXT.allowFilter))) await allow();
};

/** Asks the person at the terminal, and gives what they type. */
export const askPerson = (prompt: string): Promise<string> => askOn(STREAMS, prompt);

async function askOn(
  { input, output, quietMs }: TerminalStreams,
  prompt: string,
  signal?: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input, output });
  // Ctrl+C, Ctrl+D and a terminal that goes away close the interface without an answer: nobody said yes.
  const closed = new Promise<typeof CLOSED>(resolve => {
    lines.once('close', () => resolve(CLOSED));
    signal?.addEventListener('abort', () => resolve(CLOSED), { once: true });
  });
  try {
    if ((await Promise.race([untilQuiet(input, quietMs), closed])) === CLOSED) return '';
    lines.write(null, CLEAR_LINE);
    const answer = await Promise.race([lines.question(prompt), closed]);
    return answer === CLOSED ? '' : answer.trim();
  } finally {
    lines.close();
  }
}

const CLOSED = Symbol('closed');
const CLEAR_LINE = { ctrl: true, name: 'u' };

/** What was typed before the question could be read was meant for something else: waits until nobody types. */
function untilQuiet(input: NodeJS.ReadStream, quietMs: number): Promise<'quiet'> {
  return new Promise(resolve => {
    const finish = () => {
      input.off('data', startAgain);
      resolve('quiet');
    };
    let timer = setTimeout(finish, quietMs);
    const startAgain = () => {
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    };
    input.on('data', startAgain);
  });
}

/** A word other than yes or no is the person's reason. */
function decisionOn(answer: string, destructive: boolean): Decision {
  if (destructive ? /^yes$/i.test(answer) : /^y(es)?$/i.test(answer)) return { kind: 'run' };
  return /^(?:no?|y)?$/i.test(answer) ? { kind: 'declined' } : { kind: 'declined', reason: answer };
}

function commandLines({ text, repository, effects, risk, reason, note, programs }: Question): string[] {
  return [
    ...programs.flatMap(program => [TEXT.programs[program.starts], `  ${program.text}`]),
    ...(note === null ? [] : [note]),
    text,
    `  in ${repository}`,
    `  ${reason}`,
    `  ${TEXT.effectsAndRisk(effects.join(', '), risk)}`,
  ];
}

function impactLines({ sentences, lost, conflicts, unreachable, addresses, leaving }: Impact): string[] {
  const list = <T>(title: string, all: CappedList<T>, lineOf: (item: T) => string) => {
    const lines = all.items.slice(0, LISTED).map(item => `  ${lineOf(item)}`);
    const more = moreThan(all, lines.length);
    return all.total === 0 ? [] : [title, ...lines, ...(more === 0 ? [] : [TEXT.more(more)])];
  };
  const file = (path: string) => path;
  const commit = ({ oid, subject }: CommitLine) => `${oid.slice(0, 7)} ${subject}`;
  return [
    ...sentences,
    ...list(TEXT.lost, lost, file),
    ...list(TEXT.conflicts, conflicts, file),
    ...list(TEXT.unreachable, unreachable, commit),
    ...list(TEXT.addresses, { items: addresses, total: addresses.length }, file),
    ...list(TEXT.leaving, leaving, commit),
  ];
}
