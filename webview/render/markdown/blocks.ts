import type { MarkedToken, Tokens } from 'marked';
import { h } from '../../ui/dom.ts';
import { inline, plain } from '../inline.ts';
import { taskLabel } from '../labels.ts';
import { drawInline } from './inline.ts';
import type { Blocks } from './tokens.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** A block of Markdown; what it does not know stays the text it is. */
export function drawBlock(token: MarkedToken, within: Blocks['within'], depth = 0): Node[] {
  const inside = (holder: Parameters<typeof within>[0]) => drawInline(within(holder, depth), depth + 1, within);
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'hr':
      return [h('hr')];
    case 'heading':
      return [h(HEADINGS[token.depth - 1] ?? 'h6', {}, ...inside(token))];
    case 'paragraph':
      return [h('p', {}, ...inside(token))];
    case 'text':
      return [h('span', {}, ...(token.tokens ? inside(token) : drawInline([token], depth + 1, within)))];
    case 'blockquote':
      return [h('blockquote', {}, ...within(token, depth).flatMap(inner => drawBlock(inner, within, depth + 1)))];
    case 'code':
      return [h('pre', {}, h('code', {}, ...code(token.text)))];
    case 'list':
      return [drawList(token, within, depth)];
    case 'table':
      return [drawTable(token, within, depth)];
    case 'checkbox':
      return [];
    case 'html':
      return [h('p', { class: 'raw' }, ...code(token.raw.trimEnd()))];
    default:
      return plain(token.raw);
  }
}

function code(text: string): Node[] {
  return text
    .split('\n')
    .flatMap((line, i) => (i === 0 ? inline(line) : [document.createTextNode('\n'), ...inline(line)]));
}

function drawList(list: Tokens.List, within: Blocks['within'], depth: number): HTMLElement {
  const items = list.items.map(item => {
    const inside = within(item, depth).flatMap(inner => drawBlock(inner, within, depth + 1));
    return item.task ? h('li', { class: 'task' }, checkbox(item.checked === true), ...inside) : h('li', {}, ...inside);
  });
  return list.ordered ? h('ol', { start: Number(list.start) || 1 }, ...items) : h('ul', {}, ...items);
}

/** Shown, not to be ticked: it is what GitHub said. */
const checkbox = (checked: boolean) =>
  h('input', { type: 'checkbox', checked, disabled: true, 'aria-label': taskLabel(checked) });

function drawTable(table: Tokens.Table, within: Blocks['within'], depth: number): HTMLElement {
  const cell = (tag: 'th' | 'td', { tokens, text, align }: Tokens.TableCell) =>
    h(tag, { class: align ?? undefined }, ...drawInline(within({ tokens, raw: text }, depth), depth + 1, within));
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...table.header.map(header => cell('th', header)))),
    h('tbody', {}, ...table.rows.map(row => h('tr', {}, ...row.map(data => cell('td', data))))),
  );
}
