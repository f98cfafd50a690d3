import type { EmptyReason, FromStatusPage, StatusMessage } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { button } from '../ui/toolkit.ts';
import { headName } from './text.ts';
import { visible } from './visible.ts';
import '../ui/empty.css';
import '../ui/skeleton.css';
import './empty.css';

interface Empty {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

const EMPTY: Readonly<Record<EmptyReason, Empty>> = {
  'no-folder': {
    icon: 'folder',
    title: 'No folder is open',
    text: 'Open a folder with a git repository to see its changes here.',
    action: 'Open Folder',
  },
  'no-repository': {
    icon: 'repo',
    title: 'No repository here',
    text: 'This folder is not in a git repository. Initialize one to follow its changes.',
    action: 'Initialize Repository',
  },
  'no-git': {
    icon: 'warning',
    title: 'git not found',
    text: 'Sluice works with the git that is installed on this machine, and there is none on the PATH.',
    action: 'Install git',
  },
  untrusted: {
    icon: 'shield',
    title: 'Restricted Mode',
    text: 'Sluice runs nothing until you trust this workspace.',
    action: 'Manage Workspace Trust',
  },
  bare: {
    icon: 'repo',
    title: 'A bare repository',
    text: 'It has no work tree, so nothing in it can be changed. Open a work tree of it to see changes.',
    action: 'Open a Work Tree',
  },
  failed: { icon: 'error', title: 'git could not be asked', text: 'It said:', action: 'Try Again' },
};

/** Why there is nothing to see, and the one thing that helps. */
export function drawEmpty(reason: EmptyReason, detail: string, post: (message: FromStatusPage) => void): HTMLElement {
  const { icon: name, title, text, action } = EMPTY[reason];
  const said = detail.trim();
  const details = said === '' ? [] : [h('pre', { class: 'detail mono' }, visible(said))];
  return h(
    'div',
    { class: 'empty' },
    icon(name),
    h('strong', { class: 'empty-title' }, title),
    h('span', {}, reason === 'failed' && said === '' ? 'It did not say why.' : text),
    ...details,
    button({ label: action, primary: true, onClick: () => post({ type: 'help', reason }) }),
  );
}

/** Nothing changed, which is good news: where the repository is, and what could come next. */
export function drawClean(status: StatusMessage, post: (message: FromStatusPage) => void): readonly HTMLElement[] {
  const { oid, branch, diffBase } = status;
  const head = visible(headName(status));
  const at =
    oid === null ? `${head} has no commits yet` : branch === null ? `HEAD ${head}` : `${head} at ${oid.slice(0, 7)}`;
  const title = diffBase === null ? 'No changes' : `No changes against ${visible(diffBase)}`;
  return [
    icon('pass'),
    h('strong', { class: 'empty-title' }, title),
    h('span', {}, at),
    button({ label: 'Run git Command…', onClick: () => post({ type: 'run-command' }) }),
  ];
}

/** Lines where rows will be. */
export function drawSkeleton(): HTMLElement {
  const lines = Array.from({ length: 12 }, () => h('div'));
  return h('div', { class: 'skeleton', role: 'status', 'aria-label': 'Loading status' }, ...lines);
}
