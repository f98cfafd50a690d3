import { describe, expect, test } from 'vitest';
import { createLanes, type LaneRow, MOST_LANES } from '../../../webview/render/log/lanes.ts';
import fc from '../../support/fast-check.ts';

function layLanes(ids: readonly string[], parents: ReadonlyMap<string, readonly string[]>): readonly LaneRow[] {
  const laneAt = createLanes(ids, parents);
  return ids.map((_, at) => laneAt(at)).filter(row => row !== undefined);
}

type History = Readonly<Record<string, readonly string[]>>;

/** One line a commit: its lane, what comes in, what goes out, what passes by; `!` for parents that are not shown. */
function laid(history: History, shown = Object.keys(history)): readonly string[] {
  return layLanes(shown, new Map(Object.entries(history))).map(({ lane, edges }, i) => {
    const of = (wanted: string) => edges.filter(({ part }) => part === wanted);
    const ins = of('in')
      .map(({ from }) => from)
      .join(',');
    const outs = of('out')
      .map(({ to }) => to)
      .join(',');
    const by = of('through')
      .map(({ from }) => from)
      .join(',');
    return `${shown[i]}@${lane} in:${ins} out:${outs} by:${by}${of('unseen').length > 0 ? ' !' : ''}`;
  });
}

describe('lanes', () => {
  test('one after the other', () => {
    expect(laid({ c: ['b'], b: ['a'], a: [] })).toEqual([
      'c@0 in: out:0 by:',
      'b@0 in:0 out:0 by:',
      'a@0 in:0 out: by:',
    ]);
  });

  test('a branch and its merge', () => {
    expect(laid({ m: ['a', 'b'], b: ['r'], a: ['r'], r: [] })).toEqual([
      'm@0 in: out:0,1 by:',
      'b@1 in:1 out:1 by:0',
      'a@0 in:0 out:1 by:1',
      'r@1 in:1 out: by:',
    ]);
  });

  test('a merge of three', () => {
    expect(laid({ o: ['a', 'b', 'c'], c: ['r'], b: ['r'], a: ['r'], r: [] })[0]).toBe('o@0 in: out:0,1,2 by:');
  });

  test('several roots', () => {
    expect(laid({ b: [], a: [] })).toEqual(['b@0 in: out: by:', 'a@0 in: out: by:']);
  });

  test('two tips that meet', () => {
    expect(laid({ x: ['r'], y: ['r'], r: [] })).toEqual([
      'x@0 in: out:0 by:',
      'y@1 in: out:0 by:0',
      'r@0 in:0 out: by:',
    ]);
  });

  test('a parent that is not shown', () => {
    expect(laid({ c: ['b'], a: ['z'] })).toEqual(['c@0 in: out: by: !', 'a@0 in: out: by: !']);
  });

  test('ids printed short meet parents told in full', () => {
    const rows = layLanes(
      ['abc1234', 'def5678'],
      new Map([
        ['abc1234', ['def56789aaaaaaaa']],
        ['def5678', []],
      ]),
    );
    expect(rows.map(({ edges }) => edges.map(({ part }) => part))).toEqual([['out'], ['in']]);
  });

  test('fit together and stay narrow in any history', () => {
    const history = fc.array(fc.array(fc.nat(12), { maxLength: 4 }), { maxLength: 60 });
    fc.assert(
      fc.property(history, steps => {
        const ids = steps.map((_, i) => `${i}`.padStart(4, '0'));
        const parents = new Map(
          steps.map((list, i) => [ids[i] ?? '', list.map(step => `${i + 1 + step}`.padStart(4, '0'))]),
        );
        let below: readonly number[] = [];
        for (const { lane, edges } of layLanes(ids, parents)) {
          const above = edges.filter(({ part }) => part === 'in' || part === 'through').map(({ from }) => from);
          // What leaves a row at its foot is what enters the next at its top.
          expect(new Set(above)).toEqual(new Set(below));
          expect(lane).toBeLessThanOrEqual(MOST_LANES);
          below = edges.filter(({ part }) => part === 'out' || part === 'through').map(({ to }) => to);
          expect(Math.max(0, ...below)).toBeLessThan(MOST_LANES);
        }
        expect(below).toEqual([]);
      }),
    );
  });
});
