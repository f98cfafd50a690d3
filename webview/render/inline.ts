import {
  hasInvisible,
  spellOutCharacter,
  spellOutInvisible,
  splitInvisible,
} from '../../src/shared/invisible-characters.ts';
import { h } from '../ui/dom.ts';
import { moreCharacters } from './labels.ts';
import { type Link, LONGEST_VALUE, linkParts, type Part, unsaidHost } from './links.ts';
import './row.css';

/** More than this of one line is not drawn: a browser takes seconds over a line of a megabyte. */
const MOST_DRAWN = 8_000;

/** A line's text with its links; what it holds is text, whatever it looks like. */
export function inline(text: string, parts: (text: string) => readonly Part[] = linkParts): Node[] {
  const nodes = parts(text.slice(0, MOST_DRAWN)).flatMap(part =>
    part.link === null ? plain(part.text) : [anchor(part.link, part.text), ...hostNote(part.text, part.link)],
  );
  return text.length <= MOST_DRAWN ? nodes : [...nodes, rest(text.length - MOST_DRAWN)];
}

/** Where a link leads, beside one whose text does not say so. */
export function hostNote(text: string, { kind, value }: Link): Node[] {
  const host = kind === 'url' || kind === 'web' ? unsaidHost(text, value) : null;
  return host === null ? [] : [h('span', { class: 'note' }, ...plain(` (${host})`))];
}

/** Text without links, invisible characters spelled out. */
export function plain(text: string): Node[] {
  const drawn = text.slice(0, MOST_DRAWN);
  if (!hasInvisible(drawn)) return [document.createTextNode(drawn)];
  return splitInvisible(drawn).map(part =>
    part.invisible
      ? h('span', { class: 'invisible' }, spellOutCharacter(part.text))
      : document.createTextNode(part.text),
  );
}

/** A link the page opens through the host; one whose value no message may hold is shown as text. */
export function anchor(link: Link, text: string): HTMLElement {
  if (link.value === '' || link.value.length > LONGEST_VALUE) return h('span', {}, ...plain(text));
  return h(
    'a',
    {
      class: 'link',
      href: '#',
      tabindex: -1,
      'data-kind': link.kind,
      'data-value': link.value,
      'data-line': link.line,
    },
    spellOutInvisible(text),
  );
}

export const twistie = () => h('span', { class: 'twistie', 'aria-hidden': 'true' });

function rest(count: number): HTMLElement {
  return h('span', { class: 'note' }, moreCharacters(count));
}
