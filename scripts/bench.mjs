// Prints the tables of the README: bundles the benchmark and runs it, or the sections that are named.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, prepare, root, step } from './prepare.mjs';

prepare('chromium');
if (step('build', 'node', ['esbuild.mjs']) !== 0) fail('npm run build failed: see above.');
const { build } = await import('esbuild');
const outfile = join(root, '.cache', 'bench.mjs');
await build({
  entryPoints: [join(root, 'bench', 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
process.exit(
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).status ?? 1,
);
