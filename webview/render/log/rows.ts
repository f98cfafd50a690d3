import { h } from '../../shared/dom.ts';
import type { Row } from '../document.ts';
import { inline } from '../inline.ts';
import { createKeys } from '../keys.ts';
import { drawCommit, drawOneLine } from './commit-draw.ts';
import type { Entry } from './entries.ts';
import { drawGraph, type Graph } from './graph.ts';

/** The rows of a log; a commit heads the lines about it. */
export function logRows(
  entries: readonly Entry[],
  lines: readonly string[],
  graphOf: (entry: Entry, at: number) => Graph | null,
): readonly Row[] {
  const keyOf = createKeys();
  let commit = '';
  return entries.map((entry, i): Row => {
    const heads = entry.depth < (entries[i + 1]?.depth ?? 0);
    const single = entry.to - entry.from === 1;
    const text = single ? (lines[entry.from] ?? '') : lines.slice(entry.from, entry.to).join('\n');
    if (entry.type !== 'line') commit = entry.id;
    const key = keyOf(entry.type === 'line' ? `${commit} ${text}` : entry.id);
    return { key, text, depth: entry.depth, heads, draw: () => drawEntry(entry, graphOf(entry, i)) };
  });
}

function drawEntry(entry: Entry, graph: Graph | null): HTMLElement {
  const before = graph === null ? [] : [drawGraph(graph)];
  if (entry.type === 'line') return h('div', { class: 'row line' }, ...before, ...inline(entry.text));
  if (entry.type === 'commit') return drawCommit(entry.commit, before);
  return drawOneLine(entry.commit, before);
}
