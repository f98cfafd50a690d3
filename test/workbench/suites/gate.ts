import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const DECLINED = { kind: 'declined', message: 'The person declined this command. It was not run.' };

/** Every start of git since the editor began. */
const starts = () => readFileSync(process.env.SLUICE_GIT_STARTS ?? '', 'utf8');

/** Sends a command as another extension would and waits for the question; the answer is still open then. */
async function asking(command: string) {
  const { execute } = await sluice();
  const answer = execute(command);
  await quickInput.title('Sluice: run this');
  await quickInput.row(command);
  return { answer };
}

describe('the gate', () => {
  it('runs nothing when it is escaped', async () => {
    const { answer } = await asking('git branch escaped');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
    assert.ok(!branches().includes('escaped'));
    assert.doesNotMatch(starts(), /branch escaped/);
  });

  it('runs nothing when Cancel is chosen', async () => {
    const { answer } = await asking('git branch called-off');
    await quickInput.choose('Cancel');
    assert.deepEqual(await answer, DECLINED);
    assert.ok(!branches().includes('called-off'));
    assert.doesNotMatch(starts(), /branch called-off/);
  });

  it('runs the command when Run is chosen', async () => {
    const { answer } = await asking('git branch approved');
    await quickInput.choose('Run');
    assert.equal((await answer).kind, 'ran');
    assert.ok(branches().includes('approved'));
    assert.match(starts(), /branch approved/);
  });

  it('takes Enter by habit for no when work could be lost', async () => {
    const { answer } = await asking('git reset --hard');
    await quickInput.press('Enter');
    assert.deepEqual(await answer, DECLINED);
    assert.ok(existsSync(join(folder(), '.git', 'MERGE_HEAD')));
  });

  it('shows a long command to its end, and as the words that run', async () => {
    const command = `git commit -m '${'a'.repeat(120)}$(trash)\u202e' --allow-empty --no-verify`;
    const answer = (await sluice()).execute(command);
    await quickInput.title('Sluice: run this');
    await quickInput.row('--no-verify');
    const rows = (await quickInput.rows()).join('');
    for (const words of ['$(trash)', '\\u202e']) assert.ok(rows.includes(words), rows);
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('what git prints becomes no link that runs a command', async () => {
    const done = commands.executeCommand('sluice.runGit', "git switch '[x](command:sluice.closeAllPanels)'");
    await quickInput.title('Sluice: run this');
    await quickInput.choose('Run');
    await done;
    await workbench.shown('.notification-toast:has-text("command:sluice.closeAllPanels")');
    assert.deepEqual(await workbench.texts('.notification-toast a:has-text("x")'), []);
    await commands.executeCommand('notifications.clearAll');
  });

  it('asks one question at a time', async () => {
    const { answer: first } = await asking('git branch first-asked');
    const second = (await sluice()).execute('git branch second-asked');
    assert.ok(!(await quickInput.rows()).join().includes('second-asked'));
    await quickInput.press('Escape');
    await quickInput.row('second-asked');
    await quickInput.press('Escape');
    assert.deepEqual([await first, await second], [DECLINED, DECLINED]);
  });

  it('stands before the buttons of the status view too', async () => {
    await statusPage.click('.banner vscode-button:has-text("Abort")');
    await quickInput.row('git merge --abort');
    await quickInput.press('Escape');
    await quickInput.gone();
    assert.ok(existsSync(join(folder(), '.git', 'MERGE_HEAD')));
    await statusPage.click('.banner vscode-button:has-text("Abort")');
    await quickInput.row('git merge --abort');
    await quickInput.choose('Run');
    await eventually('the merge is given up', () => !existsSync(join(folder(), '.git', 'MERGE_HEAD')));
    await statusPage.gone('.banner:has-text("Merge in progress")');
  });
});
