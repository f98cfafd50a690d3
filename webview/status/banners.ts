import type { FromStatusPage, StatusMessage } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { button } from '../ui/toolkit.ts';
import { redrawIfChanged } from './redraw.ts';
import { actionLabel, conflictCount, forDisplay, noticesOf, operationTitle } from './text.ts';
import '../ui/banner.css';
import './banners.css';

type Operation = StatusMessage['operations'][number];

interface Banners {
  readonly element: HTMLElement;
  show(status: StatusMessage): void;
}

/** Banners: operations in progress with their buttons, and notices. */
export function createBanners(post: (message: FromStatusPage) => void): Banners {
  const operations = h('div', { class: 'operations' });
  const notices = h('div', { class: 'notices' });
  return {
    element: h('div', { class: 'banners' }, operations, notices),
    show(status) {
      const conflicted = status.files.filter(({ type }) => type === 'Conflicted').length;
      redrawIfChanged(operations, { all: status.operations, branch: status.branch, conflicted }, ({ all, branch }) =>
        all.map((operation, at) => operationBanner(operation, branch, at === 0 ? conflicted : 0, post)),
      );
      redrawIfChanged(notices, noticesOf(status), all => all.map(notice));
    },
  };
}

function operationBanner(
  { actions, ...operation }: Operation,
  branch: string | null,
  conflicted: number,
  post: (message: FromStatusPage) => void,
): HTMLElement {
  const { kind } = operation;
  const title = operationTitle(operation, branch);
  const conflicts = conflicted === 0 ? [] : [h('span', { class: 'quiet' }, conflictCount(conflicted))];
  const inOrder = actions.toSorted((a, b) => Number(a === 'abort') - Number(b === 'abort'));
  const buttons = inOrder.map(action =>
    button({
      label: actionLabel(kind, action),
      // Git would refuse while conflicts are open.
      primary: action === 'continue' && conflicted === 0,
      onClick: () => post({ type: 'operate', kind, action }),
    }),
  );
  return h(
    'div',
    { class: 'banner warning', role: 'group', 'aria-label': title },
    icon('git-merge'),
    h('span', { class: 'banner-text' }, h('strong', {}, title), ...conflicts),
    h('span', { class: 'banner-actions' }, ...buttons),
  );
}

const notice = (text: string) =>
  h('div', { class: 'banner' }, icon('info'), h('span', { class: 'banner-text' }, forDisplay(text)));
