import type { ChangeAction, StatusFile } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { countCells } from './cells.ts';
import { actionsOn, changeButtons } from './change-actions.ts';
import type { FileSort } from './order.ts';
import { redrawIfChanged } from './redraw.ts';
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
    readonly files: readonly StatusFile[];
  }): void;
}

const HEADS = ['path', 'net', 'type'] as const satisfies readonly FileSort['by'][];

/** The heads of the columns, which sort, and under them what all files come to. */
export function createColumns(onSort: (by: FileSort['by']) => void, onChange: (action: ChangeAction) => void): Columns {
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
  const name = h('span', { class: 'entry-name' });
  const actions = h('span', { class: 'all-actions' });
  const sums = h('span', { class: 'sums' });
  const totals = h('div', { class: 'totals' }, name, actions, sums);
  return {
    element: h('div', { class: 'columns' }, heads, totals),
    show({ sort, totals: sum, all, counted, files: shown }) {
      for (const { show } of buttons) show(sort);
      const files = shownFileCount(sum.files, all);
      redrawIfChanged(actions, actionsOn(shown), offered => changeButtons(offered, onChange));
      name.title = `${files}, ${lineCounts(sum)}`;
      name.replaceChildren(h('strong', { class: 'base ellipsis' }, files));
      sums.replaceChildren(...countCells(sum, !counted), h('span', { class: 'stage' }), h('span', { class: 'letter' }));
    },
  };
}
