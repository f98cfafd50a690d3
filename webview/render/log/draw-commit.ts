import { h } from '../../ui/dom.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import type { LogCommit } from './commits.ts';
import type { OneLine } from './one-line.ts';
import './log.css';

const SHORT = 10;

const idLink = (id: string) => {
  const link = anchor({ kind: 'commit', value: id }, id.slice(0, SHORT));
  link.classList.add('sha');
  link.title = id;
  return link;
};

/** A ref's kind is in its words and its shape, not in its colour only. */
function badge(ref: string): HTMLElement {
  const kind = ref.startsWith('tag: ') ? 'tag' : ref.startsWith('HEAD') ? 'head-ref' : 'branch';
  return h('span', { class: `ref ${kind}` }, ...plain(ref));
}

/** The head of a commit: id, refs, subject, who and when; `graph` comes before them. */
export function drawCommit(commit: LogCommit, graph: readonly Element[]): HTMLElement {
  const by = [commit.author, commit.date].filter(part => part !== '').join(', ');
  return h(
    'div',
    { class: 'row head commit' },
    ...graph,
    twistie(),
    idLink(commit.id),
    ...commit.refs.map(badge),
    h('span', {}, ...inline(commit.subject)),
    h('span', { class: 'by' }, ...plain(by)),
  );
}

export function drawOneLine({ mark, id, refs, rest }: OneLine, graph: readonly Element[]): HTMLElement {
  return h(
    'div',
    { class: 'row head commit' },
    ...graph,
    twistie(),
    ...(mark === '' ? [] : [h('span', {}, mark)]),
    idLink(id),
    ...refs.map(badge),
    h('span', {}, ...inline(rest)),
  );
}
