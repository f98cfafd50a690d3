import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { asking, DECLINED } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const tags = () => git(folder(), 'tag', '--list').split('\n');

describe('allowances for the session', () => {
  it('cover other commands of the same shape', async () => {
    const { answer } = await asking('git tag one-allowed');
    await quickInput.choose('Allow this for the session');
    await quickInput.row('Until the window closes, in this repository');
    await quickInput.choose('Yes, run it and allow similar commands');
    assert.equal((await answer).kind, 'ran');
    assert.equal((await (await sluice()).execute('git tag two-allowed')).kind, 'ran');
    for (const name of ['one-allowed', 'two-allowed']) assert.ok(tags().includes(name));
  });

  it('cover no other options', async () => {
    const { answer } = await asking("git tag -a -m 'With words' annotated");
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('are not offered for what can lose work', async () => {
    writeFileSync(join(folder(), 'README.md'), 'changed\n');
    const { answer } = await asking('git checkout -f');
    await quickInput.row('About this command');
    assert.ok(!(await quickInput.rows()).join().includes('Allow this'));
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('are listed and revoked', async () => {
    const done = commands.executeCommand('sluice.manageAllowances');
    await quickInput.title('Allowed until the window closes');
    await quickInput.row('used once');
    await quickInput.choose('git tag');
    await done;
    await workbench.shown('.notification-toast:has-text("Nothing is allowed for the session")');
    await commands.executeCommand('notifications.clearAll');
    const { answer } = await asking('git tag three-asked');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
    assert.ok(!tags().includes('three-asked'));
  });
});
