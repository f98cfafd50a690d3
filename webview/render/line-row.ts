import { h } from '../ui/dom.ts';
import type { Row } from './document.ts';
import { inline } from './inline.ts';
import type { Part } from './links.ts';

/** A row that shows a line as it is, with its links. */
export function lineRow(key: string, text: string, depth = 0, parts?: (text: string) => readonly Part[]): Row {
  return { key, text, depth, heads: false, draw: () => drawLine(text, parts) };
}

function drawLine(text: string, parts?: (text: string) => readonly Part[]): HTMLElement {
  return h('div', { class: 'row line' }, ...inline(text, parts));
}
