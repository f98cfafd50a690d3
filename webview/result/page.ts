import type { FromResultPage, PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import { isShort } from '../render/beginning.ts';
import { fill, h } from '../ui/dom.ts';
import type { Host } from '../ui/host.ts';
import { createSlices } from '../ui/slices.ts';
import { finished } from '../ui/steps.ts';
import { nextSort } from './columns.ts';
import { createContent } from './content.ts';
import { createHeader } from './header.ts';
import { createNotes, type NoteActions } from './notes.ts';
import { type Composed, createComposer } from './output.ts';
import { createParentsAsker } from './parents.ts';
import { FIRST_LOOK, readSaved, type SavedLook, writeSaved } from './saved.ts';
import { type Action, createToolbar } from './toolbar.ts';
import { spellLines, spellMatches } from './words.ts';
import './page.css';

/** Long enough that typing and scrolling do not save at every step. */
const SAVE_MS = 250;
const STILL_MS = 120;
/** Long enough that what is drawn first is painted first. */
const REST_MS = 50;

export interface ResultPage {
  readonly elements: readonly HTMLElement[];
  start(): void;
  hear(message: ToResultPage): void;
}

/** The page of a result panel: keeps how a person looks at the output while the output changes under it. */
export function createPage(host: Host<FromResultPage>): ResultPage {
  const saved = readSaved(host.state());
  let look: SavedLook = saved?.look ?? FIRST_LOOK;
  let head: PanelHead | null = null;
  let text: string | null = null;
  /** Where to scroll to once the first output is here. */
  let comeBack = look.anchor;
  let composed: Composed | null = null;
  let frame = 0;
  let scrolled = 0;
  let waiting = false;
  let saving: ReturnType<typeof setTimeout> | undefined;

  const parents = createParentsAsker(commits => host.post({ type: 'parents', commits }));
  const composer = createComposer();
  const slices = createSlices();
  const header = createHeader(() => host.post({ type: 'copy', text: head?.command ?? '' }));
  const toolbar = createToolbar({ act, ask: type => host.post({ type }), onFilter: filter => drawSoon({ filter }) });
  const content = createContent({
    post: host.post,
    fold: (key, fold) => change({ folded: fold ? [...look.folded, key] : look.folded.filter(other => other !== key) }),
    onSort: column => change({ sort: nextSort(look.sort, column) }),
    parents: parents.known,
    onScroll() {
      scrolled = performance.now();
      save();
    },
  });
  const above = h('div', { class: 'notes' });
  const instead = h('div', { class: 'instead' });
  const actions: NoteActions = {
    refresh: () => host.post({ type: 'refresh' }),
    openFull: () => host.post({ type: 'open-full' }),
    clearFilter() {
      toolbar.filter.value = '';
      change({ filter: '' });
      toolbar.filter.focus();
    },
  };
  const notes = createNotes(actions);

  function hear(message: ToResultPage): void {
    if (message.type === 'panel') {
      const isFirst = head === null;
      if (isFirst && saved !== null && saved.uid !== message.uid) forget();
      head = message;
      // By it the host finds the panel of this tab after a reload, however soon that comes.
      if (isFirst) keep();
      draw();
    } else if (message.type === 'content') {
      text = message.text;
      draw();
    } else if (message.type === 'parents') {
      parents.answer(message.commits);
      redrawWhenStill();
    } else act(message.action);
  }

  /** What was kept is of another panel. */
  function forget(): void {
    look = FIRST_LOOK;
    comeBack = null;
    toolbar.filter.value = '';
  }

  function act(action: Action): void {
    if (action === 'filter') toolbar.filter.focus();
    else if (action === 'copy') host.post({ type: 'copy', text: content.selection() || shownText() });
    else if (action === 'toggle-wrap') change({ wrap: !wraps() });
    else if (action === 'toggle-text') change({ plain: !look.plain });
    else if (action === 'toggle-side-by-side') change({ sideBySide: !look.sideBySide });
    else change({ folded: action === 'fold-all' ? allHeads() : [] });
  }

  /** Also those of what is not shown yet. */
  function allHeads(): string[] {
    if (composed === null || head === null || text === null) return [];
    return [...(composed.whole ? composed : finished(composer.whole(head, text, look))).heads];
  }

  /** All of the output as it was printed, or what a filter leaves of it. */
  function shownText(): string {
    if (composed === null || composed.arranged.matches === null) return text ?? '';
    const { rows } = composed.document;
    return composed.arranged.visible.map(at => rows[at]?.text ?? '').join('\n');
  }

  const wraps = () => look.wrap ?? head?.wrap ?? false;

  function change(part: Partial<SavedLook>): void {
    look = { ...look, ...part };
    draw();
    save();
  }

  /** Several keys typed within a frame are one change. */
  function drawSoon(part: Partial<SavedLook>): void {
    look = { ...look, ...part };
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => change({}));
  }

  /** Answers come one after the other: not each is drawn, and none in the middle of a scroll. */
  function redrawWhenStill(): void {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (performance.now() - scrolled < STILL_MS) redrawWhenStill();
      else content.redraw();
    }, STILL_MS);
  }

  function draw(): void {
    slices.stop();
    if (head === null || text === null) {
      show(null);
      return;
    }
    const whole = composer.whole(head, text, look);
    // At first a long output is shown from its beginning, unless a person was further down.
    const beginning = composed === null && comeBack === null ? composer.beginning(head, text, look) : composed;
    if (isShort(text)) show(finished(whole));
    else if (beginning?.whole === false) {
      show(beginning);
      slices.startIn(REST_MS, whole, show);
    } else if (!slices.start(whole, show)) show(composed);
  }

  function show(next: Composed | null): void {
    composed = next;
    const rows = composed?.arranged.visible.length ?? 0;
    const failed = head !== null && head.failure !== null;
    fill(instead, notes.instead({ text: composed && text, failed, filter: look.filter, rows }));
    instead.hidden = instead.childElementCount === 0;
    content.element.hidden = !instead.hidden;
    if (head !== null) drawTop(head);
    if (composed !== null) drawContent(composed);
  }

  function drawTop(head: PanelHead): void {
    header.show(head);
    header.showCounts(composed === null ? '' : countsOf(composed));
    const canFold = composed !== null && composed.heads.length > 0;
    toolbar.show({ head, look, wrap: wraps(), kind: composed?.kind ?? 'text', canFold });
    toolbar.showProblem(composed?.arranged.problem ?? null);
    fill(above, notes.above(head));
  }

  function drawContent({ document, arranged, whole }: Composed): void {
    // A filter looks into what is folded.
    const folded = new Set(arranged.matches === null ? look.folded : []);
    // Two sides have half of the width each: they wrap, or one of them would be out of sight.
    const halved = document.kind === 'diff' && look.sideBySide;
    content.show({ document, arranged, folded, sort: look.sort, wrap: wraps() || halved });
    if (comeBack !== null) content.restore(comeBack);
    comeBack = null;
    // After the paint: the rows are there without it.
    if (whole) setTimeout(() => parents.want(document.wantsParents));
  }

  function save(): void {
    saving ??= setTimeout(keep, SAVE_MS);
  }

  function keep(): void {
    clearTimeout(saving);
    saving = undefined;
    if (head === null) return;
    const anchor = text === null ? look.anchor : content.anchor();
    host.setState(writeSaved(head.uid, { ...look, anchor }));
  }

  function onKey(event: KeyboardEvent): void {
    const inFilter = event.target === toolbar.filter.element;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') toolbar.filter.focus();
    else if (event.key === 'Escape' && look.filter !== '') actions.clearFilter();
    else if (inFilter && ['Escape', 'Enter', 'ArrowDown'].includes(event.key)) content.focus();
    else return;
    event.preventDefault();
  }

  return {
    elements: [h('div', { class: 'top' }, header.element, toolbar.element), above, content.element, instead],
    start() {
      toolbar.filter.value = look.filter;
      document.addEventListener('keydown', onKey);
      document.addEventListener('visibilitychange', keep);
      draw();
      host.post({ type: 'ready' });
    },
    hear,
  };
}

function countsOf({ arranged, document, lines }: Composed): string {
  return arranged.matches === null ? spellLines(lines) : spellMatches(arranged.matches, document.rows.length);
}
