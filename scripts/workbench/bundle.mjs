// Makes what the editor and the runner can load from the suites in TypeScript.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../prepare.mjs';

const source = join(root, 'test', 'workbench');

/** Inside the repository, so that `require('mocha')` finds ours. */
const output = join(root, '.cache', 'workbench-tests');

/** Bundles the suites for the editor's host; gives the path of the module whose run() runs them. */
export async function bundleSuites() {
  const { build } = await import('esbuild');
  rmSync(output, { recursive: true, force: true });
  const suites = readdirSync(join(source, 'suites')).filter(name => name.endsWith('.ts'));
  await build({
    entryPoints: {
      run: join(source, 'support', 'run.ts'),
      ...Object.fromEntries(suites.map(name => [`suites/${basename(name, '.ts')}`, join(source, 'suites', name)])),
    },
    outdir: output,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(output, 'run.cjs');
}

/** The table of launches, and every suite checked to be there. */
export async function readLaunches() {
  const { build } = await import('esbuild');
  const outfile = join(output, 'launches.mjs');
  await build({
    entryPoints: [join(source, 'launches.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  const { launches } = await import(pathToFileURL(outfile).href);
  const unknown = launches
    .flatMap(({ phases }) => phases.flat())
    .find(suite => !existsSync(join(output, 'suites', `${suite}.cjs`)));
  if (unknown) throw new Error(`test/workbench/launches.ts names a suite that is not there: ${unknown}.`);
  return launches;
}
