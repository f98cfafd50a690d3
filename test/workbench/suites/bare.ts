import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { statusPage } from '../support/ui.ts';

describe('in a bare repository', () => {
  it('the status view says why there is nothing to see', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.empty:has-text("A bare repository")');
    await statusPage.shown('vscode-button:has-text("Open a Work Tree")');
  });
});
