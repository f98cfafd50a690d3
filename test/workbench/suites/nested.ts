import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands, Uri, window, workspace } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

const offered = async () => (await statusPage.texts('.repositories option')).toSorted();
const open = async (...path: string[]) =>
  window.showTextDocument(await workspace.openTextDocument(Uri.file(join(folder(), ...path))));

describe('repositories below the folder', () => {
  it('are found', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.entry-file:has-text("a.txt")');
    assert.deepEqual(await offered(), ['north', 'south']);
  });

  it('are followed with the active editor, also one that lies deeper', async () => {
    await open('south', 'a.txt');
    await statusPage.shown('.entry-file:has-text("only-south.txt")');
    await open('deep', 'east', 'a.txt');
    await statusPage.shown('.empty.clean:has-text("No changes")');
    await open('north', 'a.txt');
    await statusPage.shown('.entry-file:has-text("a.txt")');
  });

  it('are chosen by Choose Repository…', async () => {
    const done = commands.executeCommand('sluice.selectRepository');
    await quickInput.title('Choose a repository');
    await quickInput.choose('south');
    await done;
    await statusPage.shown('.entry-file:has-text("only-south.txt")');
  });

  it('that come later are noticed', async () => {
    const west = join(folder(), 'west');
    mkdirSync(west);
    git(west, 'init', '-q', '-b', 'main');
    writeFileSync(join(west, 'x.txt'), 'x\n');
    await eventually('it is offered', async () => (await offered()).includes('west'));
  });
});
