import { h } from '../../ui/dom.ts';
import { type Incremental, mapIncrementally } from '../../ui/incremental.ts';
import { type Known, NOTHING_KNOWN, type Parents, type Row } from '../document.ts';
import { inline } from '../inline.ts';
import { createRowKeys } from '../rows.ts';
import { type CommitLook, drawCommit, drawOneLine } from './draw-commit.ts';
import type { LogEntry } from './entries.ts';
import { drawGraph, type Graph } from './graph.ts';
import { oneLine } from './one-line.ts';

/** The piece of the graph in the row at a place; null for a log without one. */
export type GraphAt = (at: number, parents: Parents) => Graph | null;

/** The rows of a log; a commit heads the lines about it. */
export function logRows(
  entries: readonly LogEntry[],
  lines: readonly string[],
  graphAt: GraphAt,
  look: CommitLook,
): Incremental<readonly Row[]> {
  const keyOf = createRowKeys();
  let commit = '';
  return mapIncrementally(entries, (entry, i): Row => {
    const heads = entry.depth < (entries[i + 1]?.depth ?? 0);
    const single = entry.to - entry.from === 1;
    const text = single ? (lines[entry.from] ?? '') : lines.slice(entry.from, entry.to).join('\n');
    if (entry.type !== 'line') commit = entry.id;
    const key = keyOf(entry.type === 'line' ? `${commit} ${text}` : entry.id);
    const draw = (known = NOTHING_KNOWN) => drawEntry(entry, graphAt(i, known.parents), known, look);
    const row = { key, text, depth: entry.depth, heads, draw };
    return entry.type === 'line' ? row : { ...row, commit: entry.id };
  });
}

function drawEntry(entry: LogEntry, graph: Graph | null, known: Known, look: CommitLook): HTMLElement {
  const before = graph === null ? [] : [drawGraph(graph)];
  if (entry.type === 'commit') return drawCommit(entry.commit, before, known, look);
  const short = entry.type === 'one-line' ? oneLine(entry.text, true) : null;
  return short === null
    ? h('div', { class: 'row' }, ...before, ...inline(entry.text))
    : drawOneLine(short, before, known, look);
}
