import { relativeTime } from '../../../src/shared/relative-time.ts';
import { h, icon } from '../../ui/dom.ts';
import { timeOf } from '../blame/git-date.ts';
import { type CommitRef, type KnownCommits, NOTHING_KNOWN } from '../document.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import { COMMIT_ACTIONS } from '../labels.ts';
import type { LogCommit } from './commits.ts';
import type { OneLine } from './one-line.ts';
import './log.css';

const SHORT = 10;

/** What of the host's answers a row shows: not what the command's own words leave out. */
export interface CommitLook {
  readonly refs: boolean;
  readonly author: boolean;
}

const ALL: CommitLook = { refs: true, author: true };

/** The head of a commit: id, refs, subject, who and when; `graph` comes before them. */
export function drawCommit(
  commit: LogCommit,
  graph: readonly Element[],
  known = NOTHING_KNOWN,
  look = ALL,
): HTMLElement {
  const { id, refs, subject, author, date } = commit;
  const time = known.authors.get(id)?.time ?? timeOf(date);
  // A date that says how long ago stays as git wrote it.
  const when = time === null || time <= 0 ? date : relativeTime(Date.now() - time);
  const by = look.author ? { author, when, date } : null;
  return drawRow({ id, refs: badges(id, refs, known, look), subject, by }, graph);
}

export function drawOneLine(
  { mark, id, refs, rest }: OneLine,
  graph: readonly Element[],
  known = NOTHING_KNOWN,
  look = ALL,
): HTMLElement {
  const told = look.author ? known.authors.get(id) : undefined;
  const date = told && new Date(told.time).toLocaleString();
  const by = told && { author: told.author, when: relativeTime(Date.now() - told.time), date: date ?? '' };
  return drawRow({ mark, id, refs: badges(id, refs, known, look), subject: rest, by: by ?? null }, graph);
}

interface CommitRow {
  readonly mark?: string;
  readonly id: string;
  readonly refs: readonly HTMLElement[];
  readonly subject: string;
  readonly by: { readonly author: string; readonly when: string; readonly date: string } | null;
}

function drawRow({ mark = '', id, refs, subject, by }: CommitRow, graph: readonly Element[]): HTMLElement {
  const row = h(
    'div',
    { class: 'row head commit' },
    ...graph,
    twistie(),
    ...(mark === '' ? [] : [h('span', {}, mark)]),
    idLink(id),
    ...(refs.length === 0
      ? []
      : [h('span', { class: 'refs', title: refs.map(ref => ref.textContent ?? '').join(', ') }, ...refs)]),
    h('span', { class: 'subject', title: subject }, ...inline(subject)),
  );
  if (by !== null) {
    row.append(h('span', { class: 'who', title: by.author }, ...plain(by.author)));
    row.append(h('span', { class: 'when', title: by.date }, ...plain(by.when)));
  }
  row.append(
    h(
      'button',
      { class: 'more', type: 'button', tabindex: -1, title: COMMIT_ACTIONS, 'aria-label': COMMIT_ACTIONS },
      icon('ellipsis'),
    ),
  );
  return row;
}

function idLink(id: string): HTMLElement {
  const link = anchor({ kind: 'commit', value: id }, id.slice(0, SHORT));
  link.classList.add('sha');
  link.title = id;
  return link;
}

/** The refs that were printed; where none were, those the host knows. */
function badges(id: string, printed: readonly string[], known: KnownCommits, look: CommitLook): readonly HTMLElement[] {
  if (printed.length > 0) return printed.map(ref => badge(kindOf(ref), ref));
  return look.refs ? known.refs(id).map(({ kind, name }) => badge(kind, LABELS[kind](name))) : [];
}

/** A ref's kind is in its words and its shape, not in its colour only; the words are git's own. */
const LABELS: Readonly<Record<CommitRef['kind'], (name: string) => string>> = {
  head: name => (name === 'HEAD' ? name : `HEAD -> ${name}`),
  branch: name => name,
  remote: name => name,
  tag: name => `tag: ${name}`,
};

const kindOf = (ref: string): CommitRef['kind'] =>
  ref.startsWith('tag: ') ? 'tag' : ref.startsWith('HEAD') ? 'head' : 'branch';

const badge = (kind: CommitRef['kind'], text: string) =>
  h('span', { class: `ref ${kind}`, title: text }, ...plain(text));
