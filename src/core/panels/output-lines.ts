import type { RunResult } from '../git/result.ts';
import type { Panel } from './panel.ts';
import { splitJson } from './split-json.ts';

/** A line by its number in the whole output, from 1. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of an output that are at hand, and what all of it comes to. */
export interface OutputLines {
  readonly lines: readonly NumberedLine[];
  readonly total: number;
  readonly bytes: number;
}

/** Lines of an output that are in a file only. */
export interface MoreLines {
  readonly lines: readonly NumberedLine[];
  /** False when the file is gone. */
  readonly kept: boolean;
  /** False when a search of the file stopped before its end. */
  readonly all: boolean;
}

export const NOT_KEPT: MoreLines = { lines: [], kept: false, all: false };

/** JSON below it is read at a glance as it is. */
const SHORT_JSON = 1000;

/** What a panel printed, line by line; `more` are lines of the part that is not in memory. */
export function outputLines({ command, result }: Panel, more: readonly NumberedLine[] = []): OutputLines {
  const { stdout = '', gap } = result ?? {};
  if (gap !== undefined) return withGap(stdout, gap, more);
  const bytes = Buffer.byteLength(stdout);
  const lines = linesOf(stdout);
  const [only = ''] = lines;
  // gh prints a list of a hundred things in one line: cut anywhere, it is of no use.
  const isJson = command.program === 'gh' && lines.length === 1 && only.length > SHORT_JSON && /^[[{]/.test(only);
  const shown = isJson ? splitJson(only) : lines;
  return { lines: numbered(shown, 1), total: shown.length, bytes };
}

function withGap(stdout: string, gap: NonNullable<RunResult['gap']>, more: readonly NumberedLine[]): OutputLines {
  const all = linesOf(stdout);
  const head = numbered(all.slice(0, gap.at), 1);
  const rest = all.slice(gap.at + 1);
  // Where the cut went through a line, its other part counts as the first line of the gap.
  const isWhole = gap.at === 0 || Buffer.byteLength(all.slice(0, gap.at).join('\n')) < gap.start;
  const tail = numbered(rest, (isWhole ? gap.at : gap.at - 1) + gap.lines + 1);
  const first = more[0]?.number ?? Number.POSITIVE_INFINITY;
  const last = more.at(-1)?.number ?? Number.NEGATIVE_INFINITY;
  const kept = [...head, ...tail];
  const lines = [
    ...kept.filter(({ number }) => number < first),
    ...more,
    ...kept.filter(({ number }) => number > last),
  ];
  const total = Math.max(tail.at(-1)?.number ?? gap.at + gap.lines, more.at(-1)?.number ?? 0);
  return {
    lines: more.length === 0 ? kept : lines,
    total,
    bytes: gap.start + gap.bytes + Buffer.byteLength(tailText(stdout, rest.length)),
  };
}

/** The end of a text that has this many lines, with the newline that ends the last. */
function tailText(text: string, lines: number): string {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let count = 0; count < lines; count++) at = text.lastIndexOf('\n', at - 1);
  return lines === 0 ? '' : text.slice(at + 1);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const numbered = (lines: readonly string[], first: number): NumberedLine[] =>
  lines.map((text, at) => ({ number: first + at, text }));
