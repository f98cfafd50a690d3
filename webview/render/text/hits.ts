import { h } from '../../ui/dom.ts';
import type { Row } from '../document.ts';
import { inline } from '../inline.ts';
import '../code-line.css';
import '../gap.css';

/** Rows of lines found in a longer output, each with its number there. */
export function hitRows(hits: readonly { readonly line: number; readonly text: string }[]): readonly Row[] {
  return hits.map(({ line, text }) => ({
    key: String(line),
    text,
    depth: 0,
    heads: false,
    draw: () =>
      h(
        'div',
        { class: 'row hit' },
        h('span', { class: 'number', 'aria-hidden': 'true', 'data-number': line }),
        h('span', { class: 'code' }, ...inline(text)),
      ),
  }));
}
