import { strict as assert } from 'node:assert';
import { afterEach, describe, it } from 'mocha';
import { ConfigurationTarget, commands, env, window, workspace } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { asking, clearAway, DECLINED, question, typeInQuestion, waiting } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');

describe('a question that waits', () => {
  afterEach(clearAway);

  it('is asked alone; the rest is counted and comes after it', async () => {
    const { answer: first } = await asking('git branch first-asked');
    const second = (await sluice()).execute('git branch second-asked');
    await waiting('Sluice: 2 waiting, next git branch second-asked');
    assert.ok(!(await quickInput.rows()).join().includes('second-asked'));
    await quickInput.press('Escape');
    await question('second-asked');
    await waiting('Sluice: 1 waiting');
    await quickInput.press('Escape');
    assert.deepEqual([await first, await second], [DECLINED, DECLINED]);
  });

  it('stays when the person looks elsewhere', async () => {
    const { answer } = await asking('git branch looked-away');
    await workbench.click('.activitybar .action-item:has([aria-label^="Explorer"])');
    await quickInput.row('git branch looked-away');
    await commands.executeCommand('workbench.action.quickOpen', '>Sluice: Show');
    await quickInput.row('Show Status View');
    await quickInput.press('Escape');
    await quickInput.gone();
    await workbench.click('.statusbar-item:has-text("Sluice: 1 waiting")');
    await question('git branch looked-away');
    await quickInput.choose('Run');
    assert.equal((await answer).kind, 'ran');
    assert.ok(branches().includes('looked-away'));
  });

  it('can be hidden and is brought back by a command', async () => {
    const { answer } = await asking('git branch put-aside');
    await workbench.click('.quick-input-titlebar [aria-label^="Answer later"]');
    await quickInput.gone();
    await waiting('Sluice: 1 waiting');
    await commands.executeCommand('sluice.showWaiting');
    await question('git branch put-aside');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('comes back after the editor has opened its diff of many files', async () => {
    const { answer } = await asking('git reset --hard');
    await quickInput.choose('Show preview');
    await eventually('the diff is open', () =>
      window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Preview: git reset --hard'),
    );
    await workbench.shown('.multiDiffEntry:has-text("engine.ts"), .multi-diff-editor :text("engine.ts")');
    await question('git reset --hard');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('comes back after a preview that is a text', async () => {
    const { answer } = await asking('git branch previewed');
    await quickInput.choose('Show preview');
    await eventually('the preview is open', () =>
      window.visibleTextEditors.some(({ document }) => document.getText().startsWith('git branch previewed\n')),
    );
    await question('git branch previewed');
    await quickInput.active('Show preview');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('copies the command and stays', async () => {
    const { answer } = await asking('git branch copied');
    await quickInput.choose('Copy');
    await quickInput.row('Copied.');
    await quickInput.active('Copy');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
    assert.equal(await env.clipboard.readText(), 'git branch copied');
  });

  it('is answered by the keyboard alone', async () => {
    const { answer } = await asking('git branch by-keys');
    await typeInQuestion('reason');
    await quickInput.active('Cancel with a reason');
    await quickInput.press('Enter');
    await quickInput.title('Why not?');
    await quickInput.press('Escape');
    await question('Cancel with a reason');
    await typeInQuestion('not the words of any choice');
    await quickInput.press('Enter');
    await quickInput.title('Sluice: run this');
    await typeInQuestion('run');
    await quickInput.active('Run');
    await quickInput.press('Enter');
    assert.equal((await answer).kind, 'ran');
    assert.ok(branches().includes('by-keys'));
  });

  it('is declined when its time is over', async () => {
    const settings = workspace.getConfiguration('sluice');
    await settings.update('confirmation.timeout', 5, ConfigurationTarget.Global);
    const { answer } = await asking('git branch too-late');
    assert.deepEqual(await answer, DECLINED);
    await quickInput.gone();
    await settings.update('confirmation.timeout', undefined, ConfigurationTarget.Global);
    assert.ok(!branches().includes('too-late'));
  });
});
