import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { statusPage, workbench } from '../support/ui.ts';

describe('the second window', () => {
  it('opens no walkthrough again', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.repositories select');
    assert.deepEqual(await workbench.texts('.gettingStartedContainer :text("Get Started with Sluice")'), []);
  });
});
