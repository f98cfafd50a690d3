import type { Incremental } from '../../ui/incremental.ts';
import { memo } from '../../ui/memo.ts';
import type { Command, Document, Parents } from '../document.ts';
import { hasOption } from '../options.ts';
import { linesOf } from '../rows.ts';
import { type ArtLine, artLines, bends, hasArt } from './art.ts';
import { artGraph, artWidth } from './art-graph.ts';
import type { CommitLook } from './draw-commit.ts';
import { entriesOf, type LogEntry } from './entries.ts';
import { inColumn } from './graph.ts';
import { belowGraph, commitGraph, LONE_DOT, laneWidth, NO_LANE } from './lane-graph.ts';
import { createLanes } from './lanes.ts';
import { type GraphAt, logRows } from './rows.ts';

/** The commits of a log with a graph made from their parents as far as these are known, else git's own. */
export function* renderLog(text: string, command: Command | null = null): Incremental<Document> {
  const lines = linesOf(text);
  const art = hasArt(lines) ? yield* artLines(lines) : null;
  const entries = yield* entriesOf(art?.map(line => line.text) ?? lines, art);
  const ids = isHistory(entries) ? entries.flatMap(entry => (entry.type === 'line' ? [] : entry.id)) : [];
  const fromParents = graphFromParents(entries, ids);
  const graphAt = art === null ? fromParents : eitherGraph(fromParents, graphFromArt(entries, art), ids, entries, art);
  const rows = yield* logRows(entries, lines, graphAt, lookOf(command?.args ?? []));
  return { kind: 'log', rows, columns: null, wantsCommits: ids, tall: false };
}

/** Who wrote a format of their own has said what is to be seen of a commit, and who said --no-decorate of refs. */
function lookOf(args: readonly string[]): CommitLook {
  const formats = args.flatMap(word => /^--(?:format|pretty)=(.*)$/.exec(word)?.[1] ?? []);
  const isOwn = formats.some(format => !BUILT_IN.has(format)) || hasOption(args, '--format');
  const undecorated = args.some(word => word === '--no-decorate' || word === '--decorate=no');
  return { refs: !undecorated && !isOwn, author: !isOwn };
}

const BUILT_IN: ReadonlySet<string> = new Set([
  'oneline',
  'short',
  'medium',
  'full',
  'fuller',
  'reference',
  'email',
  'raw',
]);

/** The graph from parents once all of them are known and tell what git drew, which they do not where it left commits out. */
function eitherGraph(
  fromParents: GraphAt,
  fromArt: GraphAt,
  ids: readonly string[],
  entries: readonly LogEntry[],
  art: readonly ArtLine[],
): GraphAt {
  const commits = memo(() => entries.filter(({ type }) => type !== 'line'));
  const fits = memo((parents: Parents, known: number) => {
    if (ids.length === 0 || known < ids.length || !ids.every(id => parents.has(id))) return false;
    return commits().every((entry, at) => followsArt(entry, commits()[at + 1], parents, art));
  });
  return (at, parents) => (fits(parents, parents.size) ? fromParents : fromArt)(at, parents);
}

/** Whether a commit that git drew right above another, with no lane leaving between them, is its child. */
function followsArt(entry: LogEntry, next: LogEntry | undefined, parents: Parents, art: readonly ArtLine[]): boolean {
  if (entry.type === 'line' || next === undefined || next.type === 'line') return true;
  const known = parents.get(entry.id) ?? [];
  const markIn = ({ from, to }: LogEntry) => art.slice(from, to).find(({ mark }) => mark !== -1)?.mark;
  const straight = markIn(entry) === markIn(next) && !art.slice(entry.from + 1, next.to).some(bends);
  return known.length === 0 || !straight || known.some(parent => parent.startsWith(next.id));
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
