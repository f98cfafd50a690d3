import { h } from '../../ui/dom.ts';
import type { Document, Row } from '../document.ts';
import { anchor, inline, plain } from '../inline.ts';
import { createRowKeys, lineRow } from '../rows.ts';
import type { BlameLine } from './blame-line.ts';
import { heatOf } from './heat.ts';
import { parseBlame } from './parse.ts';
import '../code-line.css';
import './blame.css';

const SHORT = 8;

/** A file with a gutter that tells who wrote what when; null when the text is not of blame. */
export function renderBlame(text: string): Document | null {
  const lines = parseBlame(text);
  if (lines === null) return null;
  const heat = heatOf(lines.map(line => (typeof line === 'string' ? null : line.time)));
  const keyOf = createRowKeys();
  let last = '';
  const rows = lines.map((line): Row => {
    if (typeof line === 'string') return lineRow(keyOf(line), line);
    const first = line.commit !== last;
    last = line.commit;
    const key = keyOf(`${line.commit} ${line.content}`);
    return { key, text: line.text, depth: 0, heads: false, draw: () => drawBlame(line, first, heat(line.time)) };
  });
  return { kind: 'blame', rows, columns: null, wantsCommits: [], tall: false };
}

/** Only the first of a commit's lines in a row names it. */
function drawBlame(line: BlameLine, first: boolean, heat: number): HTMLElement {
  const { commit, author, date, number, content } = line;
  // git's name for what is not committed yet.
  const isCommit = !/^0+$/.test(commit);
  const sha = isCommit
    ? anchor({ kind: 'commit', value: commit }, commit.slice(0, SHORT))
    : h('span', {}, ''.padEnd(SHORT));
  const who = first
    ? [sha, h('span', { title: author }, ...plain(author)), h('span', { class: 'date', title: date }, ...plain(date))]
    : [];
  return h(
    'div',
    { class: first ? 'row blame first' : 'row blame' },
    h('span', { class: `gutter heat-${heat}` }, ...who),
    h('span', { class: 'number', 'aria-hidden': 'true', 'data-line': number, 'data-number': number }),
    h('span', { class: 'code' }, ...inline(content)),
  );
}
