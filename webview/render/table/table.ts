import { spellOutInvisible } from '../../../src/shared/invisible-characters.ts';
import { h } from '../../ui/dom.ts';
import { type Incremental, mapIncrementally, memoIncremental, runToEnd } from '../../ui/incremental.ts';
import { columnTemplate } from '../column-template.ts';
import type { Column, Command, Document, RenderOptions, Row } from '../document.ts';
import { anchor, inline } from '../inline.ts';
import { unquotedPath } from '../quoted-path.ts';
import { createRowKeys } from '../rows.ts';
import { ghColumns } from './gh-columns.ts';
import { type Grid, type GridRecord, gridOf, SAMPLE, tagsIn } from './grid.ts';
import { type Look, looksOf } from './looks.ts';
import { renderShortlog } from './shortlog.ts';
import { isNumber, sorted } from './sort.ts';
import './table.css';

const WIDEST = 60;
/** Room for the sign that a column is sorted, and between columns. */
const SPARE = 3;

/** Lists as tables that sort; null when the text is none. */
export function* renderTable(
  text: string,
  options: RenderOptions,
  command: Command | null,
): Incremental<Document | null> {
  const grid = gridFor(text, nameOf(command));
  if (grid === null) return renderShortlog(text);
  const records = yield* recordsFor(grid);
  return yield* documentOf(grid, command, records, yield* sorted(records, options.sort));
}

/** The first rows of the same table; null when these are all, or when they are others once it is sorted. */
export function tableBeginning(text: string, options: RenderOptions, command: Command | null): Document | null {
  const grid = options.sort === null ? gridFor(text, nameOf(command)) : null;
  if (grid === null || grid.count <= SAMPLE) return null;
  const records = runToEnd(grid.records(SAMPLE));
  return runToEnd(documentOf(grid, command, records, records));
}

const nameOf = (command: Command | null) => command?.subcommand ?? '';
const gridFor = (text: string, name: string) => (name === 'tag' ? tagsIn(text) : gridOf(text));
// To sort is not to read again.
const recordsFor = memoIncremental((grid: Grid) => grid.records());

function* documentOf(
  grid: Grid,
  command: Command | null,
  records: readonly GridRecord[],
  inOrder: readonly GridRecord[],
): Incremental<Document> {
  const name = nameOf(command);
  const names = ghColumns(name, grid.names.length) ?? grid.names;
  const looks = command?.program === 'gh' ? looksOf(name, names) : [];
  const columns = columnsOf(names, looks, records.slice(0, SAMPLE));
  const template = columnTemplate(columns);
  const repositoryAt = names.findIndex(each => /^repository$/i.test(each));
  const ofPull = name === 'pr list' || name === 'search prs';
  const keyOf = createRowKeys();
  const rows = yield* mapIncrementally(inOrder, (record): Row => {
    const contents = (cell: string, at: number) =>
      looks[at]?.draw(cell, { repository: record.cells[repositoryAt], ofPull }) ?? content(cell, at, grid);
    const draw = () => drawRecord(record, columns, template, contents);
    return { key: keyOf(record.text), text: record.text, depth: 0, heads: false, draw };
  });
  return { kind: 'table', rows, columns, wantsCommits: [], tall: false };
}

function columnsOf(
  names: readonly string[],
  looks: readonly (Look | undefined)[],
  records: readonly GridRecord[],
): readonly Column[] {
  const sample = records.filter(({ cells }) => cells.length === names.length);
  return names.map((name, i) => {
    const cells = sample.map(({ cells }) => cells[i] ?? '').filter(cell => cell !== '' && cell !== '-');
    const longest = Math.max(
      name.length,
      ...cells.map(cell => Math.min((looks[i]?.shown(cell) ?? cell).length, WIDEST)),
    );
    return { name, numeric: cells.length > 0 && cells.every(isNumber), width: longest + SPARE };
  });
}

function drawRecord(
  { cells, text }: GridRecord,
  columns: readonly Column[],
  template: string,
  content: (cell: string, at: number) => Node[],
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
      h('span', { class: numeric ? 'cell numeric' : 'cell', title: spellOutInvisible(cell) }, ...content(cell, i)),
    );
  });
  return row;
}

function content(cell: string, column: number, { ids, paths }: Grid): Node[] {
  if (ids.includes(column) && /^[0-9a-f]{4,64}$/.test(cell)) return [anchor({ kind: 'commit', value: cell }, cell)];
  if (paths.includes(column)) return [anchor({ kind: 'path', value: unquotedPath(cell) }, unquotedPath(cell))];
  return inline(cell);
}
