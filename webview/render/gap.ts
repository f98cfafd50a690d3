import { h } from '../ui/dom.ts';
import type { Document, Row } from './document.ts';
import { type Gap, gapText } from './labels.ts';
import './gap.css';

/** Stands for the gap while an output is rendered: a line that no output can hold, for it is made anew for each page. */
const GAP_LINE = `\u{10fffd} ${Math.random()}${Math.random()}`;

/** The output with a line of ours in the place of the host's, which the output itself could hold too. */
export function markGap(text: string, at: number): string {
  let start = 0;
  for (let line = 0; line < at; line += 1) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return `${text.slice(0, start)}${GAP_LINE}${end === -1 ? '' : text.slice(end)}`;
}

/** What comes before the gap: by it alone is told what an output is. */
export const beforeGap = (marked: string): string => marked.split(GAP_LINE, 1)[0] ?? '';

/** The document with the row of its gap; in one that is sorted it stands at the end, for it belongs between no two rows. */
export function withGapRow(document: Document, gap: Gap, sorted: boolean): Document {
  const at = document.rows.findIndex(row => row.text.includes(GAP_LINE));
  if (at === -1) return document;
  const row = gapRow(gap);
  const rows = sorted ? [...document.rows.toSpliced(at, 1), row] : document.rows.with(at, row);
  return { ...document, rows };
}

function gapRow(gap: Gap): Row {
  const draw = () => h('div', { class: 'row gap' }, h('span', {}, gapText(gap)));
  // No filter finds it: what it says was not printed.
  return { key: '\0gap', text: '', depth: 0, heads: false, draw };
}
