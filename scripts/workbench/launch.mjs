// One launch: an editor, a page and the suites of its phases, with a proof that they ran to their end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { removeOnLeave } from './leave.mjs';
import { actionsOn, openPage } from './page.mjs';
import { startServer } from './server.mjs';
import { serve } from './wire.mjs';

const MOST_MS = 1_500_000;
const harness = join(root, 'test', 'workbench', 'harness');
const reports = join(root, 'reports', 'workbench');

/** Runs a launch of test/workbench/launches.ts; gives its counts, with a failure for whatever went wrong around the tests. */
export async function runLaunch(launch, { run, say }) {
  const temporary = mkdtempSync(join(tmpdir(), 'sluice-launch-'));
  const remove = removeOnLeave(temporary);
  const tally = { name: launch.name, passed: 0, failed: 0, skipped: 0, problems: [] };
  const closing = [];
  try {
    const { open, other, env = {}, actions = {}, stop } = await launch.fixture(temporary);
    if (stop) closing.push(stop);
    // What a person has on a machine is shared by all windows: not by those of another launch.
    const own = { XDG_STATE_HOME: join(temporary, 'state'), ...env };
    await go({ launch, open, other, env: own, actions, run, say, tally, closing });
  } catch (error) {
    problem(tally, say, error.message);
  } finally {
    for (const close of closing.reverse()) await close();
    remove();
  }
  return tally;
}

function problem(tally, say, message) {
  tally.failed += 1;
  tally.problems.push(message);
  say(`FAIL ${message}`);
}

async function go({ launch, open, other, env, actions, run, say, tally, closing }) {
  const host = launch.mode === 'host';
  let finish;
  const finished = new Promise(done => {
    finish = done;
  });
  const progress = { phase: 0, running: false, show: undefined };
  const { page, close } = await openPage({ keys: launch.keys, viewport: launch.viewport });
  closing.push(close);
  const wire = await serve({
    ...actionsOn(page),
    ...actions,
    'other-window': inOtherWindow(closing, () => server.url(other)),
    ...reporting({ launch, open, page, tally, say, progress, finish }),
  });
  closing.push(wire.close);
  const server = await startServer({
    extensions: host
      ? []
      : [harness, ...(launch.packaged ? [] : [root]), ...(launch.with ?? []).map(folder => join(root, folder))],
    packages: launch.packaged ? [join(root, 'dist', 'sluice.vsix')] : [],
    settings: launch.settings,
    // A busy machine is given time to find out what a command would do.
    machine: { 'sluice.gate.radiusTimeout': 60 },
    trust: launch.trust ?? true,
    smoke: host,
    env: { ...env, SLUICE_WIRE: wire.address, SLUICE_RUN: run, SLUICE_KEYS: launch.keys ?? '' },
  });
  closing.push(() => server.stop());

  server.exited.then(how => finish(`the editor's server ended with ${how}`));
  page.on('crash', () => finish('the page crashed'));
  page.on('pageerror', error => problem(tally, say, `error in the page: ${error.stack ?? error.message}`));
  page.on('console', message => {
    if (/content security policy/i.test(message.text())) problem(tally, say, `refused in the page: ${message.text()}`);
  });
  // The editor calls these when it has run extensionTestsPath; after a phase that is not the last it is no end.
  await page.exposeFunction('codeAutomationLog', () => {});
  await page.exposeFunction('codeAutomationExit', () => {
    if (progress.running) finish('the extension host ended before the suites did');
  });
  const timer = setTimeout(() => finish(`no end after ${MOST_MS / 1000} s`), MOST_MS);
  closing.push(() => clearTimeout(timer));
  const remote = path => `vscode-remote://${server.address}${path}`;
  const payload = host
    ? [
        ['extensionDevelopmentPath', remote(root)],
        ['extensionTestsPath', remote(run)],
      ]
    : [];
  progress.show = () => page.goto(server.url(open[progress.phase] ?? open.at(-1), payload));
  await progress.show();

  const why = await finished;
  if (why !== 'done') problem(tally, say, why);
  if (tally.failed > 0) await keep(launch, page, server);
}

/** Does what it is asked in a second window, which opens with the first time; in a browser of its own, for of two tabs one sleeps. */
function inOtherWindow(closing, url) {
  const open = async () => {
    const { page, close } = await openPage();
    closing.push(close);
    await page.goto(url());
    return actionsOn(page);
  };
  let opening;
  return async ({ action, ...details }) => {
    opening ??= open();
    return (await opening)[action](details);
  };
}

/** The messages of the suites: that they begin, how each test went, that they are done. */
function reporting({ launch, open, page, tally, say, progress, finish }) {
  return {
    picture: recorder(page, join(root, 'reports', launch.name)),
    begin: () => {
      // The editor starts a dead host again, and the harness with it.
      if (progress.running) finish(`the extension host died in phase ${progress.phase + 1}`);
      progress.running = true;
      return launch.phases[progress.phase] ?? [];
    },
    test: async ({ state, title, error }) => {
      tally[state] += 1;
      say({ passed: `ok   ${title}`, skipped: `skip ${title}`, failed: `FAIL ${title}\n${error}` }[state]);
      if (state === 'failed') await picture(page, `${launch.name}-${tally.failed}`);
    },
    done: ({ passes }) => {
      progress.running = false;
      progress.phase += 1;
      // A phase without a test that passed proves nothing.
      if (passes === 0) problem(tally, say, `not one test passed in phase ${progress.phase}`);
      if (progress.phase === launch.phases.length) return finish('done');
      // The editor keeps more of its state when it is asked to load itself anew.
      if (open[progress.phase] === undefined) return 'reload';
      // Not awaited: the answer must be out before its host is gone.
      setTimeout(() => progress.show().catch(error => finish(`the page did not load: ${error.message}`)), 200);
    },
  };
}

/** Takes numbered pictures for people, in place of those of the last time. */
function recorder(page, folder) {
  let taken = 0;
  return async ({ name }) => {
    if (taken === 0) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    taken += 1;
    // What moves into place has done so.
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(folder, `${String(taken).padStart(2, '0')}-${name}.png`) });
  };
}

/** The page may be gone for good; then there is nothing to see. */
async function picture(page, name) {
  mkdirSync(reports, { recursive: true });
  await page.screenshot({ path: join(reports, `${name}.png`) }).catch(() => undefined);
}

async function keep(launch, page, server) {
  await picture(page, `${launch.name}-end`);
  writeFileSync(join(reports, `${launch.name}.log`), server.said());
}
