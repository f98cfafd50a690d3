import { strict as assert } from 'node:assert';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

const row = (name: string) => `.entry-file:has-text(${JSON.stringify(name)})`;
const letter = async (name: string) => (await statusPage.texts(`${row(name)} .letter`)).join();

describe('the status view', () => {
  it('lists every type of change with its letter', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown(row('dial.ts'));
    const expected = {
      'dial.ts': 'C',
      'engine.ts': 'M',
      'printer.ts': 'A',
      'axes.ts': 'D',
      'what-a-program-is.md': 'R',
      'ideas.md': 'U',
    };
    for (const [name, type] of Object.entries(expected)) assert.equal(await letter(name), type, name);
  });

  it('tells of the merge in progress and what can be done about it', async () => {
    await statusPage.shown('.banner:has-text("Merging feature/faster into main")');
    await statusPage.shown('.banner:has-text("1 conflicted file")');
    await statusPage.shown('.banner vscode-button:has-text("Continue")');
    await statusPage.shown('.banner vscode-button:has-text("Abort")');
  });

  it('sees a file that appears and goes', async () => {
    const file = join(folder(), 'appeared.txt');
    writeFileSync(file, 'now\n');
    await statusPage.shown(row('appeared.txt'));
    git(folder(), 'clean', '-q', '-f', 'appeared.txt');
    await statusPage.gone(row('appeared.txt'));
  });

  it('opens the editor’s own diff on a click', async () => {
    await statusPage.click(`${row('engine.ts')} .entry-name`);
    await eventually('the diff is open', () =>
      window.tabGroups.activeTabGroup.activeTab?.label.includes('engine.ts (HEAD'),
    );
  });

  it('opens nothing outside of the repository', async () => {
    const before = window.tabGroups.activeTabGroup.activeTab?.label;
    symlinkSync('/etc/hostname', join(folder(), 'way-out'));
    git(folder(), 'add', 'way-out');
    await statusPage.shown(row('way-out'));
    await statusPage.click(`${row('way-out')} .entry-name`);
    await workbench.shown('.notification-toast:has-text("way-out points outside the repository.")');
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, before);
    git(folder(), 'rm', '-q', '-f', 'way-out');
    await statusPage.gone(row('way-out'));
  });

  it('expands a file’s diff in place', async () => {
    await statusPage.click(`${row('engine.ts')} .twistie`);
    await statusPage.shown('.entry-diff:has-text("brake")');
    await statusPage.click('.toolbar vscode-button[title="Show Diffs"]');
    await statusPage.gone('.entry-diff');
  });

  it('filters files', async () => {
    await statusPage.click('.toolbar vscode-button[title="Filter Files"]');
    await statusPage.fill('.filter-box vscode-text-field input', 'printer');
    await statusPage.gone(row('engine.ts'));
    await statusPage.shown(row('printer.ts'));
    await statusPage.press('Escape', '.filter-box vscode-text-field input');
    await statusPage.shown(row('engine.ts'));
  });
});
