// Prints the tables of the README: bundles the benchmark and runs it, or the sections that are named.
import { fail, prepare, step } from './prepare.mjs';
import { runBundled } from './run-bundled.mjs';

prepare('chromium');
if (step('build', 'node', ['esbuild.mjs']) !== 0) fail('npm run build failed: see above.');
await runBundled('bench/main.ts');
