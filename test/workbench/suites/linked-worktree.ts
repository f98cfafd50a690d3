import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

describe('in a linked work tree', () => {
  it('the status view shows its branch', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.branch-name:has-text("side")');
  });

  it('a panel sees a commit from outside', async () => {
    assert.equal((await (await sluice()).execute('git log --format=%s', undefined, { show: true })).kind, 'panel');
    git(folder(), 'commit', '-q', '--allow-empty', '-m', 'In the side');
    await panelOf('git log --format=%s', ({ text }) => text.startsWith('In the side'));
  });
});
