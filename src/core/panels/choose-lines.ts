import { findLines } from './filter.ts';
import type { NumberedLine, OutputLines } from './output-lines.ts';

/** Which lines of an output are wanted: of a range those that a filter finds, and of these the first and the last. */
export interface LineChoice {
  /** From 1. */
  readonly fromLine?: number | undefined;
  readonly count?: number | undefined;
  /** A text in any case, or a pattern as /regex/. */
  readonly filter?: string | undefined;
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
}

export type ChosenLines =
  | {
      readonly ok: true;
      readonly lines: readonly NumberedLine[];
      /** How many lines the filter found, whatever was chosen of them. */
      readonly matches: number | undefined;
    }
  | { readonly ok: false; readonly message: string };

export function chooseLines({ lines, total }: OutputLines, choice: LineChoice): ChosenLines {
  const { fromLine = 1, filter = '' } = choice;
  if (fromLine > Math.max(1, total)) return { ok: false, message: `no line ${fromLine}: there are ${total}` };
  if (filter === '') return { ok: true, lines: ends(after(lines, fromLine), choice), matches: undefined };
  const found = findLines(
    lines.map(({ text }) => text),
    filter,
  );
  if (!found.ok) return { ok: false, message: `filter ${JSON.stringify(filter)}: ${found.message}` };
  const matching = found.at.flatMap(at => lines[at] ?? []);
  return { ok: true, lines: ends(after(matching, fromLine), choice), matches: matching.length };
}

function after(lines: readonly NumberedLine[], from: number): readonly NumberedLine[] {
  return from <= 1 ? lines : lines.filter(({ number }) => number >= from);
}

function ends(all: readonly NumberedLine[], { count, head, tail }: LineChoice): readonly NumberedLine[] {
  const lines = count === undefined ? all : all.slice(0, Math.max(0, count));
  if (head === undefined && tail === undefined) return lines;
  const first = Math.max(0, head ?? 0);
  const last = Math.max(0, tail ?? 0);
  return first + last >= lines.length ? lines : [...lines.slice(0, first), ...lines.slice(lines.length - last)];
}

/** A run of lines, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Lines as runs of numbers that follow each other. */
export function rangesOf(lines: readonly NumberedLine[]): LineRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { number } of lines) {
    const range = ranges.at(-1);
    if (range && number === range.to + 1) range.to = number;
    else if (range?.to !== number) ranges.push({ from: number, to: number });
  }
  return ranges;
}
