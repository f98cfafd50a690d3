import { strict as assert } from 'node:assert';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { commands, env, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage, webviews, workbench } from '../support/ui.ts';

const DIFF = 'git diff HEAD';
const page = panelPage(DIFF);

/** Calls a command as the palette does, with the panel in front. */
const call = (name: string) => commands.executeCommand(`sluice.${name}`);

async function inFront(): Promise<void> {
  await (await sluice()).execute(DIFF);
  await commands.executeCommand('sluice.openPanel', (await panelOf(DIFF)).id);
  await page.shown('.command');
  await eventually('its tab is active', () => window.tabGroups.activeTabGroup.activeTab?.label.includes(DIFF));
}

describe('commands on the panel in front', () => {
  beforeEach(inFront);

  it('Open Panel… lets one be chosen', async () => {
    const done = call('openPanel');
    await quickInput.title('Choose a panel');
    await quickInput.choose(DIFF);
    await done;
    await page.shown('.command');
  });

  it('Pause and Resume', async () => {
    await call('pausePanel');
    await page.shown('.state[data-state="paused"]');
    await call('pausePanel');
    await page.shown('.state[data-state="fresh"]');
  });

  it('Refresh runs it once more', async () => {
    const { processes } = await sluice();
    const before = processes();
    await call('refreshPanel');
    await panelOf(DIFF, ({ state }) => state === 'fresh');
    assert.ok(processes() > before);
  });

  it('Filter puts the cursor in the filter', async () => {
    await call('filterPanel');
    await page.shown('.tools vscode-text-field:focus-within');
  });

  it('Fold and Unfold', async () => {
    await page.shown('text=brake');
    await call('foldPanel');
    await page.gone('text=brake');
    await call('unfoldPanel');
    await page.shown('text=brake');
  });

  for (const [name, title] of [
    ['toggleWrap', 'Wrap Lines'],
    ['toggleText', 'Show as Plain Text'],
    ['toggleSideBySide', 'Side by Side'],
  ] as const)
    it(`${title} is switched on and off`, async () => {
      const button = `vscode-button[title="${title}"]`;
      await page.gone(`${button}.pressed`);
      await call(name);
      await page.shown(`${button}.pressed`);
      await call(name);
      await page.gone(`${button}.pressed`);
    });

  it('Copy Output', async () => {
    const { text } = await panelOf(DIFF);
    // The browser lets only a page that has the focus at its clipboard, and that is not one around a focused webview.
    await commands.executeCommand('workbench.action.focusActivityBar');
    await call('copyPanel');
    assert.equal(await env.clipboard.readText(), text);
  });

  it('Open as Text', async () => {
    const { text } = await panelOf(DIFF);
    await call('openPanelText');
    await eventually('the text is in front', () => window.activeTextEditor?.document.getText() === text);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('Export asks where to and can be given up', async () => {
    const done = call('exportPanel');
    await workbench.shown('.quick-input-widget');
    await quickInput.press('Escape');
    await done;
  });

  it('Export writes the output to the file it offers', async () => {
    const { id, text } = await panelOf(DIFF);
    const file = join(folder(), `${id}-git-diff.diff`);
    const done = call('exportPanel');
    // The dialog takes an Enter for nothing before it has listed the folder.
    await quickInput.row('README.md');
    await quickInput.press('Enter');
    await done;
    assert.equal(readFileSync(file, 'utf8'), text);
    rmSync(file);
  });

  it('Open Full Output says when it is all here already', async () => {
    await call('openFullOutput');
    await workbench.shown('.notification-toast:has-text("already shows the full output")');
    await commands.executeCommand('notifications.clearAll');
  });

  it('Show Log shows the log', async () => {
    await call('showLog');
    await workbench.shown('.panel .output-view, .pane-body.output-view, .output-view-container');
    await commands.executeCommand('workbench.action.closePanel');
  });

  it('Close removes the tab and the panel', async () => {
    await call('closePanel');
    await eventually('the tab is gone', async () => !(await webviews()).some(({ title }) => title.includes(DIFF)));
    assert.ok(!(await sluice()).panels().some(({ command }) => command === DIFF));
  });

  it('closing the tab closes the panel', async () => {
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await eventually('the panel is gone', async () =>
      (await sluice()).panels().every(({ command }) => command !== DIFF),
    );
  });

  it('Close All Panels', async () => {
    await call('closeAllPanels');
    assert.deepEqual((await sluice()).panels(), []);
    await eventually('no tab is left', async () => (await webviews()).every(({ view }) => view));
  });
});
