import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage, statusPage, workbench } from '../support/ui.ts';

const FRONT = 'git tag --list --sort=refname';
const BEHIND = 'git for-each-ref refs/tags';
/** Covered before its page had begun. */
const COVERED = 'git branch --list main';

const tabsOf = (command: string) =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes(command)).length;

describe('after the window is loaded anew', () => {
  it('the panels are there that were, and none that was closed', async () => {
    const { panels } = await sluice();
    await eventually('all are known', () => panels().length === 3);
    const all = [FRONT, BEHIND, COVERED];
    assert.deepEqual(new Set(panels().map(({ command }) => command)), new Set(all));
    assert.deepEqual(all.map(tabsOf), [1, 1, 1]);
  });

  it('the one in front has run and is live', async () => {
    await panelPage(FRONT).shown('text=from-outside');
    git(folder(), 'tag', 'after-reload');
    await panelPage(FRONT).shown('text=after-reload');
    await panelOf(FRONT, ({ state }) => state === 'fresh');
  });

  it('the one behind waits', async () => {
    await panelOf(BEHIND, ({ state }) => state === 'stale');
  });

  it('one that is opened has its tab and no other', async () => {
    const open: [string, () => Thenable<unknown>][] = [
      [COVERED, () => workbench.click(`.tab:has-text("${COVERED}")`)],
      [BEHIND, async () => commands.executeCommand('sluice.openPanel', (await panelOf(BEHIND)).id)],
    ];
    for (const [command, act] of open) {
      await act();
      await panelPage(command).shown('.rows');
      await panelOf(command, ({ state }) => state === 'fresh');
      assert.equal(tabsOf(command), 1);
    }
  });

  it('the status view is there too', async () => {
    await statusPage.shown('.branch-name:has-text("main")');
  });
});
