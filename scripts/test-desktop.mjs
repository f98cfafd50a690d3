// Runs the suites that need no page driven in a desktop VS Code, which is downloaded first.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, prepare, root, step } from './prepare.mjs';
import { bundleSuites, readLaunches } from './workbench/bundle.mjs';
import { removeOnLeave } from './workbench/leave.mjs';

prepare();
if (step('build', 'npm', ['run', '--silent', 'build']) !== 0) fail('npm run build failed: see above.');
const run = await bundleSuites();
const { downloadAndUnzipVSCode, runTests } = await import('@vscode/test-electron');

const editor = await downloadAndUnzipVSCode({ cachePath: join(root, '.cache', 'vscode') }).catch(error =>
  fail(
    `VS Code could not be downloaded (${error.message}). This command needs the network; npm test runs the same suites in the editor that npm brings.`,
  ),
);
for (const { name, fixture, phases } of (await readLaunches()).filter(({ mode }) => mode === 'host')) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-desktop-'));
  removeOnLeave(folder);
  const { open, env = {} } = fixture(folder);
  console.log(`\n▸ ${name}`);
  const code = await runTests({
    vscodeExecutablePath: editor,
    extensionDevelopmentPath: root,
    extensionTestsPath: run,
    extensionTestsEnv: { ...env, SLUICE_SUITES: phases.flat().join(',') },
    launchArgs: [open[0], '--disable-extensions', '--disable-workspace-trust', '--user-data-dir', join(folder, 'user')],
  }).catch(error => fail(`The suites of ${name} failed: ${error.message}`));
  if (code !== 0) fail(`The editor ended with code ${code}.`);
}
process.exit(0);
