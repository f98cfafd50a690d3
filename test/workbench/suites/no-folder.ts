import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { sluice } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

describe('without a folder', () => {
  it('the status view offers to open one', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.empty:has-text("No folder is open")');
    await statusPage.shown('vscode-button:has-text("Open Folder")');
  });

  it('nothing is run', async () => {
    const { execute, processes } = await sluice();
    assert.equal((await execute('git log')).kind, 'invalid');
    assert.equal(processes(), 0);
  });
});
