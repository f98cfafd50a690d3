import { legibleLine } from '../../shared/fence.ts';
import type { NumberedLine } from './output-lines.ts';
import { pagesOf } from './pages.ts';

/** Some lines, legible, as they fit into so many characters. */
export interface Fitted {
  readonly text: string;
  readonly lines: readonly NumberedLine[];
  /** Those that did not fit. */
  readonly rest: readonly NumberedLine[];
  /** True when a line longer than the room was cut: what is left of it begins the next page. */
  readonly inLine: boolean;
}

export interface FitOptions {
  /** How many characters a page may have. */
  readonly room: number;
  /** The number of the line before, where a gap in the numbers is to be marked; undefined for lines that a filter found. */
  readonly after?: number | undefined;
}

/** One page of lines, from 1, cut between them; a line that no page could hold is cut where the page ends. Undefined past the last. */
export function fitPage(lines: readonly NumberedLine[], page: number, options: FitOptions): Fitted | undefined {
  let start: Place = { line: 0, offset: 0 };
  for (let before = 1; before < page; before++) {
    start = fitFrom(lines, start, options).end;
    if (start.line >= lines.length) return undefined;
  }
  const { text, end } = fitFrom(lines, start, options);
  const inLine = end.offset > 0;
  const shown = lines.slice(start.line, inLine ? end.line + 1 : end.line);
  return { text, lines: shown, rest: lines.slice(end.line), inLine };
}

/** How many pages there are. */
export function countPages(lines: readonly NumberedLine[], options: FitOptions): number {
  let count = 0;
  for (let at: Place = { line: 0, offset: 0 }; at.line < lines.length; count++) at = fitFrom(lines, at, options).end;
  return Math.max(1, count);
}

/** Where a page begins: a line, and how much of its legible text is on earlier pages. */
interface Place {
  readonly line: number;
  readonly offset: number;
}

function fitFrom(lines: readonly NumberedLine[], start: Place, { room, after }: FitOptions) {
  const parts: string[] = [];
  let left = Math.max(2, room);
  for (let at = start.line; at < lines.length; at++) {
    const { number, text } = lines[at] ?? { number: 0, text: '' };
    const offset = at === start.line ? start.offset : 0;
    const rest = legibleLine(text).slice(offset);
    const before = lines[at - 1]?.number ?? after;
    const jumps = after !== undefined && before !== undefined && number > before + 1;
    const row = jumps ? `${leftOut(before + 1, number - 1)}\n${rest}` : rest;
    const needed = row.length + (parts.length > 0 ? 1 : 0);
    if (needed <= left) {
      parts.push(row);
      left -= needed;
    } else if (parts.length > 0) return { text: parts.join('\n'), end: { line: at, offset: 0 } };
    else {
      const [part = ''] = pagesOf(rest, left);
      return { text: part, end: { line: at, offset: offset + part.length } };
    }
  }
  return { text: parts.join('\n'), end: { line: lines.length, offset: 0 } };
}

const leftOut = (from: number, to: number): string =>
  `… ${from === to ? `line ${from}` : `lines ${from}-${to}`} left out …`;
