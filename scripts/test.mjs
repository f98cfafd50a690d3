// The whole test command: sets itself up, checks, builds, tests, and closes with the count.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { installAgents } from './agents/install.mjs';
import { fail, prepare, root, step } from './prepare.mjs';
import { installSecondGh } from './second-gh.mjs';
import { installWorkbench } from './workbench/install.mjs';

const reports = join(root, 'reports');
const vitest = join(reports, 'tests.json');
const workbench = join(reports, 'workbench.json');

prepare('chromium', 'gh');
const second = installSecondGh();
if (second.path === undefined) console.log(`\n▸ no second gh, tests with it are skipped: ${second.reason}`);
const agents = installAgents();
if (!agents.installed) console.log(`\n▸ no agent's client, tests with it are skipped: ${agents.reason}`);
console.log('\n▸ editor');
await installWorkbench();
if (step('types and lint', 'npm', ['run', '--silent', 'check']) !== 0) fail('npm run check failed: see above.');
if (step('build and package', 'node', ['scripts/package.mjs']) !== 0) fail('npm run package failed: see above.');

mkdirSync(reports, { recursive: true });
for (const report of [vitest, workbench]) rmSync(report, { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`];
// A filter is for vitest; who names one wants to see those tests only.
const filter = process.argv.slice(2);
const temporary = folderInMemory();
const slow = filter.length === 0 && !process.env.SLUICE_ALL && slowness();
if (slow)
  console.log(`\n▸ ${slow}: the longest tests are left to npm run test:long; with SLUICE_ALL=1 they run here too`);
const statuses = [
  step('tests', 'npx', ['vitest', 'run', ...reporters, ...filter], {
    env: { ...process.env, ...(temporary && { TMPDIR: temporary }), ...(slow && { SLUICE_SLOW: '1' }) },
  }),
];
if (temporary) rmSync(temporary, { recursive: true, force: true });
if (filter.length === 0) {
  statuses.push(step('tests in the editor', 'node', ['scripts/workbench/run-tests.mjs']));
  statuses.push(step('npm start', 'node', ['scripts/start.mjs', '--smoke', join(reports, 'start.png')]));
}

/** A place for the repositories of the tests, which write and remove some hundred thousand small files, if there is room. */
function folderInMemory() {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 4 * 1024 ** 3) return undefined;
  const folder = mkdtempSync(`${memory}/sluice-`);
  // As /tmp is: tests act as another user too.
  chmodSync(folder, 0o1777);
  return folder;
}

/** What is slow here, if it is so slow that all tests together would take more than an hour: most of them start git. */
function slowness() {
  const [starts, patienceMs] = [25, 7];
  const began = performance.now();
  for (let at = 0; at < starts; at += 1) spawnSync('git', ['--version']);
  const ms = (performance.now() - began) / starts;
  return ms > patienceMs && `it takes ${ms.toFixed(0)} ms to start git`;
}

/** A run that left no report is a failure of its own. */
const read = file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
const missing = { passed: 0, failed: 1, skipped: 0 };
const { numPassedTests = 0, numFailedTests = 1, numPendingTests = 0 } = read(vitest) ?? {};
const counts = [{ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }];
if (filter.length === 0) counts.push(read(workbench) ?? missing);
const sum = key => counts.reduce((total, count) => total + count[key], 0);
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
if (slow) console.log('\nleft out: the longest tests, see above');
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(passed === 0 || failed > 0 || statuses.some(status => status !== 0) ? 1 : 0);
