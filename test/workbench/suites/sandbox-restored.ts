import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, Uri, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { quickInput } from '../support/quick-input.ts';
import { row, showStaged, stagedView } from '../support/sandbox.ts';
import { sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

describe('after the window is loaded anew', () => {
  it('the badge says at once that something is staged', async () => {
    await sluice();
    await workbench.shown('.activitybar .action-item:has-text("1")');
  });

  it('what was staged is there, with its files and what they hold', async () => {
    await showStaged();
    await stagedView.shown(row('Name the dials'));
    await stagedView.shown(row('dials.md'));
    const file = await workspace.fs.readFile(Uri.parse('sluice-sandbox:/chat/workspace/docs/dials.md'));
    assert.equal(Buffer.from(file).toString(), 'one\ntwo\nthree\n');
  });

  it('a comment that was not sent is, when the person rejects from the view', async () => {
    await commands.executeCommand('sluice.rejectStaged');
    await quickInput.title('Reject staged commit');
    await workbench.press('Enter');
    await stagedView.shown(row('rejected'));
    assert.match(await invoke('sandbox_status', {}), /\/workspace\/docs\/dials\.md, line 1: Only three\?/);
  });
});
