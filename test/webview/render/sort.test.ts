import { expect, test } from 'vitest';
import { mergeSorted } from '../../../webview/render/table/merge-sort.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import fc from '../../support/fast-check.ts';

test('sorting in pieces is sorting: the same order, and equals stay in place', () => {
  const items = fc.array(fc.record({ by: fc.nat(9) }), { maxLength: 2_000, size: 'max' });
  fc.assert(
    fc.property(items, list => {
      const compare = (a: { by: number }, b: { by: number }) => a.by - b.by;
      const [sorted, expected] = [runToEnd(mergeSorted(list, compare)), list.toSorted(compare)];
      expect(sorted.length === expected.length && sorted.every((item, i) => item === expected[i])).toBe(true);
    }),
    { numRuns: 30 },
  );
});
