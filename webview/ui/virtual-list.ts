import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { h } from './dom.ts';
import './virtual-list.css';

/** The roles of a list, each with that of its rows. */
const ROW_ROLES = { list: 'listitem', listbox: 'option', tree: 'treeitem', grid: 'row', treegrid: 'row' } as const;
type ListRole = keyof typeof ROW_ROLES;

interface VirtualListOptions {
  /** The element that scrolls; the list fills it. */
  readonly scroller: HTMLElement;
  readonly count: () => number;
  /** The same row keeps its key over updates: scroll, focus and selection hang on it. */
  readonly key: (index: number) => string;
  /** A row that looks the same after an update keeps its element, so a handler should hang on the key only. */
  readonly draw: (index: number) => HTMLElement;
  /** More attributes of a row, such as `aria-level` and `aria-expanded`. */
  readonly attributes?: (index: number) => Readonly<Record<string, string | number>>;
  /** In pixels, what a row is taken for until it is measured. */
  readonly rowHeight: number;
  readonly label: string;
  readonly role: ListRole;
  /** Hears of every move of what is in sight. */
  readonly onScroll?: () => void;
}

/** The row at the top of what is in sight, and how far it is scrolled out. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

export interface VirtualList {
  /** Draws what changed; keeps the row at the top where it is, and the focus on its row. */
  update(): void;
  /** Draws the rows in sight again, when they are the same rows in the same places. */
  redraw(): void;
  /** As `update`, when rows may have another height than before. */
  relayout(): void;
  scrollToIndex(index: number, align?: 'auto' | 'start' | 'center'): void;
  /** The row the keyboard is on, or null before there is one. */
  focusedIndex(): number | null;
  /** Puts the keyboard on a row and brings it in sight. */
  focusIndex(index: number): void;
  /** Scrolls to the top and forgets which row had the keyboard, for other rows. */
  reset(): void;
  anchor(): Anchor | null;
  /** Puts the anchor's row back at the top; does nothing when it is gone. */
  restore(anchor: Anchor): void;
  dispose(): void;
}

interface DrawnRow {
  readonly key: string;
  readonly index: number;
  readonly start: number;
  readonly size: number;
  readonly element: HTMLElement;
}

/** Each row out of sight is paid for at every jump; as many as a turn of the wheel brings in sight are enough. */
const OVERSCAN = 6;

