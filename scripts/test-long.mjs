// The matrices in full, which take too long for every run: node scripts/test-long.mjs [filter …].
import { randomInt } from 'node:crypto';
import { prepare, step } from './prepare.mjs';

/** Tests that take a sample in the ordinary run and everything in this one. */
const MATRICES = [
  'test/core/writes/matrix',
  'test/core/writes/durable',
  'test/core/writes/impact/histories',
  'test/core/writes/impact/property',
  'test/core/writes/edits',
  'test/core/writes/mistakes',
  'test/core/writes/journal',
  'test/core/github/probes',
  'test/core/github/poll/day',
  'test/core/shell-line',
];

prepare();
// Other chance than in the ordinary run; with the same SLUICE_SEED a run that failed is run again.
const { SLUICE_SEED = String(randomInt(1_000_000)) } = process.env;
console.log(`SLUICE_SEED=${SLUICE_SEED}`);
const filter = process.argv.slice(2);
process.exitCode = step(
  'matrices',
  'npx',
  [
    ...['vitest', 'run', '--project', 'patient', '--project', 'apart', '--project', 'github'],
    ...(filter.length > 0 ? filter : MATRICES),
  ],
  {
    env: {
      ...{ SLUICE_JOURNAL_RUNS: '60', SLUICE_PROBE_COMMANDS: '16', SLUICE_PROBE_ROUNDS: '4' },
      ...{ ...process.env, SLUICE_MATRIX: 'full', SLUICE_SEED },
    },
  },
);
