// Opens an editor with Sluice in it: npm start -- [folder] [--github] [--busy] [--desktop] [--no-open] [--smoke picture.png].
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalGitHub } from './local-github.mjs';
import { fail, prepare, root } from './prepare.mjs';
import { makeSampleRepository } from './sample-repository.mjs';
import { installWorkbench } from './workbench/install.mjs';
import { removeOnLeave } from './workbench/leave.mjs';
import { actionsOn, openPage } from './workbench/page.mjs';
import { startServer } from './workbench/server.mjs';

const began = Date.now();
const elapsed = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
const say = what => console.log(`${`[${elapsed()}]`.padEnd(10)} ${what}`);
const demo = join(root, 'scripts', 'workbench', 'demo');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The real GitHub, with the person's own token. */
    github: { type: 'boolean' },
    /** Something changes on the local GitHub now and then. */
    busy: { type: 'boolean' },
    desktop: { type: 'boolean' },
    'no-open': { type: 'boolean' },
    smoke: { type: 'string' },
  },
});
const [given] = positionals;
if (given !== undefined && !existsSync(given)) fail(`There is no folder ${given}.`);

say('preparing: programs and dependencies');
prepare('gh', ...(values.smoke ? ['chromium'] : []));
say('building');
if (spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  fail('npm run build failed: see above.');
if (!values.desktop) {
  say('looking for the editor');
  await installWorkbench();
}
if (given === undefined) say('making a sample repository');
const folder = given === undefined ? sample() : realpathSync(given);
// Another repository has its own GitHub.
const isLocal = given === undefined && !values.github;
if (isLocal) say('starting a local GitHub for it');
const env = isLocal ? await startLocalGitHub(folder, { busy: values.busy }) : {};
const settings = values.github ? { 'sluice.github.useTokenOfGh': true } : {};
await (values.desktop ? openDesktop() : openServer());

function sample() {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  removeOnLeave(parent);
  return makeSampleRepository(join(parent, 'engine'));
}

async function openDesktop() {
  say('opening a desktop VS Code');
  const words = [
    '--extensionDevelopmentPath',
    root,
    '--extensionDevelopmentPath',
    demo,
    '--new-window',
    '--wait',
    folder,
  ];
  const { status, error } = spawnSync('code', words, {
    env: { ...process.env, ...env },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) fail('There is no code on PATH: install VS Code and its shell command, or leave --desktop out.');
  process.exit(status ?? 1);
}

async function openServer() {
  say('starting the editor');
  const server = await startServer({
    extensions: [root, demo],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'window.autoDetectColorScheme': false, ...settings },
    env,
  });
  const url = server.url(folder);
  if (values.smoke) {
    await look(url, values.smoke);
    process.exit(0);
  }
  say(`ready in ${elapsed()}: ${url}`);
  if (!values['no-open'] && !process.env.CI) openBrowser(url);
  console.log('\nThe editor runs until you press Ctrl+C; the sample repository goes with it.');
  server.exited.then(how => fail(`The editor ended with ${how}:\n${server.said()}`));
}

/** Opens the browser of the person; where there is none the address above has to do. */
function openBrowser(url) {
  const [command, ...words] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  spawn(command, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', () => say('no browser could be opened: open the address yourself'))
    .unref();
}

/** Proves that a newcomer would see the status view and the panels, and keeps a picture of it. */
async function look(url, picture) {
  say('looking at it in a browser');
  const { page, close } = await openPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  const see = actionsOn(page);
  const sights = [
    { target: 'status', selector: '.banner:has-text("Merging feature/faster into main")' },
    { target: 'status', selector: '.entry-file:has-text("engine.ts")' },
    { target: { panel: 'git log' }, selector: 'text=Turn both ways' },
    { target: { panel: 'git diff' }, selector: 'text=brake' },
    ...(isLocal ? [{ target: { panel: 'gh pr list' }, selector: 'text=Turn the dial faster' }] : []),
  ];
  for (const sight of sights) await see.shown({ ...sight, timeout: 60_000 });
  say(`the status view and ${sights.length - 2} panels are there`);
  await page.screenshot({ path: picture });
  await close();
}
