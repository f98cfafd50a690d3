import { describe, expect, it } from 'vitest';
import { coalesce } from '../../../../src/core/repository/watch/coalesce.ts';
import { fakeClock } from './support.ts';

function rig() {
  const clock = fakeClock();
  const deliveries: { readonly at: number; readonly items: string }[] = [];
  const gathered = coalesce<string>(
    clock,
    items => void deliveries.push({ at: clock.now(), items: [...items].join() }),
  );
  /** Something new every so often, for so long. */
  const storm = (every: number, forMs: number) => {
    for (let at = 0; at < forMs; at += every) {
      gathered.add(['x']);
      clock.pass(every);
    }
  };
  return { clock, deliveries, gathered, storm };
}

describe('coalesce', () => {
  it('delivers once, after a short quiet', () => {
    const { clock, deliveries, gathered } = rig();
    gathered.add(['a']);
    clock.pass(60);
    gathered.add(['b', 'a']);
    clock.pass(60);
    expect(deliveries).toEqual([]);
    clock.pass(60_000);
    expect(deliveries).toEqual([{ at: 160, items: 'a,b' }]);
  });

  it('does not wait for a quiet that does not come', () => {
    const { deliveries, storm } = rig();
    storm(20, 520);
    expect(deliveries).toEqual([{ at: 500, items: 'x' }]);
  });

  it.each([
    ['without a pause', 10],
    ['with pauses longer than the short quiet', 150],
    ['slowly', 2000],
  ])('leaves more and more time in a storm %s', (_, every) => {
    const { deliveries, storm } = rig();
    storm(every, 10 * 60_000);
    const gaps = deliveries.slice(1).map(({ at }, i) => at - (deliveries[i]?.at ?? 0));
    expect(gaps.length).toBeLessThan(70);
    for (const [i, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(Math.min(500 * 2 ** i, 10_000));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(12_000);
  });

  it('tells the end of a storm soon after it', () => {
    const { clock, deliveries, storm } = rig();
    storm(50, 30_000);
    const end = clock.now();
    clock.pass(60_000);
    expect(deliveries.at(-1)?.at).toBeLessThanOrEqual(end + 3000);
    expect(deliveries.at(-1)?.at).toBeGreaterThan(end - 50);
  });

  it('is quick again after the calm', () => {
    const { clock, deliveries, gathered, storm } = rig();
    storm(50, 30_000);
    clock.pass(5000);
    const before = clock.now();
    gathered.add(['y']);
    clock.pass(100);
    expect(deliveries.at(-1)).toEqual({ at: before + 100, items: 'y' });
  });

  it('costs nothing when nothing comes, and nothing after the end', () => {
    const { clock, deliveries, gathered } = rig();
    gathered.add([]);
    clock.pass(60_000);
    gathered.add(['a']);
    gathered.stop();
    gathered.add(['b']);
    clock.pass(60_000);
    expect(deliveries).toEqual([]);
  });
});
