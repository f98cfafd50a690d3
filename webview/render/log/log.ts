import type { Incremental } from '../../ui/incremental.ts';
import { memo } from '../../ui/memo.ts';
import type { Document, Parents } from '../document.ts';
import { linesOf } from '../rows.ts';
import { type ArtLine, artLines, hasArt } from './art.ts';
import { artGraph, artWidth } from './art-graph.ts';
import { entriesOf, type LogEntry } from './entries.ts';
import { inColumn } from './graph.ts';
import { belowGraph, commitGraph, LONE_DOT, laneWidth, NO_LANE } from './lane-graph.ts';
import { createLanes } from './lanes.ts';
import { type GraphAt, logRows } from './rows.ts';

/** The commits of a log, with git's own graph drawn, or one made from their parents as far as these are known. */
export function* renderLog(text: string): Incremental<Document> {
  const lines = linesOf(text);
  const art = hasArt(lines) ? yield* artLines(lines) : null;
  const entries = yield* entriesOf(art?.map(line => line.text) ?? lines, art);
  const ids =
    art !== null || !isHistory(entries) ? [] : entries.flatMap(entry => (entry.type === 'line' ? [] : entry.id));
  const graphAt = art === null ? graphFromParents(entries, ids) : graphFromArt(entries, art);
  const rows = yield* logRows(entries, lines, graphAt);
  return { kind: 'log', rows, columns: null, wantsParents: ids, tall: false };
}

/** A log of a format of its own may have only a line here and there that looks like a commit. */
function isHistory(entries: readonly LogEntry[]): boolean {
  let told = 0;
  for (const { type } of entries) {
    if (type === 'commit') return true;
    if (type === 'one-line') told += 1;
  }
  return told * 2 >= entries.length;
}

function graphFromArt(entries: readonly LogEntry[], art: readonly ArtLine[]): GraphAt {
  const widthAt = (at: number) => {
    const entry = entries[at];
    return entry === undefined ? 0 : artWidth(art, entry.from, entry.to);
  };
  return at => {
    const entry = entries[at];
    return entry === undefined ? null : inColumn(artGraph(art, entry.from, entry.to), at, widthAt);
  };
}

function graphFromParents(entries: readonly LogEntry[], ids: readonly string[]): GraphAt {
  if (ids.length === 0) return () => null;
  const lanesBy = memo((parents: Parents) => createLanes(ids, parents));
  /** Which commit each row is of. */
  const commits = memo(() => {
    let count = 0;
    return entries.map(({ type }) => (type === 'line' ? count - 1 : count++));
  });
  return (at, parents) => {
    const rowAt = (place: number) => lanesBy(parents)(commits()[place] ?? -1);
    const row = rowAt(at);
    const isLine = entries[at]?.type === 'line';
    const graph = row === undefined ? (isLine ? NO_LANE : LONE_DOT) : isLine ? belowGraph(row) : commitGraph(row);
    return inColumn(graph, at, place => laneWidth(rowAt(place)));
  };
}
