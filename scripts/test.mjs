// The whole test command: sets itself up, checks, builds, tests, and closes with the count.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, prepare, root, step } from './prepare.mjs';

prepare();
if (step('types and lint', 'npm', ['run', '--silent', 'check']) !== 0) fail('npm run check failed: see above.');
if (step('build', 'npm', ['run', '--silent', 'build']) !== 0) fail('npm run build failed: see above.');

const reports = join(root, 'reports');
mkdirSync(reports, { recursive: true });
const report = join(reports, 'tests.json');
rmSync(report, { force: true });
const status = step('tests', 'npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed${skipped}`);
process.exit(status !== 0 || numPassedTests === 0 ? 1 : 0);
