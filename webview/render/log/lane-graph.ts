import { dot, type Graph, HEIGHT, MIDDLE, type Stroke } from './graph.ts';
import type { Edge, LaneRow } from './lanes.ts';

const STEP = 14;
const xOf = (lane: number) => STEP / 2 + lane * STEP;
const widthOf = (lanes: number) => STEP * Math.max(lanes, 1);

/** How wide the piece in a commit's row is, of which the parents may not be known. */
export function laneWidth(row: LaneRow | undefined): number {
  if (row === undefined) return widthOf(1);
  return widthOf(1 + row.edges.reduce((most, { from, to }) => Math.max(most, from, to), row.lane));
}

/** The piece of the graph in a commit's own row. */
export function commitGraph(row: LaneRow): Graph {
  const strokes = row.edges.map(strokeOf);
  return { width: laneWidth(row), strokes: [...strokes, dot(xOf(row.lane), MIDDLE, row.colour)] };
}

/** The lanes that pass by the rest of a commit's lines. */
export function belowGraph({ edges }: LaneRow): Graph {
  const going = (wanted: Edge['part']) => edges.filter(({ part }) => part === wanted);
  // A lane that was there keeps its colour whatever joins it.
  const below = new Map([...going('out'), ...going('through')].map(({ to, colour }) => [to, colour]));
  const strokes = [...below].map(
    ([lane, colour]): Stroke => ({ path: `M${xOf(lane)} 0V${HEIGHT}`, lane: colour, shape: 'line' }),
  );
  return { width: widthOf(1 + Math.max(0, ...below.keys())), strokes };
}

/** The graph of a row until the parents are known. */
export const LONE_DOT: Graph = { width: widthOf(1), strokes: [dot(xOf(0), MIDDLE, 0)] };
export const NO_LANE: Graph = { width: widthOf(1), strokes: [] };

function strokeOf({ part, from, to, colour }: Edge): Stroke {
  const [start, end] = [xOf(from), xOf(to)];
  const shape = part === 'unseen' ? 'dashed' : 'line';
  return { path: PATHS[part](start, end), lane: colour, shape };
}

const PATHS: Readonly<Record<Edge['part'], (start: number, end: number) => string>> = {
  through: start => `M${start} 0V${HEIGHT}`,
  in: (start, end) => `M${start} 0C${start} ${MIDDLE} ${end} 0 ${end} ${MIDDLE}`,
  out: (start, end) => `M${start} ${MIDDLE}C${start} ${HEIGHT} ${end} ${MIDDLE} ${end} ${HEIGHT}`,
  unseen: start => `M${start} ${MIDDLE}V${HEIGHT}`,
};
