import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { git } from '../support/git.ts';
import { folder, sluice } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

describe('in a folder without a repository', () => {
  it('the status view offers to make one', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.empty:has-text("No repository here")');
    await statusPage.shown('vscode-button:has-text("Initialize Repository")');
    assert.equal((await (await sluice()).execute('git log')).kind, 'invalid');
  });

  it('one that appears is found, and one that goes is missed', async () => {
    git(folder(), 'init', '-q', '-b', 'new');
    await statusPage.shown('.branch-name:has-text("new")');
    rmSync(join(folder(), '.git'), { recursive: true, maxRetries: 5 });
    await statusPage.shown('.empty:has-text("No repository here")');
  });
});
