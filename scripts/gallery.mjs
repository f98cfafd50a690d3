// Draws every view and panel state in every theme to docs/gallery: open docs/gallery/index.html afterwards.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare('chromium');
const { build } = await import('esbuild');
const outfile = join(root, '.cache', 'gallery.mjs');
await build({
  entryPoints: [join(root, 'test', 'gallery', 'paint.ts')],
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
