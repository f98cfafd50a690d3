import { h } from '../../ui/dom.ts';
import type { Document, Row } from '../document.ts';
import { inline, plain, twistie } from '../inline.ts';
import { createRowKeys, lineRow, linesOf } from '../rows.ts';

const PERSON = /^(\S.*) \((\d+)\):$/;

/** `git shortlog`: people who head what they did; null when the text is none. */
export function renderShortlog(text: string): Document | null {
  const lines = linesOf(text);
  if (!PERSON.test(lines[0] ?? '')) return null;
  const keyOf = createRowKeys();
  let person = '';
  const rows = lines.map((line): Row => {
    const [, name, count] = PERSON.exec(line) ?? [];
    if (name === undefined || count === undefined) return lineRow(keyOf(`${person} ${line}`), line, 1);
    person = name;
    return { key: keyOf(name), text: line, depth: 0, heads: true, draw: () => drawPerson(name, count) };
  });
  return { kind: 'table', rows, columns: null, wantsCommits: [], tall: false };
}

function drawPerson(name: string, count: string): HTMLElement {
  return h(
    'div',
    { class: 'row head' },
    twistie(),
    h('strong', {}, ...plain(name)),
    h('span', { class: 'badge' }, ...inline(count)),
  );
}
