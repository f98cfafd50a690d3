import type { MarkedToken } from 'marked';
import { spellOutInvisible } from '../../../src/shared/invisible-characters.ts';
import { h } from '../../ui/dom.ts';
import { anchor, hostNote, inline, plain } from '../inline.ts';
import { imageLabel } from '../labels.ts';
import { conversationParts } from '../links.ts';
import { resolveEntities } from './entities.ts';
import type { Blocks } from './tokens.ts';

/** The nodes of a line of Markdown; raw HTML stays the text it is. */
export function drawInline(tokens: readonly MarkedToken[], depth: number, within: Blocks['within']): Node[] {
  return tokens.flatMap(token => drawToken(token, depth, within));
}

function drawToken(token: MarkedToken, depth: number, within: Blocks['within']): Node[] {
  const inside = (holder: Parameters<typeof within>[0]) => drawInline(within(holder, depth), depth + 1, within);
  switch (token.type) {
    case 'br':
      return [h('br')];
    case 'codespan':
      return [h('code', {}, ...plain(token.text))];
    case 'del':
    case 'em':
    case 'strong':
      return [h(token.type, {}, ...inside(token))];
    case 'image':
      return drawImage(token.text, token.href);
    case 'link':
      return isSafe(token.href) ? linkAround(token.href, inside(token)) : inside(token);
    case 'text':
      return token.tokens === undefined ? lines(resolveEntities(token.text)) : inside(token);
    case 'escape':
      return plain(token.text);
    case 'checkbox':
      return [];
    default:
      return plain(token.raw);
  }
}

/** A new line in a paragraph is a blank. */
const lines = (text: string) => inline(text.replaceAll('\n', ' '), conversationParts);

const isSafe = (address: string) => /^https?:\/\/[^/]/i.test(address);

function linkAround(href: string, inside: readonly Node[]): Node[] {
  const target = { kind: 'url', value: href } as const;
  const link = anchor(target, '');
  link.title = spellOutInvisible(href);
  // A link in a link would take its clicks.
  link.replaceChildren(...inside.map(node => (node instanceof Element ? (node.textContent ?? '') : node)));
  return [link, ...hostNote(link.textContent ?? '', target)];
}

/** Nothing is loaded from anywhere: an image is what it is said to show, and a way to it. */
function drawImage(alt: string, href: string): Node[] {
  const label = h('span', { class: 'image' }, ...plain(imageLabel(alt)));
  return isSafe(href) ? linkAround(href, [label]) : [label];
}
