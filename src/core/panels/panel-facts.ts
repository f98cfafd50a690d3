import { type LineRange, rangesOf } from './choose-lines.ts';
import { contentTag } from './content-tag.ts';
import type { Fitted } from './fit-lines.ts';
import type { NumberedLine, OutputLines } from './output-lines.ts';
import { type Panel, type PanelState, stateOf } from './panel.ts';
import type { ReadOn } from './read-on.ts';

/** What kept a part of an output from an answer: its size (it is in a file), the request, or the budget. */
export type CutBy = 'bytes' | 'lines' | 'tokens';

/** An answer as data, for programs; nothing that others wrote is in it. */
export type PanelFacts = {
  readonly panel: string;
  readonly command: string;
  readonly repository: string;
  readonly state: PanelState;
  readonly exitCode: number | null;
  /** A name of the output: another one when it has changed. */
  readonly output: string;
  /** Of the whole output. */
  readonly lines: number;
  readonly bytes: number;
  /** Where they are many, as a filter finds them, only the first and the last line of all. */
  readonly shown: readonly LineRange[];
  readonly cut: readonly CutBy[];
  /** The input of panel_read that has what comes next. */
  readonly next?: ReadOn;
};

/** What is true of a panel whether its output is looked at or not. */
export const panelFacts = (panel: Panel) => ({
  panel: panel.id,
  command: panel.command.canonical,
  repository: panel.repository,
  state: stateOf(panel),
  exitCode: panel.result?.exitCode ?? null,
  output: contentTag(panel),
});

/** What is true of a panel's output whatever of it is shown. */
export const outputFacts = (panel: Panel, { total, bytes }: OutputLines): PanelFacts => ({
  ...panelFacts(panel),
  ...{ lines: total, bytes, shown: [], cut: [] },
});

/** The same with the part that an answer shows. */
export function withPart(
  facts: PanelFacts,
  output: OutputLines,
  chosen: readonly NumberedLine[],
  fitted: Fitted,
  next: ReadOn | undefined,
): PanelFacts {
  const cut: CutBy[] = [];
  if (output.lines.length < output.total) cut.push('bytes');
  if (chosen.length < output.lines.length) cut.push('lines');
  if (fitted.lines.length < chosen.length || fitted.inLine) cut.push('tokens');
  return { ...facts, shown: fewRanges(rangesOf(fitted.lines)), cut, ...(next && { next }) };
}

const MOST_RANGES = 8;

function fewRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last && ranges.length > MOST_RANGES ? [{ from: first.from, to: last.to }] : ranges;
}
