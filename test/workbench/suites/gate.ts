import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { asking, DECLINED, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const isMerging = () => existsSync(join(folder(), '.git', 'MERGE_HEAD'));

/** Every start of git since the editor began. */
const starts = () => readFileSync(process.env.SLUICE_GIT_STARTS ?? '', 'utf8');

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

  it('hands the reason on when there is one', async () => {
    const { answer } = await asking('git branch unwanted');
    await quickInput.choose('Cancel with a reason');
    await quickInput.title('Why not?');
    await quickInput.type('main is frozen');
    await quickInput.press('Enter');
    assert.deepEqual(await answer, { ...DECLINED, message: `${DECLINED.message} Their reason: main is frozen` });
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
    await quickInput.title('Sluice: run this destructive command?');
    await quickInput.active('Cancel');
    await quickInput.press('Enter');
    assert.deepEqual(await answer, DECLINED);
    assert.ok(isMerging());
  });

  it('runs what can lose work by a second step only', async () => {
    const { answer } = await asking('git branch -D approved');
    await quickInput.row('Destructive: ');
    await quickInput.choose('Run…');
    await quickInput.row('Yes, run it: ');
    await quickInput.active('Back');
    await quickInput.press('Enter');
    await quickInput.active('Run…');
    assert.ok(branches().includes('approved'));
    await quickInput.press('Enter');
    await quickInput.active('Back');
    await quickInput.press('ArrowDown');
    await quickInput.active('Yes, run it: ');
    await quickInput.press('Enter');
    assert.equal((await answer).kind, 'ran');
    assert.ok(!branches().includes('approved'));
  });

  it('says what the command will change', async () => {
    const { answer } = await asking('git branch told');
    await quickInput.row('About this command');
    await quickInput.row('Effects: changes the repository');
    await quickInput.row('Sluice takes a snapshot first');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('shows a long command to its end, and as the words that run', async () => {
    const command = `git commit -m '${'a'.repeat(120)}$(trash)\u202e' --allow-empty --no-verify`;
    const answer = (await sluice()).execute(command);
    await question('--no-verify');
    const rows = (await quickInput.rows()).join('');
    for (const words of ['$(trash)', '\\u202e']) assert.ok(rows.includes(words), rows);
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
  });

  it('what git prints becomes no link that runs a command', async () => {
    const done = commands.executeCommand('sluice.runGit', "git switch '[x](command:sluice.closeAllPanels)'");
    await question('git switch');
    await quickInput.choose('Run');
    await done;
    await workbench.shown('.notification-toast:has-text("command:sluice.closeAllPanels")');
    assert.deepEqual(await workbench.texts('.notification-toast a:has-text("x")'), []);
    await commands.executeCommand('notifications.clearAll');
  });

  it('judges anew what the person made of a command', async () => {
    const { answer } = await asking('git branch misspelt');
    await quickInput.choose('Edit command');
    await quickInput.title('Edit the command');
    await quickInput.press('Escape');
    await question('git branch misspelt');
    await quickInput.choose('Edit command');
    await quickInput.title('Edit the command');
    await quickInput.type('git branch mended');
    await quickInput.press('Enter');
    await question('git branch mended');
    await quickInput.choose('Run');
    assert.equal((await answer).kind, 'ran');
    assert.ok(branches().includes('mended'));
    assert.ok(!branches().includes('misspelt'));
  });

  it('an edited command that only reads opens its panel', async () => {
    const { answer } = await asking('git branch never-made');
    await quickInput.choose('Edit command');
    await quickInput.title('Edit the command');
    await quickInput.type('git rev-parse HEAD');
    await quickInput.press('Enter');
    assert.equal((await answer).kind, 'panel');
    await commands.executeCommand('sluice.closeAllPanels');
  });

  it('stands before the buttons of the status view too', async () => {
    await statusPage.click('.banner vscode-button:has-text("Abort")');
    await question('git merge --abort');
    await quickInput.press('Escape');
    await quickInput.gone();
    assert.ok(isMerging());
    await statusPage.click('.banner vscode-button:has-text("Abort")');
    await question('git merge --abort');
    await quickInput.choose('Run');
    await quickInput.choose('Yes, run it');
    await eventually('the merge is given up', () => !isMerging());
    await statusPage.gone('.banner:has-text("Merging")');
  });
});
