// Makes dist/sluice.vsix of what was built.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, prepare, root, step } from './prepare.mjs';

const file = join(root, 'dist', 'sluice.vsix');

prepare();
if (step('build', 'npm', ['run', '--silent', 'build']) !== 0) fail('npm run build failed: see above.');
// Or the old one would be packed into the new one.
rmSync(file, { force: true });
const { createVSIX } = await import('@vscode/vsce');
await createVSIX({
  cwd: root,
  packagePath: file,
  // Everything is in the bundles already.
  dependencies: false,
  // Links of the README lead to files beside it; there is no address to turn them into.
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
console.log(`${file}: ${Math.round(statSync(file).size / 1024)} KB`);
