import type { ChangeAction, ConflictSide, FromStatusPage } from '../../src/protocol/to-status-page.ts';
import { h } from '../ui/dom.ts';
import { createVirtualList, type VirtualList } from '../ui/virtual-list.ts';
import { actionOfKey, actionsOn, actionsOnHunk, changedBy, filesIn, keysOf } from './change-actions.ts';
import { keysOfSides, sideOfKey, sidesToTake } from './conflict-actions.ts';
import { drawRow, rowLabel, type Shown } from './draw-row.ts';
import { scrollHorizontally } from './horizontal-scroll.ts';
import type { Model, ViewRow } from './rows.ts';
import { TEXT } from './text.ts';
import './list.css';

interface ListOptions {
  readonly post: (message: FromStatusPage) => void;
  /** Opens or closes what a row heads. */
  readonly onToggle: (row: ViewRow, open: boolean) => void;
  readonly onClearFilter: () => void;
}

interface StatusList {
  readonly element: HTMLElement;
  show(model: Model, shown: Shown): void;
  /** Puts the keyboard on the first row. */
  focus(): void;
}

/** The acts that `data-act` may name. */
type Act = 'toggle' | 'open-file' | 'open-diff' | 'open-log' | 'clear-filter' | ChangeAction | ConflictSide;

const ROW_HEIGHT = 22;
const COMMIT = /^[0-9a-f]{4,64}$/;

