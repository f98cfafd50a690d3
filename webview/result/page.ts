import type { FromResultPage, PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import { isShort } from '../render/beginning.ts';
import type { Known, PullFacts } from '../render/document.ts';
import { h, setChildren } from '../ui/dom.ts';
import type { PageHost } from '../ui/host.ts';
import { runToEnd } from '../ui/incremental.ts';
import { createScheduler } from '../ui/scheduler.ts';
import { createCommitLoader } from './commits.ts';
import { createContent } from './content.ts';
import { createHeader } from './header.ts';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { createNotes, type NoteActions } from './notes.ts';
import { createPicture } from './picture.ts';
import { createPresenter, type Presentation } from './presentation.ts';
import { createFullSearch } from './search.ts';
import { nextSort } from './table-header.ts';
import { lineCount, matchCount } from './text.ts';
import { type Action, createToolbar } from './toolbar.ts';
import { INITIAL_VIEW_STATE, readSaved, type ViewState, writeSaved } from './view-state.ts';
import './page.css';

/** Long enough that typing and scrolling do not save at every step. */
const SAVE_MS = 250;
const STILL_MS = 120;
/** Long enough that what is drawn first is painted first. */
const REST_MS = 50;
/** Longer than a message takes that is on its way. */
const LOST_MS = 3000;

interface ResultPage {
  readonly elements: readonly HTMLElement[];
  start(): void;
  receive(message: ToResultPage): void;
}

/** The page of a result panel: keeps how a person looks at the output while the output changes under it. */
export function createPage(host: PageHost<FromResultPage>): ResultPage {
  const saved = readSaved(host.state());
  let viewState: ViewState = saved?.look ?? INITIAL_VIEW_STATE;
  let head: PanelHead | null = null;
  let text: string | null = null;
  /** Where to scroll to once the first output is here. */
  let comeBack = viewState.anchor;
  let presentation: Presentation | null = null;
  let frame = 0;
  let scrolled = 0;
  let waiting = false;
  let highlighter: Highlighter | null = null;
  let pull: PullFacts | null = null;
  let saving: ReturnType<typeof setTimeout> | undefined;

  const commits = createCommitLoader(ids => host.post({ type: 'commits', commits: ids }));
  const known: Known = {
    ...commits.known,
    get pull() {
      return pull;
    },
  };
  const search = createFullSearch(host.post);
  const presenter = createPresenter();
  const scheduler = createScheduler();
  const header = createHeader(() => host.post({ type: 'copy', text: head?.command ?? '' }), host.post);
  const toolbar = createToolbar({
    act,
    request: type => host.post({ type }),
    onFilter(filter) {
      search.stop();
      drawSoon({ filter });
    },
  });
  const content = createContent({
    post: host.post,
    fold(key, fold) {
      const { folded, opened } = viewState;
      const others = (keys: readonly string[]) => keys.filter(other => other !== key);
      change(
        fold
          ? { folded: [...others(folded), key], opened: others(opened) }
          : { folded: others(folded), opened: [...others(opened), key] },
      );
    },
    onSort: column => change({ sort: nextSort(viewState.sort, column) }),
    known,
    onScroll() {
      scrolled = performance.now();
      // The list draws itself once before it is in the page.
      highlighter?.refresh();
      save();
    },
  });
  highlighter = createHighlighter(content.element);
  const above = h('div', { class: 'notes' });
  const picture = createPicture();
  const instead = h('div', { class: 'instead' });
  const actions: NoteActions = {
    refresh: () => host.post({ type: 'refresh' }),
    openFull: () => host.post({ type: 'open-full' }),
    searchFull() {
      search.start(viewState.filter);
      draw();
    },
    leaveSearch() {
      search.stop();
      draw();
    },
    clearFilter() {
      search.stop();
      toolbar.filter.value = '';
      change({ filter: '' });
      toolbar.filter.focus();
    },
  };
  const notes = createNotes(actions);

  function receive(message: ToResultPage): void {
    if (message.type === 'panel') {
      const isFirst = head?.uid !== message.uid;
      if (isFirst && (head ?? saved) !== null && (head ?? saved)?.uid !== message.uid) forget();
      head = message;
      document.body.dataset.vscodeContext = JSON.stringify({ panel: message.id });
      // By it the host finds the panel of this tab after a reload, however soon that comes.
      if (isFirst) keep();
      draw();
    } else if (message.type === 'content') {
      text = message.text;
      picture.hide();
      search.stop();
      draw();
    } else if (message.type === 'commits') {
      commits.answer(message.commits);
      redrawWhenStill();
    } else if (message.type === 'refs') {
      commits.label(message.refs);
      redrawWhenStill();
    } else if (message.type === 'pull') {
      pull = message.facts;
      redrawWhenStill();
    } else if (message.type === 'verdict') {
      header.commandLine.answer(message);
    } else if (message.type === 'image') {
      picture.show(message);
    } else if (message.type === 'copied') {
      header.copied();
    } else if (message.type === 'found') {
      if (search.answer(message)) draw();
    } else act(message.action);
  }

  /** Drops all that belongs to another panel: its tab is used for this one. */
  function forget(): void {
    viewState = INITIAL_VIEW_STATE;
    comeBack = null;
    text = null;
    presentation = null;
    pull = null;
    picture.hide();
    search.stop();
    commits.reset();
    content.reset();
    toolbar.filter.value = '';
  }

  function act(action: Action): void {
    if (action === 'filter') toolbar.filter.focus();
    else if (action === 'copy') host.post({ type: 'copy', text: content.selection() || shownText() });
    else if (action === 'toggle-wrap') change({ wrap: !wraps() });
    else if (action === 'toggle-text') change({ plain: !viewState.plain });
    else if (action === 'toggle-side-by-side') change({ sideBySide: !viewState.sideBySide });
    else change(action === 'fold-all' ? { folded: allHeads(), opened: [] } : { folded: [], opened: allHeads() });
  }

  /** Also those of what is not shown yet. */
  function allHeads(): string[] {
    if (presentation === null || head === null || text === null) return [];
    return [...(presentation.whole ? presentation : runToEnd(presenter.whole(head, text, viewState))).heads];
  }

  /** All of the output as it was printed, or what a filter leaves of it. */
  function shownText(): string {
    if (presentation === null || presentation.visibleRows.matches === null) return text ?? '';
    const { rows } = presentation.document;
    return presentation.visibleRows.indices.map(at => rows[at]?.text ?? '').join('\n');
  }

  const wraps = () => viewState.wrap ?? head?.wrap ?? false;

  function change(part: Partial<ViewState>): void {
    viewState = { ...viewState, ...part };
    draw();
    save();
  }

  /** Several keys typed within a frame are one change. */
  function drawSoon(part: Partial<ViewState>): void {
    viewState = { ...viewState, ...part };
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
    scheduler.stop();
    if (head === null || text === null) {
      show(null);
      return;
    }
    const found = search.presentation(presentation?.lines ?? 0);
    if (found !== null) {
      show(found);
      return;
    }
    const whole = presenter.whole(head, text, viewState);
    // At first a long output is shown from its beginning, unless a person was further down.
    const beginning =
      presentation === null && comeBack === null ? presenter.beginning(head, text, viewState) : presentation;
    if (isShort(text)) show(runToEnd(whole));
    else if (beginning?.whole === false) {
      show(beginning);
      scheduler.startIn(REST_MS, whole, show);
    } else if (!scheduler.start(whole, show)) show(presentation);
  }

  function show(next: Presentation | null): void {
    presentation = next;
    const rows = presentation?.visibleRows.indices.length ?? 0;
    const failed = head !== null && head.failure !== null;
    setChildren(instead, notes.instead({ text: presentation && text, failed, filter: viewState.filter, rows }));
    instead.hidden = instead.childElementCount === 0;
    content.element.hidden = !instead.hidden;
    if (head !== null) drawTop(head);
    if (presentation !== null) drawContent(presentation);
  }

  function drawTop(head: PanelHead): void {
    header.show(head);
    header.showCounts(presentation === null ? '' : countsOf(presentation));
    const canFold = presentation !== null && presentation.heads.length > 0;
    toolbar.show({ head, viewState, wrap: wraps(), kind: presentation?.kind ?? 'text', canFold });
    toolbar.showProblem(presentation?.visibleRows.problem ?? null);
    setChildren(above, notes.above(head, viewState.filter, search.state()));
  }

  function drawContent({ document, visibleRows, folded: closed, whole }: Presentation): void {
    // A filter looks into what is folded.
    const folded = visibleRows.matches === null ? closed : new Set<string>();
    // Two sides have half of the width each: they wrap, or one of them would be out of sight.
    const halved = document.kind === 'diff' && viewState.sideBySide;
    content.show({ document, visibleRows, folded, sort: viewState.sort, wrap: wraps() || halved });
    highlighter?.show(viewState.filter);
    if (comeBack !== null) content.restore(comeBack);
    comeBack = null;
    // After the paint: the rows are there without it.
    if (whole) setTimeout(() => commits.want(document.wantsCommits));
  }

  function save(): void {
    saving ??= setTimeout(keep, SAVE_MS);
  }

  function keep(): void {
    clearTimeout(saving);
    saving = undefined;
    if (head === null) return;
    const anchor = text === null ? viewState.anchor : content.anchor();
    host.setState(writeSaved(head.uid, { ...viewState, anchor }));
  }

  function onKey(event: KeyboardEvent): void {
    const inFilter = event.target === toolbar.filter.element;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') toolbar.filter.focus();
    else if (event.key === 'Escape' && viewState.filter !== '') actions.clearFilter();
    else if (inFilter && ['Escape', 'Enter', 'ArrowDown'].includes(event.key)) content.focus();
    else return;
    event.preventDefault();
  }

  return {
    elements: [
      h('div', { class: 'top' }, header.element, toolbar.element),
      above,
      picture.element,
      content.element,
      instead,
    ],
    start() {
      toolbar.filter.value = viewState.filter;
      document.addEventListener('keydown', onKey);
      document.addEventListener('visibilitychange', keep);
      draw();
      host.post({ type: 'ready' });
      setTimeout(() => head === null && host.post({ type: 'ready' }), LOST_MS);
    },
    receive,
  };
}

function countsOf({ visibleRows, document, lines }: Presentation): string {
  return visibleRows.matches === null ? lineCount(lines) : matchCount(visibleRows.matches, document.rows.length);
}
