import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage, statusPage } from '../support/ui.ts';

const FRONT = 'git tag --list --sort=refname';
const BEHIND = 'git for-each-ref refs/tags';

describe('after the window is loaded anew', () => {
  it('the panels are there that were, and none that was closed', async () => {
    const { panels } = await sluice();
    await eventually('both are known', () => panels().length === 2);
    assert.deepEqual(new Set(panels().map(({ command }) => command)), new Set([FRONT, BEHIND]));
    const labels = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    for (const command of [FRONT, BEHIND])
      assert.ok(
        labels.some(label => label.includes(command)),
        `a tab of ${command} in ${labels}`,
      );
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

  it('the status view is there too', async () => {
    await statusPage.shown('.branch-name:has-text("main")');
  });
});
