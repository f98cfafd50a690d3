// Runs the suites of test/workbench in the editor: node scripts/workbench/run-tests.mjs [launch…].
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, prepare, root, step } from '../prepare.mjs';
import { bundleSuites, readLaunches } from './bundle.mjs';
import { installWorkbench } from './install.mjs';
import { runLaunch } from './launch.mjs';

/** Each has an editor and a browser of its own: more would only wait for each other. */
const AT_ONCE = 2;

prepare('chromium');
// Of yesterday's bundle nothing is proven.
if (step('build', 'node', ['esbuild.mjs']) !== 0) fail('npm run build failed: see above.');
await installWorkbench();
const run = await bundleSuites();
const all = await readLaunches();
const names = process.argv.slice(2);
const unknown = names.find(name => !all.some(launch => launch.name === name));
if (unknown) fail(`There is no launch ${unknown}: choose from ${all.map(({ name }) => name).join(', ')}.`);

const waiting = all.filter(({ name, long }) => (names.length === 0 ? !long : names.includes(name)));
if (waiting.some(({ packaged }) => packaged) && !existsSync(join(root, 'dist', 'sluice.vsix')))
  fail('dist/sluice.vsix is not there: run npm run package first.');
rmSync(join(root, 'reports', 'workbench'), { recursive: true, force: true });

async function tallyOf(launch) {
  const began = Date.now();
  const say = line => console.log(`[${launch.name}] ${line}`);
  const tally = await runLaunch(launch, { run, say });
  say(`${tally.passed} passed, ${tally.failed} failed in ${Math.round((Date.now() - began) / 1000)} s`);
  return { ...tally, launch };
}

const first = [];
const worker = async () => {
  for (let launch = waiting.shift(); launch; launch = waiting.shift()) first.push(await tallyOf(launch));
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));

// What a busy machine spoiled goes well when it is alone; a defect fails again.
const tallies = first.filter(({ failed }) => failed === 0);
const again = first.filter(({ failed }) => failed > 0);
for (const { launch, failed } of again) {
  console.log(`\n[${launch.name}] once more, alone: ${failed} failed`);
  tallies.push(await tallyOf(launch));
}

const sum = key => tallies.reduce((total, tally) => total + tally[key], 0);
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
mkdirSync(join(root, 'reports'), { recursive: true });
writeFileSync(
  join(root, 'reports', 'workbench.json'),
  JSON.stringify({ ...total, launches: tallies, again }, undefined, 2),
);
for (const { name, problems } of tallies) for (const problem of problems) console.log(`[${name}] ${problem}`);
if (again.length > 0) console.log(`\nran twice: ${again.map(({ name }) => name).join(', ')}`);
console.log(`\nworkbench: ${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
