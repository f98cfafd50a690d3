import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage } from '../support/ui.ts';

const HIDDEN = 'git tag --list --sort=refname';
const COVERED = 'git branch --list main';
const SEEN = 'git for-each-ref refs/tags';

describe('a panel behind another', () => {
  it('does not run until it is seen', async () => {
    const { execute } = await sluice();
    await execute(HIDDEN, undefined, { show: true });
    await panelPage(HIDDEN).shown('text=v1.0.0');
    await execute(SEEN, undefined, { show: true });
    await panelPage(SEEN).shown('text=v1.0.0');
    git(folder(), 'tag', 'from-outside');
    await panelOf(SEEN, ({ state, text }) => state === 'fresh' && text.includes('from-outside'));
    const { text } = await panelOf(HIDDEN, ({ state }) => state === 'stale');
    assert.ok(!text.includes('from-outside'));
  });

  it('may be covered as soon as it is there', async () => {
    const { execute } = await sluice();
    const { id } = await panelOf(SEEN);
    const covered = execute(COVERED, undefined, { show: true });
    await panelOf(COVERED);
    await commands.executeCommand('sluice.openPanel', id);
    await covered;
  });

  it('is brought up to date when it comes to the front', async () => {
    await commands.executeCommand('sluice.openPanel', (await panelOf(HIDDEN)).id);
    await panelPage(HIDDEN).shown('text=from-outside');
    await panelOf(HIDDEN, ({ state }) => state === 'fresh');
  });
});
