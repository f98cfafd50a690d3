import { h, icon } from '../ui/dom.ts';
import { countCells } from './cells.ts';
import type { FileSort } from './order.ts';
import { COLUMNS, columnTitle, lineCounts, shownFileCount } from './text.ts';
import type { Totals } from './totals.ts';
import './entries.css';
import './column-heads.css';

export interface Columns {
  readonly element: HTMLElement;
  show(shown: {
    readonly sort: FileSort;
    readonly totals: Totals;
    readonly all: number;
    readonly counted: boolean;
  }): void;
}

const HEADS = ['path', 'net', 'type'] as const satisfies readonly FileSort['by'][];

/** The heads of the columns, which sort, and under them what all files come to. */
export function createColumns(onSort: (by: FileSort['by']) => void): Columns {
  const buttons = HEADS.map(by => {
    const { label } = COLUMNS[by];
    const arrow = h('span', { class: 'sort-arrow', 'aria-hidden': 'true' });
    const element = h(
      'button',
      { class: by === 'net' ? 'column count count-net' : `column column-${by}` },
      h('span', { class: 'long' }, label),
      h('span', { class: 'short' }, label.charAt(0)),
      arrow,
    );
    element.addEventListener('click', () => onSort(by));
    const show = (sort: FileSort) => {
      const current = sort.by === by;
      element.title = columnTitle(by, sort);
      element.ariaLabel = element.title;
      element.classList.toggle('current', current);
      arrow.replaceChildren(...(current ? [icon(sort.descending ? 'chevron-down' : 'chevron-up')] : []));
    };
    return { element, show };
  });
  const [path, net, type] = buttons.map(({ element }) => element);
  const sign = (name: string, text: string) =>
    h('span', { class: `column count count-${name}`, 'aria-hidden': 'true' }, text);
  const heads = h('div', { class: 'heads' });
  heads.append(...[path, sign('added', '+'), sign('removed', '−'), net, type].filter(part => part !== undefined));
  const totals = h('div', { class: 'totals' });
  return {
    element: h('div', { class: 'columns' }, heads, totals),
    show({ sort, totals: sum, all, counted }) {
      for (const { show } of buttons) show(sort);
      const files = shownFileCount(sum.files, all);
      totals.replaceChildren(
        h(
          'span',
          { class: 'entry-name', title: `${files}, ${lineCounts(sum)}` },
          h('strong', { class: 'base ellipsis' }, files),
        ),
        ...countCells(sum, !counted),
        h('span', { class: 'stage' }),
        h('span', { class: 'letter' }),
      );
    },
  };
}
