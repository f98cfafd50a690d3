// Runs a TypeScript program of ours in Node: bundles it and passes the words on.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { root } from './prepare.mjs';

/** Ends the process with the program's own exit code. */
export async function runBundled(source) {
  const outfile = await bundleProgram(source);
  const words = process.argv.slice(2);
  process.exit(spawnSync(process.execPath, [outfile, ...words], { cwd: root, stdio: 'inherit' }).status ?? 1);
}

/** Makes what Node can run; gives its path, which is inside the repository, so that packages are found. */
export async function bundleProgram(source) {
  const { build } = await import('esbuild');
  const outfile = join(root, '.cache', `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}
