// Pictures for the walkthrough, of the real editor, light and dark, to media/walkthrough: npm run gallery:walkthrough.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, prepare, root } from '../prepare.mjs';
import { makeSampleRepository } from '../sample-repository.mjs';
import { installWorkbench } from './install.mjs';
import { removeOnLeave } from './leave.mjs';
import { actionsOn, openPage } from './page.mjs';
import { startServer } from './server.mjs';

const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern' };
const INPUT = '.quick-input-widget input.input';
const WIDTH = 560;

const [folder = join(root, 'media', 'walkthrough')] = process.argv.slice(2);
prepare('chromium');
if (spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  fail('npm run build failed: see above.');
await installWorkbench();
mkdirSync(folder, { recursive: true });
for (const [name, theme] of Object.entries(THEMES)) await paint(name, theme);
process.exit(0);

async function paint(name, theme) {
  const settings = {
    'workbench.colorTheme': theme,
    'window.autoDetectColorScheme': false,
    'sluice.walkthrough.openOnFirstRun': true,
  };
  const server = await startServer({ extensions: [root], settings });
  const { page, close } = await openPage({ viewport: { width: 1180, height: 720 } });
  const { shown, click, fill, press } = actionsOn(page);
  const take = (what, { x, y, width, height }) =>
    page.screenshot({ path: join(folder, `${what}-${name}.png`), clip: { x, y, width, height } });
  const palette = async command => {
    await press({ key: 'F1' });
    await fill({ selector: INPUT, text: `>Sluice: ${command}` });
    await shown({ selector: `.quick-input-list .monaco-list-row:has-text("${command}")` });
    await press({ key: 'Enter' });
  };
  const run = async command => {
    await palette('Run git Command…');
    await shown({ selector: `${INPUT}[placeholder^="git "]` });
    await fill({ selector: INPUT, text: command });
    await press({ key: 'Enter' });
  };
  const parent = mkdtempSync(join(tmpdir(), 'sluice-walkthrough-'));
  removeOnLeave(parent);
  await page.goto(server.url(makeSampleRepository(join(parent, 'engine'))));
  await shown({ target: 'status', selector: '.entry-file', timeout: 60_000 });
  await shown({ selector: '.gettingStartedContainer' });
  await page.waitForTimeout(2_000);
  if (process.env.SLUICE_FIRST_RUN) await page.screenshot({ path: `${process.env.SLUICE_FIRST_RUN}-${name}.png` });

  await palette('Move Status View…');
  await shown({ selector: '.quick-input-title:has-text("Move the status view")' });
  await press({ key: 'Enter' });
  await shown({ target: 'status', selector: '.entry-file' });
  await page.waitForTimeout(1_500);
  const status = await page.locator('.part.sidebar').boundingBox();
  await take('status', { ...status, height: Math.min(status.height, 380) });

  await press({ key: 'Control+k' });
  await press({ key: 'Control+w' });
  await run('git log --oneline --graph -20');
  await shown({ target: { panel: 'git log' }, selector: '.virtual-row' });
  await press({ key: 'Escape' });
  await page.waitForTimeout(1_500);
  await take('read', { x: 350, y: 35, width: WIDTH, height: 330 });

  await run('git reset --hard HEAD~3');
  await shown({ selector: '.quick-input-title:has-text("Sluice:")' });
  await page.waitForTimeout(2_500);
  const box = await page.locator('.quick-input-widget').boundingBox();
  await take('gate', { ...box, height: Math.min(box.height, 380) });
  await press({ key: 'Escape' });

  for (const command of ['git add src/engine.ts', 'git branch topic']) {
    await run(command);
    await shown({ selector: '.quick-input-title:has-text("Sluice:")' });
    await page.waitForTimeout(1_500);
    await click({ selector: '.quick-input-list .monaco-list-row:has(.label-name:has-text("Run"))' });
    await shown({ selector: '.notification-toast' });
  }
  await palette('Show Journal');
  await page.waitForTimeout(1_500);
  await page.locator('.pane:has([aria-label^="Journal"]) .monaco-list-row').first().hover();
  const journal = await page.locator('.pane:has([aria-label^="Journal"])').boundingBox();
  await take('undo', { ...journal, height: Math.min(journal.height, 240) });
  await close();
  await server.stop();
}
