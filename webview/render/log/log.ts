import type { Document, Look } from '../document.ts';
import { linesOf } from '../lines.ts';
import { artLines, hasArt } from './art.ts';
import { artGraph } from './art-graph.ts';
import { type Entry, entriesOf } from './entries.ts';
import type { Graph } from './graph.ts';
import { belowGraph, commitGraph, LONE_DOT, NO_LANE } from './lane-graph.ts';
import { createLanes } from './lanes.ts';
import { logRows } from './rows.ts';

/** The commits of a log, with git's own graph drawn, or one made from their parents once these are known. */
export function renderLog(text: string, look: Look): Document {
  const lines = linesOf(text);
  const drawn = hasArt(lines);
  const art = drawn ? artLines(lines) : lines.map(line => ({ art: '', text: line, mark: -1 }));
  const entries = entriesOf(art, drawn);
  const ids = drawn || !isHistory(entries) ? [] : entries.flatMap(entry => (entry.type === 'line' ? [] : [entry.id]));
  const graphOf = drawn
    ? (entry: Entry) => artGraph(art, entry.from, entry.to)
    : graphFromParents(entries, ids, look.parents);
  const rows = logRows(entries, lines, graphOf);
  return { kind: 'log', rows, columns: null, wantsParents: ids, tall: false };
}

/** A log of a format of its own may have only a line here and there that looks like a commit. */
function isHistory(entries: readonly Entry[]): boolean {
  const told = entries.filter(({ type }) => type !== 'line').length;
  return entries.some(({ type }) => type === 'commit') || told * 2 >= entries.length;
}

function graphFromParents(
  entries: readonly Entry[],
  ids: readonly string[],
  parents: Look['parents'],
): (entry: Entry, at: number) => Graph | null {
  if (ids.length === 0) return () => null;
  if (!ids.some(id => parents.has(id))) return ({ type }) => (type === 'line' ? NO_LANE : LONE_DOT);
  const laneAt = createLanes(ids, parents);
  let count = 0;
  const commits = entries.map(({ type }) => (type === 'line' ? count - 1 : count++));
  return (entry, at) => {
    const row = laneAt(commits[at] ?? -1);
    if (row === undefined) return NO_LANE;
    return entry.type === 'line' ? belowGraph(row) : commitGraph(row);
  };
}
