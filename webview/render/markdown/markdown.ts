import type { MarkedToken } from 'marked';
import { h } from '../../ui/dom.ts';
import type { Command, Document, Row } from '../document.ts';
import { twistie } from '../inline.ts';
import { hasOption } from '../options.ts';
import { createRowKeys, linesOf, withoutEmptyHeads } from '../rows.ts';
import { drawBlock } from './blocks.ts';
import { commentsIn, viewIn } from './sections.ts';
import { commentRow, summaryRows } from './summary.ts';
import { type Blocks, blocksOf } from './tokens.ts';
import './markdown.css';

/** Longer texts are shown as they are: reading Markdown takes its time. */
const LONGEST = 200_000;

/** An output of `gh … view`: its facts in a few lines, and the text laid out; null when that would take too long. */
export function renderMarkdown(text: string, command: Command | null = null): Document | null {
  if (text.length > LONGEST) return null;
  const keyOf = createRowKeys();
  const rows: Row[] = [];
  const lines = linesOf(text);
  const args = command?.args ?? [];
  const ofComments = args.includes('-c') || hasOption(args, '--comments');
  for (const { fields, body } of ofComments ? commentsIn(lines) : [viewIn(lines)]) {
    const blocks = blocksOf(body);
    if (blocks === null) return null;
    const isComment = ofComments && fields.length > 0;
    if (isComment) rows.push(commentRow(fields, keyOf(`${fields.join('\n')}\n${body}`)));
    else rows.push(...summaryRows(fields, keyOf, command?.subcommand ?? ''));
    rows.push(...blockRows(blocks, keyOf, isComment ? 1 : 0));
  }
  return { kind: 'markdown', rows: withoutEmptyHeads(rows), columns: null, wantsCommits: [], tall: true };
}

/** A heading heads all up to the next of its level. */
function blockRows({ tokens, within }: Blocks, keyOf: (what: string) => string, top: number): readonly Row[] {
  let depth = top;
  return tokens.flatMap((token): Row[] => {
    if (token.type === 'space' || token.type === 'def') return [];
    const text = token.raw.trimEnd();
    if (token.type !== 'heading') return [blockRow(keyOf(text), text, depth, token, within)];
    depth = top + token.depth;
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
