import { h } from '../../shared/dom.ts';
import { columnTemplate } from '../columns.ts';
import type { Column, Command, Document, Look, Row } from '../document.ts';
import { spelledOut } from '../escapes.ts';
import { anchor, inline } from '../inline.ts';
import { createKeys } from '../keys.ts';
import { unquotedPath } from '../quoted-path.ts';
import { wordsOf } from '../words.ts';
import { ghNames } from './gh-names.ts';
import { type Grid, type GridRecord, shapeOf, tagsIn } from './shapes.ts';
import { renderShortlog } from './shortlog.ts';
import { isNumber, sorted } from './sort.ts';

const WIDEST = 60;
const SAMPLE = 2_000;
/** Room for the sign that a column is sorted, and between columns. */
const SPARE = 3;

/** Lists as tables that sort; null when the text is none. */
export function renderTable(text: string, look: Look, command: Command | null): Document | null {
  const name = command === null ? '' : wordsOf(command).name;
  const grid = name === 'tag' ? tagsIn(text) : shapeOf(text);
  if (grid === null) return renderShortlog(text);
  const columns = columnsOf({ ...grid, names: ghNames(name, grid.names.length) ?? grid.names });
  const template = columnTemplate(columns);
  const keyOf = createKeys();
  const rows = sorted(grid.records, look.sort).map((record): Row => {
    const draw = () => drawRecord(record, grid, columns, template);
    return { key: keyOf(record.text), text: record.text, depth: 0, heads: false, draw };
  });
  return { kind: 'table', rows, columns, wantsParents: [], tall: false };
}

function columnsOf({ names, records }: Grid): readonly Column[] {
  const sample = records.slice(0, SAMPLE).filter(({ cells }) => cells.length === names.length);
  return names.map((name, i) => {
    const cells = sample.map(({ cells }) => cells[i] ?? '').filter(cell => cell !== '' && cell !== '-');
    const longest = Math.max(name.length, ...cells.map(cell => Math.min(cell.length, WIDEST)));
    return { name, numeric: cells.length > 0 && cells.every(isNumber), width: longest + SPARE };
  });
}

function drawRecord(
  { cells, text }: GridRecord,
  grid: Grid,
  columns: readonly Column[],
  template: string,
): HTMLElement {
  const row = h('div', { class: 'row cells' });
  row.style.gridTemplateColumns = template;
  if (cells.length !== columns.length && cells.length === 1) {
    row.append(h('span', { class: 'cell whole' }, ...inline(text)));
    return row;
  }
  columns.forEach(({ numeric }, i) => {
    const cell = cells[i] ?? '';
    row.append(
      h('span', { class: numeric ? 'cell numeric' : 'cell', title: spelledOut(cell) }, ...content(cell, i, grid)),
    );
  });
  return row;
}

function content(cell: string, column: number, { ids, paths }: Grid): Node[] {
  if (ids.includes(column) && /^[0-9a-f]{4,64}$/.test(cell)) return [anchor({ kind: 'commit', value: cell }, cell)];
  if (paths.includes(column)) return [anchor({ kind: 'path', value: unquotedPath(cell) }, cell)];
  return inline(cell);
}
