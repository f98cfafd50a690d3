// From Enter to the output in a panel, in the real editor: npm run bench:panels -- [rounds].
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
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
const PATIENCE_MS = 4000;
/** A busy machine is given more. */
const MOST_MS = 60_000;

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
    `${name}: median ${at(0.5)} ms, fastest ${sorted[0]} ms, slowest ${sorted.at(-1)} ms (${times.join(', ')}), load ${loadavg()[0].toFixed(1)}`,
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
  // An editor that is still starting takes the focus away from what is typed.
  await page.waitForTimeout(PATIENCE_MS);
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
    await press({ key: 'Enter' });
    // Nothing is asked of the pages before they are done: a question takes time of theirs.
    await page.waitForTimeout(PATIENCE_MS);
    times.push((await noted(page, command)) - (await noted(page, 'Enter')));
  }
  await close();
  await server.stop();
  return times.slice(1);
}

/**
 * Runs in every frame: notes when Enter was pressed last, and in the frame around a page when the page first shows rows of a
 * command. The editor writes the page into a document it has opened anew, which forgets who listened in it.
 */
function watch() {
  const notes = {};
  window.sluiceNotes = notes;
  window.addEventListener('keydown', ({ key }) => key === 'Enter' && Object.assign(notes, { Enter: Date.now() }), true);
  const look = () => {
    const page = document.querySelector('#active-frame')?.contentDocument;
    const command = page?.querySelector('.head .command')?.textContent;
    if (command && !(command in notes) && page.querySelector('.virtual-row .row')) notes[command] = Date.now();
    requestAnimationFrame(look);
  };
  if (window.parent !== window) look();
}

/** The latest time that any frame noted. */
async function noted(page, name) {
  for (const until = Date.now() + MOST_MS; Date.now() < until; await page.waitForTimeout(PATIENCE_MS)) {
    const times = await Promise.all(
      page.frames().map(frame => frame.evaluate(wanted => window.sluiceNotes?.[wanted], name).catch(() => undefined)),
    );
    const time = Math.max(...times.map(each => each ?? 0));
    if (time > 0) return time;
  }
  throw new Error(`${name} was not seen`);
}
