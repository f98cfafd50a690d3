import { expect, test } from 'vitest';
import type { Row } from '../../../webview/render/document.ts';
import type { Filter } from '../../../webview/render/filter.ts';
import { visibleRows as visibleSteps } from '../../../webview/render/visible-rows.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import fc from '../../support/fast-check.ts';

const visibleRows = (...args: Parameters<typeof visibleSteps>) => runToEnd(visibleSteps(...args));

const row = (key: string, depth: number, heads: boolean, text = key): Row => ({
  key,
  text,
  depth,
  heads,
  draw: () => {
    throw new Error('Nothing is drawn here.');
  },
});

const finds = (wanted: string): Pick<Filter, 'test'> => ({ test: line => line.includes(wanted) });
const TREE = [row('a', 0, true), row('b', 1, true), row('c', 2, false), row('d', 1, false), row('e', 0, false)];

test('a folded head hides what is deeper, up to the next that is not', () => {
  expect(visibleRows(TREE, new Set(), null)).toEqual([0, 1, 2, 3, 4]);
  expect(visibleRows(TREE, new Set(['b']), null)).toEqual([0, 1, 3, 4]);
  expect(visibleRows(TREE, new Set(['a', 'b']), null)).toEqual([0, 4]);
  expect(visibleRows(TREE, new Set(['c', 'e', 'gone']), null)).toEqual([0, 1, 2, 3, 4]);
});

test('a filter shows what matches under its heads, folded or not', () => {
  expect(visibleRows(TREE, new Set(['a']), finds('c'))).toEqual([0, 1, 2]);
  expect(visibleRows(TREE, new Set(), finds('d'))).toEqual([0, 3]);
  expect(visibleRows(TREE, new Set(), finds('nothing'))).toEqual([]);
});

const trees = fc
  .array(fc.tuple(fc.nat(4), fc.boolean(), fc.constantFrom('x', 'y')), { maxLength: 40 })
  .map(list => list.map(([depth, heads, text], i) => row(`${i}`, depth, heads, text)));

test('in any tree what is shown is in order, without doubles, and every match is there with its heads', () => {
  fc.assert(
    fc.property(trees, fc.array(fc.nat(39)), (rows, folds) => {
      const folded = new Set(folds.map(String));
      const open = visibleRows(rows, folded, null);
      expect(open).toEqual([...new Set(open)].toSorted((a, b) => a - b));
      const kept = new Set(visibleRows(rows, folded, finds('x')));
      rows.forEach(({ text, depth }, i) => {
        if (text === 'x') expect(kept).toContain(i);
        if (text !== 'x') return;
        const head = rows.findLastIndex((above, at) => at < i && above.depth < depth);
        if (head !== -1 && rows[head]?.heads) expect(kept).toContain(head);
      });
      for (const i of kept) {
        const end = rows.findIndex((after, at) => at > i && after.depth <= (rows[i]?.depth ?? 0));
        const under = rows.slice(i, end === -1 ? undefined : end);
        expect(under.some(({ text }) => text === 'x')).toBe(true);
      }
    }),
  );
});
