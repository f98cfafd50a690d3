import type {
  ChangeAction,
  FromStatusPage,
  PullMessage,
  StatusMessage,
  ToStatusPage,
} from '../../src/protocol/to-status-page.ts';
import { h } from '../ui/dom.ts';
import type { PageHost } from '../ui/host.ts';
import { memo } from '../ui/memo.ts';
import { createBanners } from './banners.ts';
import { changedBy } from './change-actions.ts';
import { createColumns } from './column-heads.ts';
import { createDiffs, versionOf } from './diffs.ts';
import { drawClean, drawEmpty, drawSkeleton } from './empty.ts';
import { createFilterBox } from './filter-box.ts';
import { createHeader } from './header.ts';
import { createList } from './list.ts';
import { sortedBy } from './order.ts';
import { redrawIfChanged } from './redraw.ts';
import { diffLines, logLines } from './rendered-lines.ts';
import { createRows, fileKey, type Model } from './rows.ts';
import { announcement, sidesOf, TEXT } from './text.ts';
import { createToolbar } from './toolbar.ts';
import { toggled, toState, type ViewState, viewStateFrom } from './view-state.ts';
import './page.css';

/** Puts the page together in `app`; gives what takes in the host's messages. */
export function createPage(app: HTMLElement, host: PageHost<FromStatusPage>): (message: ToStatusPage) => void {
  const post = (message: FromStatusPage) => host.post(message);
  const rowsOf = createRows();
  const log = memo((text: string | null) => (text === null ? null : logLines(text)));
  const diffs = createDiffs({ ask: path => post({ type: 'expand', path }), parse: diffLines });
  let viewState = viewStateFrom(host.state());
  let status: StatusMessage | null = null;
  let pull: PullMessage | null = null;
  let listed: Pick<Model, 'files' | 'complete'> = { files: [], complete: false };

  const change = (next: Partial<ViewState>) => {
    viewState = { ...viewState, ...next };
    host.setState(toState(viewState));
    show();
  };
  const openFilter = () => {
    filter.open(viewState.filter);
    filter.focus();
  };
  const closeFilter = () => {
    filter.close();
    change({ filter: '' });
    list.focus();
  };

  const head = createHeader(post);
  const toolbar = createToolbar({ post, onFilter: openFilter, onGroup: () => change({ grouped: !viewState.grouped }) });
  const banners = createBanners(post);
  const filter = createFilterBox({ onInput: value => change({ filter: value }), onClose: closeFilter });
  const changeAll = (action: ChangeAction) => {
    const paths = changedBy(action, listed.files).map(({ path }) => path);
    if (paths.length > 0) post({ type: 'change', action, paths, folder: listed.complete ? '' : null });
  };
  const columns = createColumns(by => change({ sort: sortedBy(by, viewState.sort) }), changeAll);
  const list = createList({
    post,
    onClearFilter: closeFilter,
    onToggle(row, open) {
      if (row.kind === 'file') change({ expanded: toggled(viewState.expanded, row.key, open) });
      else change({ folded: toggled(viewState.folded, row.key, !open) });
    },
  });
  const clean = h('div', { class: 'empty clean' });
  const busy = h('div', { class: 'busy', role: 'progressbar', 'aria-label': TEXT.refreshing });
  const said = h('div', { class: 'said', role: 'status' });
  const top = h('div', { class: 'top' }, ...head.elements, toolbar.element);
  const view = h('div', { class: 'view' }, top, banners.element, filter.element, columns.element, clean, list.element);
  const instead = h('div', { class: 'instead' }, drawSkeleton());
  app.append(busy, said, instead, view);
  view.hidden = true;
  busy.hidden = true;

  /** The versions of the diffs that are open. */
  const wanted = (shown: StatusMessage): ReadonlyMap<string, string> => {
    if (!shown.showDiffs || viewState.expanded.size === 0) return new Map();
    const open = shown.files.filter(file => viewState.expanded.has(fileKey(shown.root, file)));
    return new Map(open.map(file => [file.path, versionOf(file, shown)]));
  };

  const show = () => {
    if (status === null) return;
    diffs.want(wanted(status));
    const model = rowsOf({ status, viewState, diffs: diffs.all, log: log(status.log) });
    listed = model;
    const { files, counted, branch, oid, diffBase } = status;
    head.show(status);
    const { root } = status;
    head.showPull(pull?.root === root && pull.branch === branch ? pull.pull : null);
    toolbar.show(status, viewState);
    banners.show(status);
    if (viewState.filter !== '') filter.open(viewState.filter);
    columns.element.hidden = files.length === 0;
    columns.show({ sort: viewState.sort, totals: model.totals, all: files.length, counted, files: model.files });
    const shown = status;
    clean.hidden = files.length > 0;
    redrawIfChanged(clean, { branch, oid, diffBase }, () => drawClean(shown, post));
    view.classList.toggle('with-diffs', status.showDiffs);
    list.element.hidden = model.rows.length === 0;
    list.show(model, { counted, whose: sidesOf(status) });
  };

  const receive = (message: ToStatusPage) => {
    switch (message.type) {
      case 'busy':
        busy.hidden = !message.busy;
        return;
      case 'diff':
        if (message.root === status?.root) diffs.answer(message);
        return show();
      case 'pull':
        pull = message;
        return show();
      case 'empty':
        status = null;
        instead.replaceChildren(drawEmpty(message.reason, message.detail, post));
        break;
      case 'status': {
        const before = status?.root === message.root ? status : null;
        if (before === null) diffs.clear();
        said.textContent = announcement(before, message) || said.textContent;
        status = message;
      }
    }
    instead.hidden = status !== null;
    view.hidden = status === null;
    show();
  };

  window.addEventListener('keydown', event => {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || status === null) return;
    event.preventDefault();
    openFilter();
  });
  return receive;
}
