import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { panelOf, sluice } from '../support/sluice.ts';
import { panelPage, statusPage } from '../support/ui.ts';

describe('an installed Sluice', () => {
  it('shows the status of the repository', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.branch-name:has-text("main")');
    await statusPage.shown('.entry-file:has-text("engine.ts")');
    assert.match(await (await sluice()).statusText(), /^Branch: main/m);
  });

  it('opens a panel with what a read prints', async () => {
    const answer = await (await sluice()).execute('git log --oneline -5', undefined, { show: true });
    assert.deepEqual(answer, { kind: 'panel', message: 'Panel created: P8 — git log --oneline -5' });
    const { text } = await panelOf('git log --oneline -5', ({ state }) => state === 'fresh');
    assert.equal(text.trim().split('\n').length, 5);
    await panelPage('git log --oneline -5').shown('text=Turn the dial with care');
  });

  it('runs nothing that is refused', async () => {
    const { kind } = await (await sluice()).execute('git log | sh');
    assert.equal(kind, 'invalid');
  });
});
