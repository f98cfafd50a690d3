import { describe, expect, test } from 'vitest';
import { artLines } from '../../../webview/render/log/art.ts';
import { artGraph } from '../../../webview/render/log/art-graph.ts';
import { HEIGHT, inColumn, MIDDLE } from '../../../webview/render/log/graph.ts';
import { createLanes } from '../../../webview/render/log/lanes.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import { PLAIN, render } from './fixture.ts';

const GRAPH = [
  '*   9be04d1c07 Merge',
  '|\\  ',
  '| * 77a1c02f3b Read',
  '* | 5d1be0c992 Open',
  '|/  ',
  '* 21c07d8e6f Begin',
];

describe("git's own graph", () => {
  test('has a row for each commit, and what bends between two is in the upper one', () => {
    const { rows } = render('log', GRAPH.join('\n'), PLAIN);
    expect(rows.map(({ text }) => text.split('\n').length)).toEqual([2, 1, 2, 1]);
    expect(rows.map(({ text }) => text).join('\n')).toBe(GRAPH.join('\n'));
  });

  test('parts several lines between two commits among both', () => {
    const lines = ['*-.   9be04d1c07 Merge', '|\\ \\  ', '| |/', '| * 77a1c02f3b Read'];
    const { rows } = render('log', lines.join('\n'), PLAIN);
    expect(rows.map(({ text }) => text.split('\n').length)).toEqual([2, 2]);
  });

  test('keeps the dot in the middle of its row and its lines within it', () => {
    const lines = runToEnd(artLines(GRAPH));
    const { strokes } = artGraph(lines, 0, 2);
    expect(strokes.at(-1)).toMatchObject({ shape: 'dot', path: `M7 ${MIDDLE}h.01` });
    const heights = strokes.flatMap(({ path }) => [...path.matchAll(/V(\d+)/g)].map(([, y]) => Number(y)));
    expect(Math.max(...heights)).toBe(HEIGHT);
  });
});

test('pieces near each other are as wide as the widest, up to a bound', () => {
  const widths = [14, 28, 14, 900];
  const wide = (at: number) => inColumn({ width: widths[at] ?? 0, strokes: [] }, at, near => widths[near] ?? 0).width;
  expect([wide(0), wide(1), wide(3)]).toEqual([120, 120, 900]);
  expect(inColumn({ width: 14, strokes: [] }, 0, near => (near === 100 ? 28 : 14)).width).toBe(14);
});

test('lanes go on where they stopped when more parents are known', () => {
  const parents = new Map([['c', ['b']]]);
  const laneAt = createLanes(['c', 'b', 'a'], parents);
  expect(laneAt(2)).toBeUndefined();
  expect(laneAt(0)?.edges.map(({ part }) => part)).toEqual(['out']);
  parents.set('b', ['a']).set('a', []);
  expect(laneAt(2)?.edges.map(({ part }) => part)).toEqual(['in']);
});
