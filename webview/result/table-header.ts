import { columnTemplate } from '../render/column-template.ts';
import type { Column, Sort } from '../render/document.ts';
import { h, icon } from '../ui/dom.ts';
import { sortTitle } from './text.ts';
import './table-header.css';

/** The sort a click on a column leads to: up, down, then the order of the output again. */
export function nextSort(sort: Sort | null, column: number): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** The header of a table; each column is a button that sorts by it. */
export function drawTableHeader(
  columns: readonly Column[],
  sort: Sort | null,
  onSort: (column: number) => void,
): HTMLElement {
  const cells = columns.map(({ name, numeric }, at) => {
    const sorted = sort?.column === at ? sort : null;
    const button = h('button', { type: 'button', class: 'column ellipsis', title: sortTitle(name) }, name);
    if (sorted) button.append(icon(sorted.descending ? 'arrow-small-down' : 'arrow-small-up'));
    button.addEventListener('click', () => onSort(at));
    const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
    return h('div', { role: 'columnheader', class: numeric ? 'cell numeric' : 'cell', 'aria-sort': order }, button);
  });
  const row = h('div', { class: 'row cells', role: 'row' }, ...cells);
  row.style.gridTemplateColumns = columnTemplate(columns);
  return row;
}
