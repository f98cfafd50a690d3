import { svg } from '../../ui/dom.ts';
import './log.css';

/** A piece of a graph as high as a row: paths and dots, coloured by lane. */
export interface Graph {
  readonly width: number;
  readonly strokes: readonly Stroke[];
}

export interface Stroke {
  readonly path: string;
  readonly lane: number;
  readonly shape: 'line' | 'dashed' | 'dot';
}

export const HEIGHT = 24;
export const MIDDLE = HEIGHT / 2;
const COLOURS = 6;

/** As far as this above and below, what is said of commits stands in one column. */
const NEAR = 40;
const WIDEST = 120;

/** Makes a piece as wide as the widest near it, within reason. */
export function inColumn(graph: Graph, at: number, widthAt: (at: number) => number): Graph {
  let width = graph.width;
  for (let near = at - NEAR; near <= at + NEAR && width < WIDEST; near += 1) {
    width = Math.max(width, Math.min(widthAt(near), WIDEST));
  }
  return { ...graph, width };
}

/** Draws a graph that grows with its row, however high that is; dots and lines keep their size. */
export function drawGraph({ width, strokes }: Graph): SVGElement {
  return svg(
    'svg',
    {
      class: 'graph',
      width,
      height: HEIGHT,
      viewBox: `0 0 ${width} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...strokes.map(({ path, lane, shape }) => svg('path', { d: path, class: `${shape} lane-${lane % COLOURS}` })),
  );
}

/** A dot is a line of no length with round ends, so that it stays round when the graph is stretched. */
export const dot = (x: number, y: number, lane: number): Stroke => ({ path: `M${x} ${y}h.01`, lane, shape: 'dot' });
