// Starts and stops the editor's server: everything it writes is in a folder of its own that goes with it.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { installWorkbench } from './install.mjs';
import { killGroup, onLeave, removeOnLeave } from './leave.mjs';

/** An editor that asks no one, tells no one and changes nothing by itself. */
const quiet = {
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  // The editor's own, for every extension that is new to it.
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.autofetch': false,
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'sluice.walkthrough.openOnFirstRun': false,
};

const START_MS = 180_000;
const STOP_MS = 3_000;

/**
 * Starts a server with these extension folders and packages in it.
 * `machine` are settings that a person has for a machine and no workspace may set.
 * `trust: false` leaves Workspace Trust on, `smoke: true` lets a page run `extensionTestsPath`.
 */
export async function startServer({
  extensions = [],
  packages = [],
  settings = {},
  machine = {},
  env = {},
  trust = true,
  smoke = false,
}) {
  const paths = await installWorkbench();
  const folder = mkdtempSync(join(tmpdir(), 'sluice-editor-'));
  const remove = removeOnLeave(folder);
  const data = join(folder, 'data');
  const installed = join(folder, 'extensions');
  for (const [place, its] of Object.entries({ User: { ...quiet, ...settings }, Machine: machine })) {
    mkdirSync(join(data, 'data', place), { recursive: true });
    writeFileSync(join(data, 'data', place, 'settings.json'), JSON.stringify(its));
  }
  mkdirSync(installed);
  for (const extension of extensions) symlinkSync(extension, join(installed, installedName(extension)));
  const places = ['--server-data-dir', data, '--extensions-dir', installed];
  // One at a time: each rewrites the list of what is installed.
  for (const file of packages)
    await promisify(execFile)(paths.node, [paths.main, ...places, '--install-extension', file]);

  // Any page in any browser of this machine can reach the port, and whoever reaches the server can run programs.
  const token = randomBytes(16).toString('hex');
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const port = await freePort();
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const words = [
    ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile],
    '--accept-server-license-terms',
    ...places,
    // The environment is the one given here, not what a login shell makes of it.
    '--force-disable-user-env',
    '--disable-telemetry',
    ...(trust ? ['--disable-workspace-trust'] : []),
    ...(smoke ? ['--enable-smoke-test-driver'] : []),
  ];
  const child = spawn(paths.node, [paths.main, ...words], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  const kill = onLeave(() => killGroup(child.pid, 'SIGKILL'));
  const exited = new Promise(done => {
    child.on('error', error => done(error.message));
    child.on('exit', (code, signal) => done(`code ${code ?? signal}`));
  });

  const server = {
    address: `127.0.0.1:${port}`,
    exited,
    /** The end of what the server said. */
    said: () => readFileSync(logFile, 'utf8').slice(-4000),
    /** The page that shows a folder, a .code-workspace file or, when `open` is empty, nothing. */
    url: (open, payload = []) => {
      const kind = open === '' ? 'ew' : open.endsWith('.code-workspace') ? 'workspace' : 'folder';
      const query = new URLSearchParams({ tkn: token, [kind]: open || 'true' });
      if (payload.length > 0) query.set('payload', JSON.stringify(payload));
      return `http://127.0.0.1:${port}/?${query}`;
    },
    async stop() {
      killGroup(child.pid, 'SIGTERM');
      await Promise.race([exited, sleep(STOP_MS)]);
      kill();
      remove();
    },
  };
  const ended = await Promise.race([exited, answers(`http://127.0.0.1:${port}/version`)]);
  if (ended !== true) {
    const message = `The editor's server did not start (${ended || 'no answer'}):\n${server.said()}`;
    await server.stop();
    throw new Error(message);
  }
  return server;
}

function installedName(extension) {
  const { publisher, name, version } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  return `${publisher}.${name}-${version}`;
}

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer().on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** Waits for the server to serve. */
async function answers(url) {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    const ok = await fetch(url).then(
      response => response.body?.cancel().then(() => response.ok),
      () => false,
    );
    if (ok) return true;
  }
  return false;
}