/** Rows of which only those in sight are drawn; arrows, Page Up and Down, Home and End move between them. */
export function createVirtualList(options: VirtualListOptions): VirtualList {
  const { scroller, count, key, draw } = options;
  const rows = h('div', { class: 'virtual-rows', role: 'presentation' });
  const sizer = h('div', { class: 'virtual-sizer', role: 'presentation' }, rows);
  scroller.classList.add('virtual-scroller');
  scroller.setAttribute('role', options.role);
  scroller.setAttribute('aria-label', options.label);
  scroller.replaceChildren(sizer);

  let drawn: readonly DrawnRow[] = [];
  let focusedKey: string | null = null;
  let focusedAt = -1;
  let widest = 0;
  let measuring = false;

  const settings = () => ({
    count: count(),
    getScrollElement: () => scroller,
    estimateSize: () => options.rowHeight,
    // A new function each time: the layout is remembered by it.
    getItemKey: (index: number) => key(index),
    scrollToFn: elementScroll<HTMLElement>,
    observeElementRect,
    observeElementOffset,
    overscan: OVERSCAN,
    onChange() {
      if (!measuring) render(false);
    },
  });
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(settings());
  const unmount = virtualizer._didMount();

  const render = (redraw: boolean) => {
    const focusWithin = rows.contains(document.activeElement) || document.activeElement === scroller;
    const before = new Map(drawn.map(row => [row.key, row.element]));
    const items = virtualizer.getVirtualItems();
    drawn = items.map(({ index, start, size }) => {
      const name = key(index);
      const old = before.get(name);
      const element = old ?? rowElement();
      if (!old) element.append(draw(index));
      else if (redraw) replaceUnlessEqual(element, draw(index));
      if (!old || redraw || element.dataset.index !== String(index)) describe(element, index);
      return { key: name, index, start, size, element };
    });
    place(rows, drawn);
    sizer.style.height = `${virtualizer.getTotalSize()}px`;
    rows.style.transform = `translateY(${drawn[0]?.start ?? 0}px)`;
    measure();
    showFocus(focusWithin);
    options.onScroll?.();
  };

  /** Tells the virtualizer of rows that are not as tall as it takes them for: wrapped lines, headers, blocks of Markdown. */
  const measure = () => {
    const taken = drawn.reduce((sum, { size }) => sum + size, 0);
    // One look at all is enough as long as they fit; nothing has a height while the page is hidden.
    const { height } = rows.getBoundingClientRect();
    if (measuring || height === 0 || Math.abs(height - taken) < 0.5) return;
    measuring = true;
    const heights = drawn.map(({ index, element }) => ({ index, height: element.getBoundingClientRect().height }));
    for (const row of heights) virtualizer.resizeItem(row.index, row.height);
    render(false);
    measuring = false;
  };

  const rowElement = () => h('div', { class: 'virtual-row', role: ROW_ROLES[options.role], tabindex: -1 });

  const describe = (element: HTMLElement, index: number) => {
    element.dataset.index = String(index);
    if (ROW_ROLES[options.role] === 'row') element.setAttribute('aria-rowindex', String(index + 1));
    else {
      element.setAttribute('aria-posinset', String(index + 1));
      element.setAttribute('aria-setsize', String(count()));
    }
    for (const name of ['aria-level', 'aria-expanded', 'data-vscode-context']) element.removeAttribute(name);
    for (const [name, value] of Object.entries(options.attributes?.(index) ?? {})) {
      element.setAttribute(name, String(value));
    }
  };

  /** One place of the list takes the Tab key: the focused row if it is drawn, else the first in sight. */
  const showFocus = (focusWithin: boolean) => {
    const focused = drawn.find(row => row.key === focusedKey);
    const top = virtualizer.scrollOffset ?? 0;
    const entry = focused ?? drawn.find(row => row.start >= top) ?? drawn[0];
    for (const { element } of drawn) element.tabIndex = element === entry?.element ? 0 : -1;
    scroller.tabIndex = -1;
    if (!focusWithin || rows.contains(document.activeElement)) return;
    // The row with the focus left the page: the scroller holds it until the row is back.
    (focused?.element ?? scroller).focus({ preventScroll: true });
  };

  const update = (clear: boolean) => {
    const top = scroller.scrollTop;
    const places = drawn.filter(row => row.start + row.size > top);
    if (clear) virtualizer.measure();
    virtualizer.setOptions(settings());
    if (options.role === 'grid' || options.role === 'treegrid') scroller.setAttribute('aria-rowcount', String(count()));
    widest = 0;
    rows.style.minWidth = '';
    virtualizer._willUpdate();
    sizer.style.height = `${virtualizer.getTotalSize()}px`;
    // At the very top a person wants what is new; elsewhere what they were reading.
    if (top > 0) keepInPlace(places, top);
    const found = focusedKey === null ? -1 : indexForKey(focusedKey, count(), key, focusedAt);
    if (found !== -1) focusedAt = found;
    else if (focusedKey !== null && count() > 0) focus(Math.min(focusedAt, count() - 1), false);
    render(true);
  };

  const keepInPlace = (places: readonly DrawnRow[], top: number) => {
    for (const place of places) {
      const index = indexForKey(place.key, count(), key, place.index);
      if (index === -1) continue;
      setTop(startOf(index) + top - place.start);
      return;
    }
    setTop(top);
  };

  const startOf = (index: number) => virtualizer.measurementsCache[index]?.start ?? index * options.rowHeight;

  const setTop = (top: number) => {
    scroller.scrollTop = top;
    // The event of this write comes a frame later; without it the old rows would be drawn once more.
    virtualizer.scrollOffset = scroller.scrollTop;
  };

  const focus = (index: number, reveal: boolean) => {
    focusedAt = index;
    focusedKey = key(index);
    if (!reveal) return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    virtualizer.scrollOffset = scroller.scrollTop;
    render(false);
    drawn.find(row => row.index === index)?.element.focus({ preventScroll: true });
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey || count() === 0 || editable(event.target)) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / options.rowHeight) - 1);
    const last = count() - 1;
    const from = focusedKey === null ? -1 : focusedAt;
    const to: Readonly<Record<string, number>> = event.ctrlKey
      ? { Home: 0, End: last }
      : { ArrowDown: from + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: last };
    const target = to[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focus(Math.min(Math.max(target, 0), last), true);
  };

  const onFocus = (event: FocusEvent) => {
    const row = drawn.find(({ element }) => event.target instanceof Node && element.contains(event.target));
    if (row === undefined) return;
    focusedKey = row.key;
    focusedAt = row.index;
    showFocus(false);
  };

  // Lines keep the width of the widest seen, so that scrolling down does not pull the page sideways.
  const resized = () => {
    measure();
    if (rows.offsetWidth <= widest || rows.offsetWidth <= scroller.clientWidth) return;
    widest = rows.offsetWidth;
    rows.style.minWidth = `${widest}px`;
  };
  // In the next frame: a change within the observer's own is reported as an error.
  const widths = new ResizeObserver(() => requestAnimationFrame(resized));

  scroller.addEventListener('keydown', onKey);
  scroller.addEventListener('focusin', onFocus);
  widths.observe(rows);
  update(false);

  return {
    update: () => update(false),
    redraw: () => render(true),
    relayout: () => update(true),
    scrollToIndex: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
    focusedIndex: () => (focusedKey === null || focusedAt >= count() ? null : focusedAt),
    focusIndex: index => focus(index, true),
    reset() {
      focusedKey = null;
      focusedAt = -1;
      setTop(0);
      update(true);
    },
    anchor() {
      const top = scroller.scrollTop;
      const first = drawn.find(row => row.start + row.size > top);
      return first ? { key: first.key, offset: top - first.start } : null;
    },
    restore(anchor) {
      const index = indexForKey(anchor.key, count(), key, 0);
      if (index === -1) return;
      setTop(startOf(index) + anchor.offset);
      render(false);
    },
    dispose() {
      scroller.removeEventListener('keydown', onKey);
      scroller.removeEventListener('focusin', onFocus);
      widths.disconnect();
      unmount();
    },
  };
}

/** A row that looks as before keeps its nodes, and with them what is selected in it. */
function replaceUnlessEqual(row: HTMLElement, content: HTMLElement): void {
  if (row.firstElementChild?.isEqualNode(content) !== true) row.replaceChildren(content);
}

/** Puts the drawn rows in order, moving none that is already in its place. */
function place(parent: HTMLElement, drawn: readonly DrawnRow[]): void {
  const wanted = new Set(drawn.map(({ element }) => element));
  for (const child of [...parent.children]) if (!wanted.has(child as HTMLElement)) child.remove();
  drawn.forEach(({ element }, at) => {
    const there = parent.children[at];
    if (there !== element) parent.insertBefore(element, there ?? null);
  });
}

function editable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** The place of a key in a list, looked for first near where it was; -1 when it is gone. */
function indexForKey(wanted: string, count: number, key: (index: number) => string, near: number): number {
  const start = Math.min(Math.max(near, 0), Math.max(count - 1, 0));
  for (let distance = 0; distance < count; distance++) {
    const below = start + distance;
    const above = start - distance;
    if (below < count && key(below) === wanted) return below;
    if (above >= 0 && key(above) === wanted) return above;
    if (below >= count && above < 0) return -1;
  }
  return -1;
}
