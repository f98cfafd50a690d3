import { spellOutInvisible } from '../../../src/shared/invisible-characters.ts';
import { h } from '../../ui/dom.ts';
import type { Document, Row } from '../document.ts';
import { anchor, inline, plain } from '../inline.ts';
import { commitAt } from '../log/commits.ts';
import { drawCommit, drawOneLine } from '../log/draw-commit.ts';
import { oneLine } from '../log/one-line.ts';
import { createRowKeys, lineRow, linesOf, withoutEmptyHeads } from '../rows.ts';
import { type Bar, barOf } from './parse.ts';
import './bars.css';

/** Numbers of lines or commits with bars beside them; the commits they are of head them. */
export function renderBars(text: string): Document {
  const lines = linesOf(text);
  const bars = lines.map(barOf);
  const scale = scaleOf(bars);
  const keyOf = createRowKeys();
  const rows: Row[] = [];
  let commit = '';
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const bar = bars[at] ?? null;
    const long = bar === null ? commitAt(lines, at) : null;
    const short = bar === null && long === null ? oneLine(line) : null;
    const depth = commit === '' ? 0 : 1;
    if (long !== null) {
      commit = long.id;
      const told = lines.slice(at, long.end).join('\n');
      rows.push({ key: keyOf(commit), text: told, depth: 0, heads: true, draw: () => drawCommit(long, []) });
    } else if (short !== null) {
      commit = short.id;
      rows.push({ key: keyOf(commit), text: line, depth: 0, heads: true, draw: () => drawOneLine(short, []) });
    } else if (bar !== null) {
      const key = keyOf(`${commit} ${bar.label}`);
      rows.push({ key, text: line, depth, heads: false, draw: () => drawBar(bar, scale) });
    } else {
      rows.push(lineRow(keyOf(`${commit} ${line}`), line, depth));
    }
    at = long?.end ?? at + 1;
  }
  return { kind: 'bars', rows: withoutEmptyHeads(rows), columns: null, wantsCommits: [], tall: false };
}

interface Scale {
  /** The number that the longest bar stands for. */
  readonly most: number;
  /** The `grid-template-columns` of every row. */
  readonly template: string;
}

const WIDEST_LABEL = 48;
const WIDEST_NUMBERS = 24;

function scaleOf(bars: readonly (Bar | null)[]): Scale {
  let [most, label, numbers] = [1, 12, 1];
  for (const bar of bars) {
    most = Math.max(most, bar?.total ?? 0);
    label = Math.max(label, Math.min(bar?.label.length ?? 0, WIDEST_LABEL));
    numbers = Math.max(numbers, Math.min(bar?.numbers.length ?? 0, WIDEST_NUMBERS));
  }
  return { most, template: `minmax(12ch, ${label + 1}ch) ${numbers + 1}ch minmax(8ch, 60ch)` };
}

function drawBar(bar: Bar, { most, template }: Scale): HTMLElement {
  const { label, path, added, removed, total, numbers } = bar;
  const track = h('span', { class: 'track', 'aria-hidden': 'true' });
  const add = (kind: string, count: number) => {
    if (count <= 0) return;
    const segment = h('span', { class: `segment ${kind}` });
    segment.style.width = `${((100 * count) / most).toFixed(2)}%`;
    track.append(segment);
  };
  if (total > 0) {
    if (added === null || removed === null) add('count', total);
    else {
      add('added', added);
      add('removed', removed);
    }
  }
  const name = path === null ? inline(label) : [anchor({ kind: 'path', value: path }, label)];
  const row = h(
    'div',
    { class: 'row bar' },
    h('span', { class: 'label', title: spellOutInvisible(label) }, ...name),
    h('span', { class: 'numbers' }, ...plain(numbers)),
    track,
  );
  row.style.gridTemplateColumns = template;
  return row;
}
