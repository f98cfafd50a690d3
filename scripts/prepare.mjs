// Makes a fresh clone ready with nothing but Node and npm; no import from node_modules may stand here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The programs that are run besides Node: the Debian packages that bring it, and how it is found. Optional ones make tests stricter. */
const programs = {
  git: { packages: ['git'], needed: true, found: () => onPath('git') },
  gh: { packages: ['gh'], needed: false, found: () => onPath('gh') },
  strace: { packages: ['strace'], needed: false, found: () => process.platform !== 'linux' || onPath('strace') },
  chromium: { packages: ['chromium', 'fonts-dejavu-core'], needed: true, found: () => findBrowser() !== undefined },
};

const everyday = ['git', 'strace'];

/** Runs a step with its output shown; gives its exit code and ends the whole run when it cannot be started. */
export function step(title, command, args, options = {}) {
  console.log(`\n▸ ${title}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (error) fail(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

export function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Brings in whatever is missing: dependencies by npm, programs by apt where we may; `more` names programs of the table. */
export function prepare(...more) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: install Node 20.5 or newer from https://nodejs.org.`);
  installPrograms([...everyday, ...more]);
  installDependencies();
}

function installPrograms(names) {
  const missing = () => names.filter(name => !programs[name].found());
  const packages = missing().flatMap(name => programs[name].packages);
  if (packages.length === 0) return;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const apt = ['-o', 'DPkg::Lock::Timeout=300'];
    const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    step('apt-get update', 'apt-get', [...apt, 'update', '-qq'], environment);
    step(
      `apt-get install ${packages.join(' ')}`,
      'apt-get',
      [...apt, 'install', '-y', '-qq', '--no-install-recommends', ...packages],
      environment,
    );
  }
  const still = missing().filter(name => programs[name].needed);
  if (still.length > 0)
    fail(
      `Not installed: ${still.join(', ')}. Install it (on Debian: sudo apt-get install ${packages.join(' ')}) and run this again.`,
    );
}

function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.sluice-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // npm ci would empty the folder the link leads to, and that is someone else's.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link and out of date: run npm ci where it leads to, or remove the link.');
  if (step('npm ci', 'npm', ['ci', '--no-audit', '--no-fund']) !== 0) fail('npm ci failed: see above.');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, lock);
}

function onPath(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.some(folder => endings.some(ending => existsSync(join(folder, name + ending))));
}
