import type { MarkedToken } from 'marked';
import { h } from '../../ui/dom.ts';
import type { Document, Row } from '../document.ts';
import { inline, plain, twistie } from '../inline.ts';
import { createRowKeys, linesOf, withoutEmptyHeads } from '../rows.ts';
import { drawBlock } from './blocks.ts';
import { sectionsOf } from './sections.ts';
import { type Blocks, blocksOf } from './tokens.ts';
import './markdown.css';

/** Longer texts are shown as they are: reading Markdown takes its time. */
const LONGEST = 200_000;

/** An output of `gh … view`: its fields as a small table, and the text laid out; null when that would take too long. */
export function renderMarkdown(text: string): Document | null {
  if (text.length > LONGEST) return null;
  const keyOf = createRowKeys();
  const rows: Row[] = [];
  for (const { fields, body } of sectionsOf(linesOf(text))) {
    const blocks = blocksOf(body);
    if (blocks === null) return null;
    rows.push(...fields.map(field => fieldRow(field, keyOf(field))), ...blockRows(blocks, keyOf));
  }
  return { kind: 'markdown', rows: withoutEmptyHeads(rows), columns: null, wantsCommits: [], tall: true };
}

function fieldRow(text: string, key: string): Row {
  const colon = text.indexOf(':');
  const draw = () =>
    h(
      'div',
      { class: 'row field' },
      h('span', { class: 'name' }, ...plain(text.slice(0, colon))),
      h('span', {}, ...inline(text.slice(colon + 1).trim())),
    );
  return { key, text, depth: 0, heads: false, draw };
}

/** A heading heads all up to the next of its level. */
function blockRows({ tokens, within }: Blocks, keyOf: (what: string) => string): readonly Row[] {
  let depth = 0;
  return tokens.flatMap((token): Row[] => {
    if (token.type === 'space' || token.type === 'def') return [];
    const text = token.raw.trimEnd();
    if (token.type !== 'heading') return [blockRow(keyOf(text), text, depth, token, within)];
    depth = token.depth;
    return [blockRow(keyOf(text), text, depth - 1, token, within)];
  });
}

function blockRow(key: string, text: string, depth: number, token: MarkedToken, within: Blocks['within']): Row {
  const heads = token.type === 'heading';
  const draw = () =>
    h(
      'div',
      { class: heads ? 'row markdown heading' : 'row markdown' },
      ...(heads ? [twistie()] : []),
      ...drawBlock(token, within),
    );
  return { key, text, depth, heads, draw };
}
