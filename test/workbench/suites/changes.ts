import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { commands, extensions, Uri, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

const north = () => join(folder(), 'north');
const inIndex = () => git(north(), 'show', ':a.txt');
const onDisk = () => readFileSync(join(north(), 'a.txt'), 'utf8');
const changedLines = (text: string) => text.split('\n').filter(line => line.endsWith('changed'));
const row = '.entry-file:has-text("a.txt")';

describe('changes in the status view', () => {
  afterEach(clearAway);

  it('a hunk is staged through the gate, which shows it', async () => {
    const chosen = commands.executeCommand('sluice.selectRepository');
    await quickInput.title('Choose a repository');
    await quickInput.choose('north');
    await chosen;
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown(row);
    await statusPage.click(`${row} .twistie`);
    await statusPage.shown('.hunk-head:has-text("@@ -23")');
    await statusPage.click('.hunk-head:has-text("@@ -23") .action-stage');
    await question('Stages 2 changed lines in 1 file');
    await quickInput.choose('Show preview');
    await eventually('the hunk is shown', () =>
      window.visibleTextEditors.some(({ document }) => document.getText().includes('+25 changed')),
    );
    await question('Stages 2 changed lines in 1 file');
    await quickInput.choose('Run');
    await eventually('it is staged', () => changedLines(inIndex()).join() === '25 changed');
    assert.deepEqual(changedLines(onDisk()), ['2 changed', '25 changed']);
    await statusPage.shown('.entry-note:has-text("Not staged")');
  });

  it('the editor’s own Source Control knows at once what an undo changed', async () => {
    const api = (await extensions.getExtension('vscode.git')?.activate())?.getAPI(1);
    const staged = () => api?.getRepository(Uri.file(north()))?.state.indexChanges.length;
    await eventually('it knows of the staged hunk', () => staged() === 1);
    // It ends with the message that it was undone.
    void commands.executeCommand('sluice.undo');
    await question('git apply', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    await eventually('the hunk is not staged any more', () => staged() === 0);
    assert.deepEqual(changedLines(inIndex()), []);
  });

  it('a file is discarded only after two steps', async () => {
    await statusPage.shown(row);
    await statusPage.press('Delete', `.virtual-row:has(${row})`);
    await question('git restore -- a.txt', 'Sluice: run this destructive');
    await quickInput.choose('Run…');
    await quickInput.choose('Yes, run it');
    await statusPage.gone(row);
    assert.deepEqual(changedLines(onDisk()), []);
  });
});
