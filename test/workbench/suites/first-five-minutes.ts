import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder } from '../support/sluice.ts';
import { panelPage, picture, statusPage, workbench } from '../support/ui.ts';

const GRAPH = 'git log --oneline --graph -20';
const PLAN = ['git branch feature/brake', "git commit -m 'Add a brake'", 'git log --oneline -5'];
const FILE = '.entry-file:has-text("engine.ts")';
const ROW_PX = 22;

const subject = () => git(folder(), 'log', '-1', '--format=%s').trim();
const stagedLines = () => git(folder(), 'diff', '--cached', '--', 'src/engine.ts').match(/^\+[^+].*$/gm) ?? [];

/** A person who has just installed Sluice, with pictures of all they see. Each step begins where the last one ended. */
describe('the first five minutes', () => {
  it('begin with the walkthrough and the status view, which lists the repositories below the folder', async () => {
    await workbench.shown('.gettingStartedContainer :text("Get Started with Sluice")');
    await statusPage.shown(FILE);
    await eventually('all repositories are offered', async () => {
      const names = (await statusPage.texts('.repositories option')).toSorted();
      assert.deepEqual(names, ['cards', 'product', 'store', 'web']);
      return true;
    });
    await picture('walkthrough');
  });

  it('the status view gets room by one button', async () => {
    await statusPage.click('vscode-button[aria-label="Give This View More Room…"]');
    await quickInput.title('Move the status view');
    await picture('more-room');
    await quickInput.choose('A place of its own');
    await statusPage.shown(FILE);
    await eventually('twenty files would fit', async () => (await statusPage.height('.list')) > 20 * ROW_PX);
    await picture('status');
  });

  it('a button of the walkthrough fills in a read, whose verdict is there before Enter', async () => {
    await workbench.click('.getting-started-step:has-text("Run a command that only reads")');
    await picture('walkthrough-read');
    await workbench.click(`.monaco-button:has-text("Try ${GRAPH}")`);
    await quickInput.first('Read-only');
    await picture('verdict');
    await quickInput.press('Enter');
  });

  it('the graph has lanes, branches, tags, authors and dates, though none were asked for', async () => {
    const page = panelPage('git log');
    await page.shown('.virtual-row .row:has-text("Turn both ways")');
    for (const label of ['main', 'v1.0.0', 'feature/compiler']) await page.shown(`.ref:has-text("${label}")`);
    await picture('graph-beside');
    await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await page.shown('.who:has-text("Ada Lovelace")');
    await picture('graph');
  });

  it('one hunk of a file is staged without typing', async () => {
    await statusPage.click(`${FILE} .twistie`);
    await statusPage.shown('.hunk-head .action-stage');
    await picture('hunks');
    await statusPage.click('.hunk-head .action-stage');
    await question('in 1 file');
    await picture('stage-hunk');
    await quickInput.choose('Run');
    await eventually('one of two lines is staged', () => stagedLines().length === 1);
    await statusPage.shown('.entry-note:has-text("Not staged")');
    await workbench.shown('.notification-toast:has-text("Staged a hunk of src/engine.ts.")');
    await picture('hunk-staged');
    await commands.executeCommand('notifications.clearAll');
  });

  it('a commit waits at the gate, and is undone', async () => {
    const before = subject();
    void commands.executeCommand('sluice.runGit');
    await quickInput.title('Run git command in');
    await quickInput.type("git commit -m 'Describe the engine'");
    await quickInput.first('Mutating');
    await picture('commit-verdict');
    await quickInput.press('Enter');
    await question("git commit -m 'Describe the engine'");
    assert.equal(subject(), before);
    await picture('commit');
    await quickInput.choose('Run');
    await workbench.shown('.notification-toast:has-text("Ran git commit") .monaco-button:has-text("Undo")');
    assert.equal(subject(), 'Describe the engine');
    await picture('committed');
    await workbench.click('.notification-toast:has-text("Ran git commit") .monaco-button:has-text("Undo")');
    await question('git commit', 'Sluice: undo this?');
    await picture('undo');
    await quickInput.choose('Undo');
    await eventually('the commit is gone', () => subject() === before);
    assert.equal(stagedLines().length, 1);
    await picture('undone');
    await commands.executeCommand('notifications.clearAll');
  });

  it('a plan is written by hand, looked at as a whole, and run', async () => {
    await commands.executeCommand('sluice.runSeveral');
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.languageId, 'sluice-commands');
    const end = editor?.document.lineAt(editor.document.lineCount - 1).range.end;
    assert.ok(end);
    await editor?.edit(edit => edit.insert(end, PLAN.join('\n')));
    await workbench.shown('text=Run 3 commands in');
    await workbench.shown('text=Read-only');
    await picture('plan-editor');
    void commands.executeCommand('sluice.runPlan');
    await question('git branch feature/brake', 'Sluice: run this plan of 3 commands?');
    await picture('plan');
    await quickInput.choose('Run all');
    await eventually('it is done', () => subject() === 'Add a brake');
    await workbench.shown('.notification-toast .monaco-button:has-text("Undo")');
    await commands.executeCommand('sluice.showJournal');
    // What only read is not in the journal.
    await workbench.shown('.pane:has([aria-label^="Journal"]) .monaco-list-row:has-text("Plan with 2 changes")');
    await picture('plan-done');
  });
});