/** The files, their diffs and the log as one list, by mouse and by keyboard. */
export function createList(options: ListOptions): StatusList {
  const { post, onToggle } = options;
  const element = h('div', { class: 'list' });
  let rows: readonly ViewRow[] = [];
  let drawnWith: Shown = { counted: true, whose: { ours: '', theirs: '' } };
  let complete = false;
  let list: VirtualList | undefined;

  const start = () =>
    createVirtualList({
      scroller: element,
      count: () => rows.length,
      key: index => rows[index]?.key ?? '',
      draw: index => drawn(rows[index]),
      attributes: index => attributesOf(rows[index]),
      rowHeight: ROW_HEIGHT,
      label: TEXT.changedFiles,
      role: 'treegrid',
    });
  const drawn = (row: ViewRow | undefined) => (row === undefined ? h('div') : drawRow(row, drawnWith));

  const act = (row: ViewRow, what: Act) => {
    const path = pathOf(row);
    if (what === 'toggle') toggle(row);
    else if (what === 'open-log') post({ type: 'open-log' });
    else if (what === 'clear-filter') options.onClearFilter();
    else if (isChange(what)) change(row, what);
    else if (isSide(what)) take(row, what);
    else if (path !== null) post({ type: what, path });
  };
  const change = (row: ViewRow, action: ChangeAction) => {
    if (!changesOf(row).includes(action)) return;
    if (row.kind === 'line' && row.hunk !== null && row.path !== null) {
      const { diff, side, hunk } = row.hunk;
      return post({ type: 'hunk', action, path: row.path, diff, side, hunk });
    }
    if (row.kind === 'file') post({ type: 'change', action, paths: [row.file.path], folder: null });
    if (row.kind === 'folder') {
      const paths = changedBy(action, filesIn(row.folder)).map(({ path }) => path);
      post({ type: 'change', action, paths, folder: complete ? row.folder.path : null });
    }
  };
  const take = (row: ViewRow, side: ConflictSide) => {
    if (row.kind === 'file' && sidesOfRow(row).includes(side))
      post({ type: 'resolve', path: row.file.path, take: side });
  };
  const toggle = (row: ViewRow) => {
    const open = expandedOf(row);
    if (open !== null) onToggle(row, !open);
  };

  const rowAt = (target: EventTarget | null): ViewRow | undefined => {
    const holder = target instanceof Element ? target.closest<HTMLElement>('.virtual-row') : null;
    return holder === null ? undefined : rows[Number(holder.dataset.index)];
  };

  const follow = (link: HTMLElement) => {
    const { kind, value = '' } = link.dataset;
    if (kind === 'commit' && COMMIT.test(value)) post({ type: 'commit', id: value });
  };

  element.addEventListener('click', event => {
    const row = rowAt(event.target);
    if (row === undefined || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLElement>('a.link');
    const named = event.target.closest<HTMLElement>('[data-act]')?.dataset.act as Act | undefined;
    if (link !== null) {
      event.preventDefault();
      follow(link);
    } else if (named !== undefined) act(row, named);
    else if (row.kind === 'file') act(row, event.ctrlKey || event.metaKey ? 'open-file' : 'open-diff');
    else toggle(row);
  });

  const enter = (row: ViewRow, other: boolean, holder: HTMLElement) => {
    if (row.kind === 'file') act(row, other ? 'open-file' : 'open-diff');
    else if (row.kind === 'note') act(row, row.action ?? 'open-diff');
    else if (row.kind !== 'line') toggle(row);
    else if (row.path !== null) act(row, 'open-diff');
    else {
      const link = holder.querySelector<HTMLElement>('a.link[data-kind="commit"]');
      if (link !== null) follow(link);
    }
  };

  element.addEventListener('keydown', event => {
    const { target } = event;
    // Keys inside a row's link or button are their own.
    if (!(target instanceof HTMLElement) || !target.classList.contains('virtual-row')) return;
    const index = Number(target.dataset.index);
    const row = rows[index];
    if (row === undefined || event.altKey) return;
    const action = event.ctrlKey || event.metaKey ? undefined : actionOfKey(event.key);
    if (action !== undefined) {
      event.preventDefault();
      return change(row, action);
    }
    const side = event.ctrlKey || event.metaKey ? undefined : sideOfKey(event.key);
    if (side !== undefined && sidesOfRow(row).includes(side)) {
      event.preventDefault();
      return take(row, side);
    }
    if (event.shiftKey) return;
    const open = expandedOf(row);
    const other = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') enter(row, other, target);
    else if (other) return;
    else if (event.key === ' ') toggle(row);
    else if (event.key === 'ArrowRight' && open === false) onToggle(row, true);
    else if (event.key === 'ArrowRight' && open === true) list?.focusIndex(Math.min(index + 1, rows.length - 1));
    else if (event.key === 'ArrowLeft' && open === true) onToggle(row, false);
    else if (event.key === 'ArrowLeft') list?.focusIndex(parentOf(rows, index));
    else return;
    event.preventDefault();
  });

  const settle = scrollHorizontally(element);

  return {
    element,
    show(model, shown) {
      rows = model.rows;
      complete = model.complete;
      drawnWith = shown;
      if (list === undefined) list = start();
      else list.update();
      settle();
    },
    focus: () => {
      if (rows.length > 0) list?.focusIndex(list.focusedIndex() ?? 0);
    },
  };
}

/** What can be done about the changes of a row. */
function changesOf(row: ViewRow): readonly ChangeAction[] {
  if (row.kind === 'file') return actionsOn([row.file]);
  if (row.kind === 'folder') return actionsOn(filesIn(row.folder));
  return row.kind === 'line' && row.hunk !== null ? actionsOnHunk(row.hunk.side) : [];
}

const sidesOfRow = (row: ViewRow): readonly ConflictSide[] => (row.kind === 'file' ? sidesToTake(row.file) : []);

/** The keys of all that can be done in a row. */
const shortcutsOf = (row: ViewRow): string =>
  [...keysOfSides(sidesOfRow(row)), keysOf(changesOf(row))].filter(Boolean).join(' ');

const isSide = (act: Act): act is ConflictSide => act === 'ours' || act === 'theirs';

const isChange = (act: Act): act is ChangeAction => act === 'stage' || act === 'unstage' || act === 'discard';

/** Null for what cannot be opened. */
const expandedOf = (row: ViewRow): boolean | null => ('expanded' in row ? row.expanded : null);

function pathOf(row: ViewRow): string | null {
  if (row.kind === 'file') return row.file.path;
  return row.kind === 'line' || row.kind === 'note' ? row.path : null;
}

function attributesOf(row: ViewRow | undefined): Readonly<Record<string, string | number>> {
  if (row === undefined) return {};
  const open = expandedOf(row);
  return {
    'aria-level': row.level,
    'aria-label': rowLabel(row),
    ...(open === null ? {} : { 'aria-expanded': String(open) }),
    ...(shortcutsOf(row) === '' ? {} : { 'aria-keyshortcuts': shortcutsOf(row) }),
  };
}

function parentOf(rows: readonly ViewRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  const parent = rows.slice(0, index).findLastIndex(row => row.level < level);
  return parent === -1 ? index : parent;
}
