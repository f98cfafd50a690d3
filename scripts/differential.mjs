// Runs the differential proof against real git: node scripts/differential.mjs [--count N] [--seed S] [--git PATH].
import { parseArgs } from 'node:util';
import { prepare, step } from './prepare.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, git: { type: 'string' } },
});
const settings = { SLUICE_COUNT: values.count, SLUICE_SEED: values.seed, SLUICE_GIT: values.git };
const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

prepare();
process.exitCode = step('differential proof', 'npx', ['vitest', 'run', '--project', 'differential'], {
  env: { ...process.env, ...given },
});
