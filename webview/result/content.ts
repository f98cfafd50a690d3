import type { FromResultPage } from '../../src/protocol/to-result-page.ts';
import type { Document, Known, Row, Sort } from '../render/document.ts';
import { h } from '../ui/dom.ts';
import { type Anchor, createVirtualList } from '../ui/virtual-list.ts';
import { foldBy } from './folding.ts';
import { followLinks, openMenus } from './links.ts';
import { drawTableHeader } from './table-header.ts';
import { TEXT } from './text.ts';
import type { VisibleRows } from './visible-rows.ts';

interface ContentState {
  readonly document: Document;
  readonly visibleRows: VisibleRows;
  readonly folded: ReadonlySet<string>;
  readonly sort: Sort | null;
  readonly wrap: boolean;
}

export interface Content {
  readonly element: HTMLElement;
  show(shown: ContentState): void;
  /** Draws the rows in sight again, when more is known than before. */
  redraw(): void;
  /** Begins at the top again, for another output. */
  reset(): void;
  anchor(): Anchor | null;
  restore(anchor: Anchor): void;
  /** The text a person selected in it, or an empty one. */
  selection(): string;
  focus(): void;
}

/** The rows of the output, and a table's header above them. */
export function createContent(options: {
  readonly post: (message: FromResultPage) => void;
  readonly fold: (key: string, folded: boolean) => void;
  readonly onSort: (column: number) => void;
  readonly known: Known;
  readonly onScroll: () => void;
}): Content {
  const scroller = h('div', { class: 'rows mono' });
  // It scrolls sideways with the rows.
  const header = h('div', { class: 'columns mono', role: 'presentation', 'data-follows': true, hidden: true });
  const element = h('div', { class: 'content' }, header, scroller);
  let shown: ContentState | null = null;

  const row = (index: number): Row | undefined => {
    const at = shown?.visibleRows.indices[index];
    return at === undefined ? undefined : shown?.document.rows[at];
  };
  const list = createVirtualList({
    scroller,
    count: () => shown?.visibleRows.indices.length ?? 0,
    key: index => row(index)?.key ?? '',
    draw(index) {
      const drawn = row(index)?.draw(options.known) ?? h('div', { class: 'row' });
      drawn.setAttribute('role', 'gridcell');
      return drawn;
    },
    attributes: index => attributesOf(row(index), shown?.folded),
    rowHeight: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height')) || 20,
    label: TEXT.output,
    role: 'treegrid',
    onScroll: options.onScroll,
  });

  scroller.addEventListener('scroll', () => {
    header.scrollLeft = scroller.scrollLeft;
  });
  foldBy(scroller, {
    list,
    row,
    isFolded: key => shown?.folded.has(key) === true,
    fold: options.fold,
  });
  followLinks(scroller, options.post);
  openMenus(scroller);

  return {
    element,
    show(next) {
      const before = shown;
      shown = next;
      element.classList.toggle('wrap', next.wrap);
      element.dataset.kind = next.document.kind;
      if (before?.document.columns !== next.document.columns || before?.sort !== next.sort) {
        header.hidden = next.document.columns === null;
        if (next.document.columns)
          header.replaceChildren(drawTableHeader(next.document.columns, next.sort, options.onSort));
      }
      if (before !== null && (before.wrap !== next.wrap || before.document.kind !== next.document.kind))
        list.relayout();
      else list.update();
    },
    redraw: () => list.redraw(),
    reset() {
      shown = null;
      list.reset();
    },
    anchor: () => list.anchor(),
    restore: anchor => list.restore(anchor),
    selection() {
      const selected = document.getSelection();
      return selected?.anchorNode && scroller.contains(selected.anchorNode) ? selected.toString() : '';
    },
    focus: () => list.focusIndex(list.focusedIndex() ?? 0),
  };
}

/** The editor's own menu for a commit; the host looks up what it is called with. */
const menuOf = (commit: string) => ({
  'data-vscode-context': JSON.stringify({ webviewSection: 'commit', commit, preventDefaultContextMenuItems: true }),
});

function attributesOf(row: Row | undefined, folded: ReadonlySet<string> | undefined): Record<string, string | number> {
  if (row === undefined) return {};
  const level = { 'aria-level': row.depth + 1, ...(row.commit !== undefined && menuOf(row.commit)) };
  return row.heads ? { ...level, 'aria-expanded': folded?.has(row.key) ? 'false' : 'true' } : level;
}
