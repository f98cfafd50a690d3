import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { quickInput } from '../support/quick-input.ts';
import { sluice } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

describe('commands that ask', () => {
  it('Configure Status View shows the log', async () => {
    await commands.executeCommand('sluice.focusStatus');
    const done = commands.executeCommand('sluice.configureStatus');
    await quickInput.choose('Show log');
    await done;
    await statusPage.shown('.entry-log');
    await statusPage.shown('.entry-line:has-text("Turn the dial with care")');
  });

  it('Compare Status View With… takes a revision that is typed', async () => {
    const done = commands.executeCommand('sluice.pickDiffBase');
    await quickInput.title('Compare the work tree with');
    await quickInput.type('HEAD~2');
    await quickInput.row('as typed');
    await quickInput.press('Enter');
    await done;
    await statusPage.shown('.base-chip:has-text("vs HEAD~2")');
    assert.match(await (await sluice()).statusText(), /\(comparing against HEAD~2\)/);
  });

  it('… refuses what is none, and says so', async () => {
    const done = commands.executeCommand('sluice.pickDiffBase');
    await quickInput.title('Compare the work tree with');
    await quickInput.type('--output=stolen');
    await quickInput.press('Enter');
    await done;
    await workbench.shown(`.notification-toast:has-text("Invalid git ref: '--output=stolen'.")`);
    await commands.executeCommand('notifications.clearAll');
    await statusPage.shown('.base-chip:has-text("vs HEAD~2")');
  });

  it('the chip goes back to HEAD', async () => {
    await statusPage.click('.base-chip [aria-label="Compare with HEAD"]');
    await statusPage.shown('.base-chip:has-text("vs HEAD")');
    await statusPage.gone('.base-chip:has-text("HEAD~2")');
  });
});
