// Brings the editor in by npm; no import from node_modules may stand here.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../prepare.mjs';
import { killGroup, onLeave, removeOnLeave } from './leave.mjs';

const manifest = fileURLToPath(new URL('package.json', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Folders npm goes to in turn: the editor's own parts come without their dependencies. */
const places = [
  { folder: '.', what: 'the editor' },
  { folder: 'node_modules/code-server/lib/vscode', what: 'its server' },
  { folder: 'node_modules/code-server/lib/vscode/extensions', what: 'its extensions' },
];

/** Installs the editor where it is not yet, and gives the paths to start it with. SLUICE_WORKBENCH says where. */
export async function installWorkbench() {
  const folder = resolve(process.env.SLUICE_WORKBENCH || join(root, '.cache', 'workbench'));
  const paths = {
    node: join(folder, 'node_modules', `node-${platform}`, 'bin', 'node'),
    main: join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
  if (!installed(folder)) await install(folder);
  if (!existsSync(paths.node))
    throw new Error(
      `There is no server build of the editor for ${platform}: use a desktop VS Code (npm start -- --desktop).`,
    );
  return paths;
}

const stamp = folder => join(folder, 'stamp');
const version = () => createHash('sha256').update(readFileSync(manifest)).update(platform).digest('hex');
const installed = folder => existsSync(stamp(folder)) && readFileSync(stamp(folder), 'utf8') === version();

/** In a folder beside and then renamed, so that a run that dies half-way leaves nothing that looks whole. */
async function install(folder) {
  removeLeftovers(folder);
  const beside = `${folder}.${process.pid}`;
  const remove = removeOnLeave(beside);
  try {
    mkdirSync(beside, { recursive: true });
    copyFileSync(manifest, join(beside, 'package.json'));
    for (const [at, place] of places.entries())
      await npm(join(beside, place.folder), `${place.what} (${at + 1} of ${places.length}, 800 MB in all)`);
    writeFileSync(stamp(beside), version());
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  } catch (error) {
    // Another run may have been faster.
    if (!installed(folder)) throw error;
  } finally {
    remove();
  }
}

/** Removes what killed runs left behind. */
function removeLeftovers(folder) {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [, pid] = name.startsWith(`${basename(folder)}.`) ? (/\.(\d+)$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function npm(cwd, what) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.log(`  installing ${what}`);
  const ticking = setInterval(() => console.log(`    … ${seconds()} s`), 10_000);
  return new Promise((done, failed) => {
    const child = spawn('npm', ['install', ...flags], { cwd, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
    const kill = onLeave(() => killGroup(child.pid, 'SIGKILL'));
    child.on('error', failed);
    child.on('exit', code => {
      kill();
      if (code === 0) done();
      else failed(new Error(`npm install of ${what} ended with code ${code}: see above.`));
    });
  }).finally(() => clearInterval(ticking));
}
