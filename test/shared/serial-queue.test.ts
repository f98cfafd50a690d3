import { expect, it } from 'vitest';
import { createSerialQueue } from '../../src/shared/serial-queue.ts';

it('work waits for the work before it, also when that fails', async () => {
  const order: string[] = [];
  const inTurn = createSerialQueue();
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const first = inTurn(async () => {
    await held;
    order.push('first');
    throw new Error('no');
  });
  const second = inTurn(() => {
    order.push('second');
    return 2;
  });
  release();
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe(2);
  expect(order).toEqual(['first', 'second']);
});
