import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInBatches } from '../../src/shared/map-in-batches.ts';

it('works on no more than a few at a time, and keeps their order', async () => {
  let working = 0;
  let most = 0;
  const doubled = await mapInBatches(
    [1, 2, 3, 4, 5],
    async n => {
      working += 1;
      most = Math.max(most, working);
      await turn();
      working -= 1;
      return n * 2;
    },
    2,
  );
  expect([doubled, most]).toEqual([[2, 4, 6, 8, 10], 2]);
});
