import type { FromStatusPage, PullMessage, StatusMessage } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { drawPull } from './pull.ts';
import { redrawIfChanged } from './redraw.ts';
import { short } from './short-count.ts';
import { baseLabel, baseTitle, forDisplay, headName, headTitle, stashCount, TEXT, upstreamTitle } from './text.ts';
import './header.css';
import './low.css';

export interface Header {
  readonly elements: readonly HTMLElement[];
  show(status: StatusMessage): void;
  /** Shows the pull request of the branch, or none. */
  showPull(pull: PullMessage['pull']): void;
}

/** The head of the view: which repository, on what branch, how far from its upstream, and what it is compared with. */
export function createHeader(post: (message: FromStatusPage) => void): Header {
  const repositories = h('div', { class: 'repositories' });
  const where = h('div', { class: 'where' });
  const base = h('div', { class: 'base-chip' });
  const pull = h('div', { class: 'pull', hidden: true });
  return {
    elements: [repositories, where, pull, base],
    show(status) {
      const { repositories: all, root, diffBase } = status;
      repositories.hidden = all.length < 2;
      redrawIfChanged(repositories, { all, root }, () => [chooser(status, post)]);
      const { branch, oid, upstream, ahead, behind, stashes } = status;
      redrawIfChanged(where, { branch, oid, upstream, ahead, behind, stashes }, drawWhere);
      redrawIfChanged(base, diffBase, () => baseControls(diffBase, post));
    },
    showPull(shown) {
      pull.hidden = shown === null;
      redrawIfChanged(pull, shown, () => (shown === null ? [] : [drawPull(shown, post)]));
    },
  };
}

type Where = Pick<StatusMessage, 'branch' | 'oid' | 'upstream' | 'ahead' | 'behind' | 'stashes'>;

function drawWhere(status: Where): readonly HTMLElement[] {
  const { branch, oid, upstream, stashes } = status;
  const parts = [
    h(
      'span',
      { class: 'branch', title: headTitle(status) },
      icon(branch === null ? 'git-commit' : 'git-branch'),
      h('span', { class: 'branch-name ellipsis' }, forDisplay(headName(status))),
    ),
  ];
  if (oid === null) parts.push(h('span', { class: 'no-commits quiet ellipsis' }, TEXT.noCommitsYet));
  if (upstream !== null) {
    const said = upstreamTitle(status);
    const arrows = arrowsOf(status);
    parts.push(
      h(
        'span',
        { class: 'upstream quiet', title: said },
        ...(arrows === '' ? [] : [h('span', { class: 'arrows', 'aria-hidden': 'true' }, arrows)]),
        h('span', { class: 'upstream-name ellipsis', 'aria-hidden': 'true' }, forDisplay(upstream)),
        h('span', { class: 'said' }, said),
      ),
    );
  }
  if (stashes > 0) {
    const said = stashCount(stashes);
    parts.push(
      h(
        'span',
        { class: 'stashes quiet', title: said },
        icon('git-stash'),
        h('span', { 'aria-hidden': 'true' }, String(stashes)),
        h('span', { class: 'said' }, said),
      ),
    );
  }
  return parts;
}

/** `↑2 ↓1`; empty when the branch is where its upstream is. */
export function arrowsOf({ upstream, ahead, behind }: Pick<Where, 'upstream' | 'ahead' | 'behind'>): string {
  if (upstream === null || ahead === null || behind === null) return '';
  return [ahead > 0 && `↑${short(ahead)}`, behind > 0 && `↓${short(behind)}`].filter(Boolean).join(' ');
}

function baseControls(diffBase: string | null, post: (message: FromStatusPage) => void): readonly HTMLElement[] {
  const name = forDisplay(diffBase ?? 'HEAD');
  const said = baseTitle(name);
  const pick = h('button', { class: 'chip-button ellipsis', title: said, 'aria-label': said }, baseLabel(name));
  pick.addEventListener('click', () => post({ type: 'pick-base' }));
  if (diffBase === null) return [pick];
  const clear = h('button', { class: 'chip-button', title: TEXT.compareWithHead, 'aria-label': TEXT.compareWithHead });
  clear.append(icon('close'));
  clear.addEventListener('click', () => post({ type: 'clear-base' }));
  return [pick, clear];
}

function chooser({ repositories, root }: StatusMessage, post: (message: FromStatusPage) => void): HTMLElement {
  const options = repositories.map(repository =>
    h(
      'option',
      { value: repository.root, selected: repository.root === root, title: forDisplay(repository.root) },
      forDisplay(repository.name),
    ),
  );
  const select = h('select', { 'aria-label': TEXT.repository, title: forDisplay(root) }, ...options);
  select.addEventListener('change', () => post({ type: 'select', root: select.value }));
  return h('span', { class: 'select' }, icon('repo'), select, icon('chevron-down'));
}
