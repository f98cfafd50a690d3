import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { panelOf, sluice } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

describe('on a machine without git', () => {
  it('the status view says where to get it', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.empty:has-text("git not found")');
    await statusPage.shown('vscode-button:has-text("Install git")');
  });

  it('a panel fails with a message instead of hanging', async () => {
    assert.equal((await (await sluice()).execute('git log')).kind, 'panel');
    await panelOf('git log', ({ state }) => state === 'failed');
  });
});
