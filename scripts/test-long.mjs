// The matrices in full, which take too long for every run: node scripts/test-long.mjs [filter …].
import { randomInt } from 'node:crypto';
import { prepare, step } from './prepare.mjs';

/** Tests that take a sample in the ordinary run and everything in this one. */
const MATRICES = ['test/core/writes/matrix', 'test/core/writes/durable', 'test/core/writes/journal/property'];

prepare();
// Other chance than in the ordinary run; with the same SLUICE_SEED a run that failed is run again.
const { SLUICE_SEED = String(randomInt(1_000_000)) } = process.env;
console.log(`SLUICE_SEED=${SLUICE_SEED}`);
const filter = process.argv.slice(2);
process.exitCode = step(
  'matrices',
  'npx',
  ['vitest', 'run', '--project', 'patient', ...(filter.length > 0 ? filter : MATRICES)],
  {
    env: { SLUICE_JOURNAL_RUNS: '60', ...process.env, SLUICE_MATRIX: 'full', SLUICE_SEED },
  },
);
