// From Enter to the output in a panel, in the real editor: npm run bench:panels -- [rounds].
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, prepare, root } from '../prepare.mjs';
import { makeSampleRepository } from '../sample-repository.mjs';
import { installWorkbench } from './install.mjs';
import { removeOnLeave } from './leave.mjs';
import { actionsOn, openPage } from './page.mjs';
import { startServer } from './server.mjs';

const INPUT = '.quick-input-widget input.input';
const demo = join(root, 'scripts', 'workbench', 'demo');
const rounds = Number(process.argv[2] ?? 12);

prepare('chromium');
if (spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  fail('npm run build failed: see above.');
await installWorkbench();

for (const preview of [false, true]) {
  const times = await measure({ 'sluice.panels.preview': preview });
  const sorted = times.toSorted((a, b) => a - b);
  const at = share => sorted[Math.floor(sorted.length * share)];
  const name = preview ? 'tab used again' : 'a tab for each';
  console.log(
    `${name}: median ${at(0.5)} ms, fastest ${sorted[0]} ms, slowest ${sorted.at(-1)} ms (${times.join(', ')})`,
  );
}
process.exit(0);

/** Milliseconds from Enter to the first row, for commands that have no panel yet; the first, which opens the tab, is left out. */
async function measure(settings) {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  removeOnLeave(parent);
  const repository = makeSampleRepository(join(parent, 'engine'));
  const server = await startServer({ extensions: [root, demo], settings });
  const { page, close } = await openPage({ viewport: { width: 1200, height: 800 } });
  await page.context().addInitScript(watch);
  await page.goto(server.url(repository));
  const { shown, fill, press } = actionsOn(page);
  await shown({ selector: '.monaco-workbench', timeout: 60_000 });
  await shown({ target: 'status', selector: '.entry-file', timeout: 60_000 });
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    const command = `git log --oneline -${round + 3}`;
    await press({ key: 'F1' });
    await fill({ selector: INPUT, text: '>Sluice: Run git Command…' });
    await shown({ selector: '.quick-input-list .monaco-list-row:has-text("Run git Command…")' });
    await press({ key: 'Enter' });
    await shown({ selector: `${INPUT}[placeholder^="git "]` });
    await fill({ selector: INPUT, text: command });
    await shown({ selector: '.quick-input-list .monaco-list-row:has-text("Read-only")' });
    const entered = Date.now();
    await press({ key: 'Enter' });
    times.push((await seen(page, command)) - entered);
    await page.waitForTimeout(300);
  }
  await close();
  await server.stop();
  return times.slice(1);
}

/** Runs in every frame: notes when the page of a panel first shows rows of a command. */
function watch() {
  const first = {};
  window.sluiceSeen = first;
  setInterval(() => {
    const command = document.querySelector('.head .command')?.textContent;
    if (command && !(command in first) && document.querySelector('.virtual-row .row')) first[command] = Date.now();
  }, 4);
}

async function seen(page, command) {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    for (const frame of page.frames()) {
      const time = await frame.evaluate(wanted => window.sluiceSeen?.[wanted], command).catch(() => undefined);
      if (time !== undefined) return time;
    }
    await page.waitForTimeout(20);
  }
  throw new Error(`${command} was not shown`);
}
