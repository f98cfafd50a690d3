import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everydayReads } from './everyday.ts';
import { measure, report } from './over-caution.ts';
import { makePlan, type Plan } from './plan.ts';
import { listed, makeStations, proveReads, type Station } from './stations.ts';

/** Said in the issue that asked for this proof. */
const LEAST = 3000;
const count = Number(process.env.SLUICE_COUNT ?? 3200);
const seed = Number(process.env.SLUICE_SEED ?? 1);
const overCautionSample = 600;

let stations: readonly Station[];
let first: Station;
let plan: Plan;

beforeAll(() => {
  stations = makeStations();
  first = stations[0] as Station;
  plan = makePlan(first.fixture, count, seed);
});
afterAll(() => {
  for (const { fixture } of stations) fixture.remove();
});

describe('what is called read-only', () => {
  it(`has no effect in ${count} generated commands`, async () => {
    const proof = await proveReads(stations, plan.reads);
    const { ran, succeeded, skipped } = proof;
    const traced = first.tracer ? 'with strace' : 'without strace';
    console.log(`ran ${ran} reads ${traced}, ${succeeded} succeeded, ${skipped.length} not started (seed ${seed})`);
    expect(listed(proof)).toBe('');
    expect(ran).toBeGreaterThanOrEqual(Math.min(count, LEAST));
    // A proof by usage errors would be none.
    expect(succeeded).toBeGreaterThan(ran * 0.4);
  });

  it('has no effect in the everyday reads', async () => {
    const proof = await proveReads(stations, everydayReads());
    console.log(`ran ${proof.ran} everyday reads, ${proof.succeeded} succeeded`);
    expect(listed(proof)).toBe('');
  });
});

describe('what is called mutating', () => {
  it('is counted where it does nothing', async () => {
    const counts = await measure(first.fixture, plan.writes, overCautionSample);
    const file = new URL('../../reports/over-caution.md', import.meta.url);
    const { ran, succeeded, harmless } = report(counts, file.pathname);
    console.log(`ran ${ran} called mutating, ${succeeded} succeeded, ${harmless} of them did nothing`);
    expect(ran).toBeGreaterThan(overCautionSample * 0.9);
  });
});
