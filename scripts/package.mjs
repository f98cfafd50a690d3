// Makes dist/sluice.vsix of what was built.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestWith, ownAddress, pageOf } from './packaged.mjs';
import { fail, prepare, root, step } from './prepare.mjs';

const file = join(root, 'dist', 'sluice.vsix');
const folder = join(root, 'dist', 'package');

prepare();
if (step('build', 'npm', ['run', '--silent', 'build']) !== 0) fail('npm run build failed: see above.');
// Or the old one would be packed into the new one.
rmSync(file, { force: true });

// Packed from a folder of its own, for its manifest and its pages are not those of the sources.
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'dist'), { recursive: true });
for (const path of [
  'dist/chunks',
  'dist/cli.cjs',
  'dist/extension.cjs',
  'dist/hook.cjs',
  'dist/mcp.cjs',
  'dist/webview',
  'media',
  'package.nls.json',
  'LICENSE',
  '.vscodeignore',
])
  cpSync(join(root, path), join(folder, path), { recursive: true });
const address = ownAddress(root);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestWith(manifest, address), undefined, 2));
for (const page of ['README.md', 'CHANGELOG.md'])
  writeFileSync(
    join(folder, page),
    pageOf(readFileSync(join(root, page), 'utf8'), address, path => readFileSync(join(root, path))),
  );

const { createVSIX } = await import('@vscode/vsce');
await createVSIX({
  cwd: folder,
  packagePath: file,
  // Everything is in the bundles already.
  dependencies: false,
  allowMissingRepository: address === undefined,
  rewriteRelativeLinks: false,
});
rmSync(folder, { recursive: true });
console.log(
  `${file}: ${Math.round(statSync(file).size / 1024)} KB${address === undefined ? '; no address of a repository is known' : ''}`,
);
