import { BATCH, type Incremental } from '../../ui/incremental.ts';

/** What the runner says of a line by the mark before it. */
export type Level = 'command' | 'debug' | 'error' | 'notice' | 'section' | 'warning';

/** A line of a step, or a group of them. */
export interface LogLine {
  /** The moment as printed; empty for a line without one. */
  readonly time: string;
  /** Escape sequences and all. */
  readonly text: string;
  readonly level: Level | null;
  /** Null where it is a line of its own. */
  readonly group: LogGroup | null;
}

export interface LogGroup {
  readonly lines: readonly LogLine[];
  readonly errors: number;
}

export interface LogStep {
  readonly job: string;
  readonly name: string;
  readonly lines: readonly LogLine[];
  readonly errors: number;
}

interface Group {
  readonly lines: LogLine[];
  errors: number;
}

interface OpenStep extends Group {
  readonly job: string;
  readonly name: string;
}

const LINE = /^([^\t]*)\t([^\t]*)\t\ufeff?(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z) ?)?(.*)$/s;
const MARK = /^##\[(command|debug|endgroup|error|group|notice|section|warning)\](.*)$/s;

/** Whether a text begins as `gh run view --log` does: job, step and line, with tabs between them. */
export const isRunLog = (text: string) => LINE.test(text.slice(0, 2_000).split('\n', 1)[0] ?? '');

/** The steps of a log in their order; a line that is of none is one of its own, without lines. */
export function* logSteps(lines: readonly string[]): Incremental<readonly LogStep[]> {
  const steps: OpenStep[] = [];
  let step: OpenStep | null = null;
  let group: Group | null = null;
  for (const [at, line] of lines.entries()) {
    if (at % BATCH === BATCH - 1) yield;
    const [, job, name, time = '', text = ''] = LINE.exec(line) ?? [];
    if (job === undefined || name === undefined) {
      steps.push({ job: steps.at(-1)?.job ?? '', name: line, lines: [], errors: 0 });
      step = null;
      continue;
    }
    if (step === null || step.job !== job || step.name !== name) {
      step = { job, name, lines: [], errors: 0 };
      group = null;
      steps.push(step);
    }
    const [, mark, said = ''] = MARK.exec(text) ?? [];
    if (mark === 'endgroup') {
      group = null;
      continue;
    }
    if (mark === 'group') {
      group = { lines: [], errors: 0 };
      step.lines.push({ time, text: said, level: null, group });
      continue;
    }
    const made: LogLine = {
      time,
      text: mark === undefined ? text : said,
      level: (mark as Level | undefined) ?? null,
      group: null,
    };
    (group ?? step).lines.push(made);
    if (mark !== 'error') continue;
    step.errors += 1;
    if (group !== null) group.errors += 1;
  }
  return steps;
}
