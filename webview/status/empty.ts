import type { EmptyReason, FromStatusPage, StatusMessage } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { button } from '../ui/toolkit.ts';
import { EMPTY_STATES, forDisplay, headPosition, messageForDisplay, noChanges, TEXT } from './text.ts';
import '../ui/empty.css';
import '../ui/skeleton.css';
import './empty.css';

const ICONS: Readonly<Record<EmptyReason, string>> = {
  'no-folder': 'folder',
  'no-repository': 'repo',
  'no-git': 'warning',
  untrusted: 'shield',
  bare: 'repo',
  failed: 'error',
};

/** Why there is nothing to see, and the one thing that helps. */
export function drawEmpty(reason: EmptyReason, detail: string, post: (message: FromStatusPage) => void): HTMLElement {
  const { title, text, action } = EMPTY_STATES[reason];
  const said = detail.trim();
  const details =
    said === ''
      ? []
      : [h('pre', { class: 'detail mono' }, reason === 'failed' ? messageForDisplay(said) : forDisplay(said))];
  return h(
    'div',
    { class: 'empty' },
    icon(ICONS[reason]),
    h('strong', { class: 'empty-title' }, title),
    h('span', {}, reason === 'failed' && said === '' ? TEXT.noReason : text),
    ...details,
    button({ label: action, primary: true, onClick: () => post({ type: 'help', reason }) }),
  );
}

/** Nothing changed, which is good news: where the repository is, and what could come next. */
export function drawClean(status: StatusMessage, post: (message: FromStatusPage) => void): readonly HTMLElement[] {
  return [
    icon('pass'),
    h('strong', { class: 'empty-title' }, noChanges(status.diffBase)),
    h('span', {}, headPosition(status)),
    button({ label: TEXT.runCommand, onClick: () => post({ type: 'run-command' }) }),
  ];
}

/** Lines where rows will be. */
export function drawSkeleton(): HTMLElement {
  const lines = Array.from({ length: 12 }, () => h('div'));
  return h('div', { class: 'skeleton', role: 'status', 'aria-label': TEXT.loadingStatus }, ...lines);
}
