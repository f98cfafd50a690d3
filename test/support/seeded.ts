import { Random } from '../differential/random.ts';

/** Chance that is new in every run and printed, so that a run which failed can be run again with `SLUICE_SEED`. */
export function seededRandom(): Random {
  const seed = Number(process.env.SLUICE_SEED ?? Date.now() % 1_000_000);
  console.log(`SLUICE_SEED=${seed}`);
  return new Random(seed);
}
