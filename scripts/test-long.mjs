// The matrices in full, which take too long for every run: node scripts/test-long.mjs [filter …].
import { prepare, step } from './prepare.mjs';

/** Tests that take a sample in the ordinary run and everything in this one. */
const MATRICES = ['test/core/writes/matrix', 'test/core/writes/durable', 'test/core/writes/journal/property'];

prepare();
const filter = process.argv.slice(2);
process.exitCode = step(
  'matrices',
  'npx',
  ['vitest', 'run', '--project', 'patient', ...(filter.length > 0 ? filter : MATRICES)],
  {
    env: { SLUICE_JOURNAL_RUNS: '60', ...process.env, SLUICE_MATRIX: 'full' },
  },
);
