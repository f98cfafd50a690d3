import { expect, it } from 'vitest';
import { createScanQueue } from '../../../../src/core/repository/status/scan-queue.ts';

/** A queue whose scans end when told to. */
function make() {
  const scans: unknown[] = [];
  const errors: unknown[] = [];
  const busy: boolean[] = [];
  let end: (error?: Error) => void = () => {};
  const queue = createScanQueue({
    scan(kind, hints) {
      scans.push([kind, hints]);
      return new Promise((resolve, reject) => {
        end = error => (error ? reject(error) : resolve());
      });
    },
    busyChanged: () => void busy.push(queue.busy()),
    reportError: error => void errors.push(error),
  });
  const endScan = async (error?: Error) => {
    end(error);
    await new Promise(setImmediate);
  };
  return { queue, scans, errors, busy, endScan };
}

it('makes one scan of all requests that come during another, and forgets everything if one of them asks for it', async () => {
  const { queue, scans, busy, endScan } = make();
  const first = queue.request('update', ['a']);
  expect(scans).toEqual([['update', ['a']]]);
  void queue.request('update', ['b']);
  void queue.request('anew', ['c']);
  const last = queue.request('update', ['d']);
  expect(scans.length).toBe(1);
  await endScan();
  expect(scans.slice(1)).toEqual([['anew', ['b', 'c', 'd']]]);
  expect([queue.busy(), busy]).toEqual([true, [true]]);
  await endScan();
  await Promise.all([first, last]);
  expect([queue.busy(), busy, scans.length]).toEqual([false, [true, false], 2]);
});

it('scans on after one that failed', async () => {
  const { queue, scans, errors, endScan } = make();
  const done = queue.request();
  void queue.request('update', ['a']);
  await endScan(new Error('no'));
  expect([errors, scans]).toEqual([
    [new Error('no')],
    [
      ['update', undefined],
      ['update', ['a']],
    ],
  ]);
  await endScan();
  await done;
});

it('begins no scan once it is stopped, and is busy until the last is over', async () => {
  const { queue, scans, endScan } = make();
  void queue.request();
  void queue.request();
  queue.stop();
  expect(queue.busy()).toBe(true);
  await endScan();
  expect(queue.busy()).toBe(false);
  await queue.request();
  expect(scans.length).toBe(1);
});
