import { h } from '../../ui/dom.ts';
import { anchor, inline, plain, twistie } from '../inline.ts';
import type { DiffLine } from './diff-line.ts';
import { type MarkedWords, markedWords } from './marked-words.ts';
import type { DiffFile } from './parse.ts';
import { type Language, type Token, type TokenKind, tokensIn } from './syntax.ts';
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

export function drawLine(line: DiffLine, partner: DiffLine | null, language: Language | null): HTMLElement {
  return h(
    'div',
    { class: `row diff ${line.kind}` },
    number(line.old),
    number(line.new),
    ...content(line, partner, language),
  );
}

/** Both versions in one row; one that has no other leaves its half empty. */
export function drawPair(left: DiffLine | null, right: DiffLine | null, language: Language | null): HTMLElement {
  const half = (line: DiffLine | null, other: DiffLine | null, old: boolean) =>
    line === null
      ? h('div', { class: 'half absent' })
      : h(
          'div',
          { class: `half diff ${line.kind}` },
          number(old ? line.old : line.new),
          ...content(line, other, language),
        );
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

function content(line: DiffLine, partner: DiffLine | null, language: Language | null): readonly Node[] {
  if (line.kind === 'note') return [h('span', { class: 'code note' }, ...plain(line.text))];
  if (line.kind === 'words') return [h('span', { class: 'code' }, ...markedWords(line.text).flatMap(drawWords))];
  const sign = h('span', { class: 'sign' }, line.text.slice(0, line.signs).padEnd(1));
  return [sign, h('span', { class: 'code' }, ...marked(line, partner, language))];
}

const drawWords = ({ text, kind }: MarkedWords): readonly Node[] =>
  kind === null ? inline(text) : [h('span', { class: `word ${kind}-word` }, ...inline(text))];

function marked(line: DiffLine, partner: DiffLine | null, language: Language | null): readonly Node[] {
  const text = line.text.slice(line.signs);
  return pieces(text, changesIn(line, text, partner), language === null ? [] : tokensIn(text, language)).flatMap(
    drawPiece,
  );
}

/** The stretches of a line that differ from its other version; all of it is one where they are not told apart. */
function changesIn(line: DiffLine, text: string, partner: DiffLine | null): readonly Stretch[] {
  const same = [{ text, changed: false }];
  if (partner === null || line.signs !== 1 || line.kind === 'context') return same;
  const other = partner.text.slice(partner.signs);
  return (line.kind === 'removed' ? changedWords(text, other)?.[0] : changedWords(other, text)?.[1]) ?? same;
}

interface Piece {
  readonly text: string;
  readonly changed: boolean;
  readonly kind: TokenKind | null;
}

/** Cuts a line wherever a change or a token begins or ends. */
function pieces(text: string, stretches: readonly Stretch[], tokens: readonly Token[]): readonly Piece[] {
  const cut: Piece[] = [];
  let start = 0;
  let next = 0;
  for (const stretch of stretches) {
    const stop = start + stretch.text.length;
    while (start < stop) {
      while ((tokens[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
      const token = tokens[next];
      const inToken = token !== undefined && token.start <= start;
      const end = Math.min(stop, (inToken ? token.end : token?.start) ?? stop);
      cut.push({ text: text.slice(start, end), changed: stretch.changed, kind: inToken ? token.kind : null });
      start = end;
    }
  }
  return cut;
}

function drawPiece({ text, changed, kind }: Piece): readonly Node[] {
  if (!changed && kind === null) return inline(text);
  const classes = [changed ? 'word' : '', kind === null ? '' : `token-${kind}`].filter(name => name !== '');
  return [h('span', { class: classes.join(' ') }, ...inline(text))];
}
