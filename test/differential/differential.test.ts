import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everydayReads } from './everyday.ts';
import { measure, report } from './over-caution.ts';
import { makePlan, type Plan } from './plan.ts';
import { readingSpots } from './spots.ts';
import { listed, makeStations, proveReads, type Station } from './stations.ts';

/** Fewer would prove little. */
const LEAST = 3000;
const setting = (name: string, usual: number) => {
  const value = Number(process.env[name] ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0`);
  return value;
};
const count = setting('SLUICE_COUNT', 3400);
const seed = setting('SLUICE_SEED', 1);
/** A report, no proof: the ordinary run takes a look, `npm run test:differential` a long one. */
const overCautionSample = setting('SLUICE_WRITES', 40);

let stations: readonly Station[];
let first: Station;
let plan: Plan;

beforeAll(() => {
  if (process.platform === 'win32') return;
  stations = makeStations();
  first = stations[0] as Station;
  plan = makePlan(first.fixture, count, seed);
});
afterAll(() => {
  for (const { fixture } of stations ?? []) fixture.remove();
});

// The fixture needs names and scripts that Windows does not have.
const onPosix = describe.skipIf(process.platform === 'win32');

onPosix('what is called read-only', () => {
  it.skipIf(count < LEAST)('is reached by the generator wherever the tables have it', () => {
    const starts = (args: readonly string[], words: readonly string[]) => words.every((word, at) => args[at] === word);
    const missed = readingSpots.filter(({ words }) => !plan.reads.some(args => starts(args, words)));
    expect(missed.map(({ words }) => words.join(' '))).toEqual([]);
  });

  it(`has no effect in ${count} generated commands`, async () => {
    const proof = await proveReads(stations, plan.reads);
    const { ran, succeeded, skipped } = proof;
    const traced = first.tracer ? '(every other under strace)' : '(no strace here)';
    console.log(`ran ${ran} reads ${traced}, ${succeeded} succeeded, ${skipped.length} not started (seed ${seed})`);
    if (proof.findings.length > 0) throw new Error(listed(proof));
    expect(ran).toBeGreaterThanOrEqual(Math.min(count, LEAST));
    // A proof by usage errors would be none.
    expect(succeeded).toBeGreaterThan(ran * 0.4);
  });

  it('has no effect in the everyday reads', async () => {
    const proof = await proveReads(stations, everydayReads());
    expect(proof.ran).toBeGreaterThan(400);
    console.log(`ran ${proof.ran} everyday reads, ${proof.succeeded} succeeded`);
    if (proof.findings.length > 0) throw new Error(listed(proof));
  });
});

onPosix('what is called mutating', () => {
  it.skipIf(count < LEAST)('is counted where it does nothing', async () => {
    const counts = await measure(first.fixture, plan.writes, overCautionSample);
    const file = fileURLToPath(new URL('../../reports/over-caution.md', import.meta.url));
    const { ran, succeeded, harmless } = report(counts, file);
    console.log(`ran ${ran} called mutating, ${succeeded} succeeded, ${harmless} of them did nothing`);
    expect(ran).toBeGreaterThan(overCautionSample / 2);
  });
});
