import { h } from '../../ui/dom.ts';
import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';
import type { Command, Document, Row } from '../document.ts';
import { inline } from '../inline.ts';
import { createRowKeys, lineRow, linesOf } from '../rows.ts';
import { pathParts } from './path-parts.ts';

/** Lines as they are, with links; those that start with `#` are bold. */
export function* renderText(text: string, command: Command | null): Incremental<Document> {
  const keyOf = createRowKeys();
  const parts = pathParts(command);
  const rows = yield* mapIncrementally(linesOf(text), (line): Row => {
    const key = keyOf(line);
    return line.startsWith('#') ? headingRow(key, line) : lineRow(key, line, 0, parts);
  });
  return { kind: 'text', rows, columns: null, wantsCommits: [], tall: false };
}

function headingRow(key: string, text: string): Row {
  const draw = () => h('div', { class: 'row' }, h('strong', {}, ...inline(text)));
  return { key, text, depth: 0, heads: false, draw };
}
