import type { FromResultPage, PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { Kind } from '../render/document.ts';
import { h, icon } from '../ui/dom.ts';
import { roveFocus } from '../ui/roving.ts';
import { type Field, iconButton, setIconButton, textField } from '../ui/toolkit.ts';
import { TEXT } from './text.ts';
import type { ViewState } from './view-state.ts';
import '../ui/toolbar.css';
import './toolbar.css';

/** An act of the page itself; the rest of the buttons ask the host. */
export type Action = Extract<ToResultPage, { type: 'act' }>['action'];
type HostRequest = Exclude<
  FromResultPage['type'],
  'link' | 'copy' | 'commits' | 'classify' | 'run' | 'search' | 'failed'
>;

interface ToolbarState {
  readonly head: PanelHead;
  readonly viewState: ViewState;
  readonly wrap: boolean;
  /** The kind of the output: buttons that would do nothing for it are not there. */
  readonly kind: Kind;
  readonly canFold: boolean;
}

export interface Toolbar {
  readonly element: HTMLElement;
  readonly filter: Field;
  show(state: ToolbarState): void;
  /** Says what is wrong with the filter, or nothing. */
  showProblem(message: string | null): void;
}

export function createToolbar(options: {
  readonly act: (action: Action) => void;
  readonly request: (type: HostRequest) => void;
  readonly onFilter: (text: string) => void;
}): Toolbar {
  const { act, request } = options;
  let paused = false;

  const refresh = iconButton({ icon: 'refresh', label: TEXT.refresh, onClick: () => request('refresh') });
  const pause = iconButton({
    icon: 'debug-pause',
    label: TEXT.pause,
    onClick: () => request(paused ? 'resume' : 'pause'),
  });
  const copy = iconButton({ icon: 'clippy', label: TEXT.copyOutput, onClick: () => act('copy') });
  const wraps = iconButton({
    icon: 'word-wrap',
    label: TEXT.wrapLines,
    pressed: false,
    onClick: () => act('toggle-wrap'),
  });
  const sides = iconButton({
    icon: 'split-horizontal',
    label: TEXT.sideBySide,
    pressed: false,
    onClick: () => act('toggle-side-by-side'),
  });
  const fold = iconButton({ icon: 'collapse-all', label: TEXT.foldAll, onClick: () => act('fold-all') });
  const unfold = iconButton({ icon: 'expand-all', label: TEXT.unfoldAll, onClick: () => act('unfold-all') });
  const plain = iconButton({
    icon: 'list-flat',
    label: TEXT.showAsPlainText,
    pressed: false,
    onClick: () => act('toggle-text'),
  });
  const openText = iconButton({ icon: 'go-to-file', label: TEXT.openAsText, onClick: () => request('open-text') });
  const openFull = iconButton({ icon: 'unfold', label: TEXT.openFullOutput, onClick: () => request('open-full') });
  const save = iconButton({ icon: 'export', label: TEXT.export, onClick: () => request('export') });
  const keep = iconButton({ icon: 'pin', label: TEXT.keepOpen, onClick: () => request('keep') });
  const close = iconButton({ icon: 'close', label: TEXT.closePanel, onClick: () => request('close') });

  const filter = textField({
    label: TEXT.filterLines,
    placeholder: TEXT.filterPlaceholder,
    icon: 'filter',
    onInput: options.onFilter,
  });
  const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
  const group = (...buttons: HTMLElement[]) => h('div', { class: 'toolbar-group' }, ...buttons);
  const bar = h(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': TEXT.panel },
    group(refresh, pause),
    group(copy, wraps, sides, fold, unfold, plain),
    group(openText, openFull, save, keep, close),
  );
  const element = h('div', { class: 'tools' }, bar, filter.element, problem);
  const buttons = [refresh, pause, copy, wraps, sides, fold, unfold, plain, openText, openFull, save, keep, close];
  // The toolkit's buttons have their insides once they are in the page.
  queueMicrotask(() => roveFocus(bar, buttons));

  return {
    element,
    filter,
    show({ head, viewState, wrap, kind, canFold }) {
      paused = head.state === 'paused';
      setIconButton(
        pause,
        paused ? { icon: 'debug-start', label: TEXT.resume } : { icon: 'debug-pause', label: TEXT.pause },
      );
      setIconButton(wraps, { pressed: wrap });
      setIconButton(sides, { pressed: viewState.sideBySide });
      setIconButton(plain, { pressed: viewState.plain });
      sides.hidden = kind !== 'diff' || viewState.plain;
      fold.hidden = !canFold;
      unfold.hidden = !canFold;
      plain.hidden = kind === 'text';
      keep.hidden = !head.preview;
      openFull.hidden = !head.hasFullOutput;
    },
    showProblem(message) {
      problem.hidden = message === null;
      problem.replaceChildren(icon('warning'), message ?? '');
    },
  };
}
