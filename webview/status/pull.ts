import type { FromStatusPage, PullMessage } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { short } from './short-count.ts';
import { forDisplay, pullTitle } from './text.ts';
import './pull.css';

/** The pull request of the branch, as a button of a line: which it is, and how its checks are. */
export function drawPull(pull: NonNullable<PullMessage['pull']>, post: (message: FromStatusPage) => void): HTMLElement {
  const { number, title, isDraft, checks } = pull;
  const said = pullTitle(pull);
  const counts = (['failed', 'running', 'passed'] as const).flatMap(outcome => {
    const count = outcome === 'failed' ? checks.failed.count : checks[outcome];
    return count === 0 ? [] : [h('span', { class: `checks ${outcome}` }, icon(CHECK_ICONS[outcome]), short(count))];
  });
  const button = h(
    'button',
    { class: 'pull-button', title: said, 'aria-label': said },
    icon(isDraft ? 'git-pull-request-draft' : 'git-pull-request'),
    h('span', { class: 'pull-name ellipsis' }, h('span', { class: 'quiet' }, `#${number} `), forDisplay(title)),
    ...counts,
  );
  button.addEventListener('click', () => post({ type: 'open-pull' }));
  return button;
}

const CHECK_ICONS = { failed: 'error', running: 'sync', passed: 'pass' } as const;
