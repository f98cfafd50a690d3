import type { FromResultPage, PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import type { Kind } from '../render/document.ts';
import { h, icon } from '../ui/dom.ts';
import { type Field, iconButton, setIconButton, textField } from '../ui/toolkit.ts';
import type { ViewState } from './view-state.ts';
import '../ui/toolbar.css';
import './toolbar.css';

/** What the page does itself; the rest of the buttons ask the host. */
export type Action = Extract<ToResultPage, { type: 'act' }>['action'];
type HostRequest = Exclude<FromResultPage['type'], 'link' | 'copy' | 'parents' | 'failed'>;

export interface ToolbarState {
  readonly head: PanelHead;
  readonly viewState: ViewState;
  readonly wrap: boolean;
  /** What the output is: buttons that would do nothing for it are not there. */
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
  readonly ask: (type: HostRequest) => void;
  readonly onFilter: (text: string) => void;
}): Toolbar {
  const { act, ask } = options;
  let paused = false;

  const refresh = iconButton({ icon: 'refresh', label: 'Refresh', onClick: () => ask('refresh') });
  const pause = iconButton({ icon: 'debug-pause', label: 'Pause', onClick: () => ask(paused ? 'resume' : 'pause') });
  const copy = iconButton({ icon: 'clippy', label: 'Copy Output', onClick: () => act('copy') });
  const wraps = iconButton({
    icon: 'word-wrap',
    label: 'Wrap Lines',
    pressed: false,
    onClick: () => act('toggle-wrap'),
  });
  const sides = iconButton({
    icon: 'split-horizontal',
    label: 'Side by Side',
    pressed: false,
    onClick: () => act('toggle-side-by-side'),
  });
  const fold = iconButton({ icon: 'collapse-all', label: 'Fold All', onClick: () => act('fold-all') });
  const unfold = iconButton({ icon: 'expand-all', label: 'Unfold All', onClick: () => act('unfold-all') });
  const plain = iconButton({
    icon: 'code',
    label: 'Show as Plain Text',
    pressed: false,
    onClick: () => act('toggle-text'),
  });
  const openText = iconButton({ icon: 'go-to-file', label: 'Open as Text', onClick: () => ask('open-text') });
  const openFull = iconButton({ icon: 'unfold', label: 'Open Full Output', onClick: () => ask('open-full') });
  const save = iconButton({ icon: 'export', label: 'Export…', onClick: () => ask('export') });
  const close = iconButton({ icon: 'close', label: 'Close Panel', onClick: () => ask('close') });

  const filter = textField({
    label: 'Filter lines',
    placeholder: 'Filter (text or /regex/)',
    icon: 'filter',
    onInput: options.onFilter,
  });
  const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
  const group = (...buttons: HTMLElement[]) => h('div', { class: 'toolbar-group' }, ...buttons);
  const element = h(
    'div',
    { class: 'tools' },
    h(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': 'Panel' },
      group(refresh, pause),
      group(copy, wraps, sides, fold, unfold, plain),
      group(openText, openFull, save, close),
    ),
    filter.element,
    problem,
  );

  return {
    element,
    filter,
    show({ head, viewState, wrap, kind, canFold }) {
      paused = head.state === 'paused';
      setIconButton(pause, paused ? { icon: 'debug-start', label: 'Resume' } : { icon: 'debug-pause', label: 'Pause' });
      setIconButton(wraps, { pressed: wrap });
      setIconButton(sides, { pressed: viewState.sideBySide });
      setIconButton(plain, { pressed: viewState.plain });
      sides.hidden = kind !== 'diff' || viewState.plain;
      fold.hidden = !canFold;
      unfold.hidden = !canFold;
      plain.hidden = kind === 'text';
      openFull.hidden = !(head.truncated && head.hasFullOutput);
    },
    showProblem(message) {
      problem.hidden = message === null;
      problem.replaceChildren(icon('warning'), message ?? '');
    },
  };
}
