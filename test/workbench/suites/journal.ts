import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { asking, clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { statusPage, workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const LIST = '.pane:has([aria-label^="Journal"]) .monaco-list';
const row = (words: string) => `${LIST} .monaco-list-row:has-text("${words}")`;

/** The newest is in sight: the editor goes to the row that was focused last, and draws only what fits. */
async function showNewest(): Promise<void> {
  await commands.executeCommand('sluice.showJournal');
  await workbench.press('Home', LIST);
}

/** Runs a command that can lose work, past both steps. */
async function runGrave(command: string) {
  const { answer } = await asking(command);
  await quickInput.choose('Run…');
  await quickInput.choose('Yes, run it');
  return answer;
}

describe('the journal', () => {
  afterEach(clearAway);

  it('brings back uncommitted work after a hard reset, byte for byte', async () => {
    const file = join(folder(), 'README.md');
    const bytes = Buffer.from('not committed \u00e9\r\n\0binary\n');
    writeFileSync(file, bytes);
    assert.equal((await runGrave('git reset --hard')).kind, 'ran');
    assert.notDeepEqual(readFileSync(file), bytes);
    const undone = (await sluice()).undo();
    await question('git reset --hard', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    assert.equal((await undone).kind, 'undone');
    assert.deepEqual(readFileSync(file), bytes);
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.entry-file:has-text("README.md")');
  });

  it('lists what was run, and its Undo takes it back', async () => {
    const { answer } = await asking('git branch journalled');
    await quickInput.choose('Run');
    await answer;
    await showNewest();
    await workbench.shown(row('git branch journalled'));
    await workbench.click(row('git branch journalled'));
    await eventually('what changed is shown', () =>
      window.visibleTextEditors.some(({ document }) => document.getText().startsWith('git branch journalled\n')),
    );
    await showNewest();
    await workbench.click(`${row('git branch journalled')} [aria-label="Undo"]`);
    await question('git branch journalled', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    await eventually('the branch is gone', () => !branches().includes('journalled'));
  });

  it('a message offers Undo right after a command', async () => {
    const done = commands.executeCommand('sluice.runGit', 'git branch regretted');
    await question('git branch regretted');
    await quickInput.choose('Run');
    await done;
    await workbench.click('.notification-toast:has-text("Ran git") .monaco-button:has-text("Undo")');
    await question('git branch regretted', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    await eventually('the branch is gone', () => !branches().includes('regretted'));
  });

  it('a plan is one item and is undone as one', async () => {
    const { plan, journal } = await sluice();
    const done = plan(['git branch plan-one', 'git branch plan-two']);
    await question('plan-two', 'Sluice: run this plan');
    await quickInput.choose('Run all');
    assert.equal((await done).kind, 'ran');
    const [newest] = await journal();
    assert.equal(newest?.command, 'git branch plan-two');
    await showNewest();
    await workbench.click(row('Plan with 2 changes'));
    await workbench.shown(row('git branch plan-one'));
    await workbench.click(`${row('Plan with 2 changes')} [aria-label="Undo All"]`);
    await question('plan-one', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    await eventually('both are gone', () => !branches().some(name => name.startsWith('plan-')));
  });

  it('lists a hard reset of a terminal, and its Undo brings the commit and its files back', async () => {
    const file = join(folder(), 'from-a-terminal.txt');
    writeFileSync(file, 'committed\n');
    git(folder(), 'add', 'from-a-terminal.txt');
    git(folder(), 'commit', '-q', '-m', 'From a terminal');
    const head = git(folder(), 'rev-parse', 'HEAD');
    await showNewest();
    await workbench.shown(row('commit: From a terminal'));
    git(folder(), 'reset', '-q', '--hard', 'HEAD~1');
    await workbench.shown(row('reset: moving to HEAD~1'));
    await showNewest();
    await workbench.click(row('reset: moving to HEAD~1'));
    await showNewest();
    await workbench.click(`${row('reset: moving to HEAD~1')} [aria-label="Undo"]`);
    await question('reset: moving to HEAD~1', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    await eventually('the commit is back', () => git(folder(), 'rev-parse', 'HEAD') === head);
    await eventually('its file is back', () => readFileSync(file, 'utf8') === 'committed\n');
    git(folder(), 'reset', '-q', '--hard', 'HEAD~1');
  });

  it('says when there is nothing to undo', async () => {
    const { undo } = await sluice();
    const { kind } = await undo('no-such-entry');
    assert.equal(kind, 'refused');
  });
});
