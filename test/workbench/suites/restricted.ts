import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands, lm, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { registeredWindows } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { folder, sluice } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

/** Every start of git by anyone in this editor. */
const starts = () => readFileSync(process.env.SLUICE_GIT_STARTS ?? '', 'utf8');

describe('in Restricted Mode', () => {
  it('the status view says that nothing runs', async () => {
    assert.equal(workspace.isTrusted, false);
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.empty:has-text("Sluice runs nothing until you trust this workspace.")');
  });

  it('no read and no write runs, whoever asks', async () => {
    const { execute, plan, undo, journal, panels } = await sluice();
    for (const command of ['git status', 'git log', 'git branch made'])
      assert.deepEqual(await execute(command, folder()), {
        kind: 'untrusted',
        message: 'Sluice runs nothing until you trust this workspace.',
      });
    assert.equal((await plan(['git branch made'], folder())).kind, 'untrusted');
    assert.equal((await undo(undefined, folder())).kind, 'refused');
    assert.deepEqual(await journal(folder()), []);
    assert.deepEqual(panels(), []);
  });

  it('no tool runs anything, and no server is offered', async () => {
    for (const [name, input] of [
      ['git_execute', { command: 'git branch made' }],
      ['git_status_view', {}],
      ['git_undo', {}],
    ] as const)
      assert.equal(await invoke(name, input), 'Error (untrusted): Sluice runs nothing until you trust this workspace.');
    await commands.executeCommand('workbench.mcp.startServer', '*');
    assert.ok(!lm.tools.some(({ name }) => /^mcp_/i.test(name)));
  });

  it('no command and no change of a file starts git', async () => {
    // Commands that the mode disables may throw: what counts is that they start nothing.
    for (const name of [
      'refreshStatus',
      'runGit',
      'pickDiffBase',
      'refreshPanel',
      'undo',
      'showJournal',
      'manageAllowances',
    ])
      await Promise.race([
        Promise.resolve(commands.executeCommand(`sluice.${name}`, 'git status')).catch(() => undefined),
        new Promise(done => setTimeout(done, 1000)),
      ]);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    writeFileSync(join(folder(), 'a.txt'), 'changed\n');
    await new Promise(done => setTimeout(done, 3000));
    assert.equal((await sluice()).processes(), 0);
    assert.equal(starts(), '');
  });

  it('takes no questions of other processes', () => assert.deepEqual(registeredWindows(), []));

  it('wakes up when the person trusts the workspace', async () => {
    // The journal, in another place of the side bar, has come before it.
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.click('vscode-button:has-text("Manage Workspace Trust")');
    await workbench.click('.workspace-trust-editor .monaco-button:has-text("Trust")');
    await eventually('the workspace is trusted', () => workspace.isTrusted);
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.entry-file:has-text("a.txt")');
    assert.notEqual(starts(), '');
    await eventually('other processes can ask here', () => registeredWindows().length === 1);
  });
});
