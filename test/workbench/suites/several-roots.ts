import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, workspace } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { quickInput } from '../support/quick-input.ts';
import { sluice } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

const roots = () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);

describe('with two repositories', () => {
  it('the status view shows the first and offers both', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.entry-file:has-text("only-north.txt")');
    assert.deepEqual((await statusPage.texts('.repositories option')).toSorted(), ['north', 'south']);
  });

  it('Choose Repository… shows the other', async () => {
    const done = commands.executeCommand('sluice.selectRepository');
    await quickInput.title('Choose a repository');
    await quickInput.choose('south');
    await done;
    await statusPage.shown('.entry-file:has-text("only-south.txt")');
    await statusPage.gone('.entry-file:has-text("only-north.txt")');
  });

  it('the same command in each is a panel of its own', async () => {
    const { execute, panels } = await sluice();
    for (const root of roots()) assert.equal((await execute('git status --short', root)).kind, 'panel');
    await eventually('both have run', () => panels().every(({ text }) => text !== ''));
    assert.deepEqual(
      panels().map(({ text }) => text.trim()),
      ['?? only-north.txt', '?? only-south.txt'],
    );
  });

  it('no command runs in a folder that is not of the window', async () => {
    assert.equal((await (await sluice()).execute('git status', '/')).kind, 'invalid');
  });
});
