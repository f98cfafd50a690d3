import { h } from '../ui/dom.ts';
import type { Row } from './document.ts';
import { inline } from './inline.ts';
import type { Part } from './links.ts';

/** A longer text of a row is cut in its key. */
const LONGEST_KEY = 120;

/** The lines of an output; the newline at its end begins no line. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** A row that shows a line as it is, with its links. */
export function lineRow(key: string, text: string, depth = 0, parts?: (text: string) => readonly Part[]): Row {
  return { key, text, depth, heads: false, draw: () => drawLine(text, parts) };
}

function drawLine(text: string, parts?: (text: string) => readonly Part[]): HTMLElement {
  return h('div', { class: 'row' }, ...inline(text, parts));
}

/** Gives rows keys that are theirs alone and that a refresh finds again: what they show, and which of its like they are. */
export function createRowKeys(): (what: string) => string {
  /** How often each was given away, also those that got a number. */
  const given = new Map<string, number>();
  return what => {
    const short = what.length > LONGEST_KEY ? what.slice(0, LONGEST_KEY) : what;
    let count = given.get(short);
    if (count === undefined) {
      given.set(short, 1);
      return short;
    }
    let key = `${short}\0${count}`;
    while (given.has(key)) {
      count += 1;
      key = `${short}\0${count}`;
    }
    given.set(short, count + 1);
    given.set(key, 1);
    return key;
  };
}

/** The rows, where a head that has nothing under it no longer folds. */
export function withoutEmptyHeads(rows: readonly Row[]): readonly Row[] {
  return rows.map((row, i) => (row.heads && (rows[i + 1]?.depth ?? 0) <= row.depth ? { ...row, heads: false } : row));
}
