// Runs the differential proof against real git and real gh: node scripts/differential.mjs [git|gh] [--count N] [--seed S] [--git PATH].
import { parseArgs } from 'node:util';
import { prepare, step } from './prepare.mjs';
import { installSecondGh } from './second-gh.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' }, git: { type: 'string' } },
});
const settings = {
  SLUICE_COUNT: values.count,
  SLUICE_GH_COUNT: values.count ?? '1000',
  SLUICE_SEED: values.seed,
  SLUICE_GIT: values.git,
};
const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** vitest chooses files by a part of their path. */
const FILES = { gh: 'differential/gh/', git: 'differential.test.ts' };
const files = positionals.map(name => FILES[name] ?? name);

prepare('gh');
const second = installSecondGh();
if (second.path === undefined) console.log(`\n▸ no second gh: ${second.reason}`);
process.exitCode = step('differential proof', 'npx', ['vitest', 'run', '--project', 'differential', ...files], {
  env: { SLUICE_WRITES: '600', ...process.env, ...given },
});
