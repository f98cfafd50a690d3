import { h } from '../../ui/dom.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import type { DiffLine } from './diff-line.ts';
import type { DiffFile } from './parse.ts';
import { changedWords, type Stretch } from './word-diff.ts';
import '../code-line.css';
import './diff.css';

export function drawFile(file: DiffFile): HTMLElement {
  const link = (path: string) => anchor({ kind: 'path', value: path }, path);
  return h(
    'div',
    { class: 'row head file' },
    twistie(),
    h('span', {}, ...(file.from === null ? [] : [link(file.from), ' → ']), link(file.path)),
    ...file.notes.map(note => h('span', { class: 'badge' }, ...plain(note))),
    h('span', { class: 'added-count' }, `+${file.added}`),
    h('span', { class: 'removed-count' }, `−${file.removed}`),
  );
}

export function drawHunk(text: string): HTMLElement {
  const end = text.indexOf('@@', 2) + 2;
  const stop = text.charAt(end) === '@' ? text.indexOf(' ', end) : end;
  const [range, context] = stop > 2 ? [text.slice(0, stop), text.slice(stop)] : [text, ''];
  return h('div', { class: 'row head hunk' }, twistie(), h('span', {}, range), h('span', {}, ...inline(context)));
}

export function drawLine(line: DiffLine, partner: DiffLine | null): HTMLElement {
  return h('div', { class: `row diff ${line.kind}` }, number(line.old), number(line.new), ...content(line, partner));
}

/** Both versions in one row; one that has no other leaves its half empty. */
export function drawPair(left: DiffLine | null, right: DiffLine | null): HTMLElement {
  const half = (line: DiffLine | null, other: DiffLine | null, old: boolean) =>
    line === null
      ? h('div', { class: 'half absent' })
      : h('div', { class: `half diff ${line.kind}` }, number(old ? line.old : line.new), ...content(line, other));
  const [before, after] = left === right ? [null, null] : [left, right];
  return h('div', { class: 'row pair' }, half(left, after, true), half(right, before, false));
}

function number(value: number | null): HTMLElement {
  // Numbers are not copied with the text.
  return h('span', {
    class: 'number',
    'data-line': value ?? undefined,
    'aria-hidden': 'true',
    'data-number': value ?? '',
  });
}

function content(line: DiffLine, partner: DiffLine | null): readonly Node[] {
  if (line.kind === 'note') return [h('span', { class: 'code note' }, ...plain(line.text))];
  const sign = h('span', { class: 'sign' }, line.text.slice(0, line.signs).padEnd(1));
  return [sign, h('span', { class: 'code' }, ...marked(line, partner))];
}

function marked(line: DiffLine, partner: DiffLine | null): readonly Node[] {
  const text = line.text.slice(line.signs);
  if (partner === null || line.signs !== 1 || line.kind === 'context') return inline(text);
  const other = partner.text.slice(partner.signs);
  const changes = line.kind === 'removed' ? changedWords(text, other)?.[0] : changedWords(other, text)?.[1];
  return changes === undefined ? inline(text) : changes.flatMap(drawStretch);
}

const drawStretch = ({ text, changed }: Stretch): readonly Node[] =>
  changed ? [h('span', { class: 'word' }, ...inline(text))] : inline(text);
