import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { quickInput } from '../support/quick-input.ts';
import { panelOf, sluice } from '../support/sluice.ts';
import { panelPage, workbench } from '../support/ui.ts';

const FIRST = 'git log --oneline -2';
const SECOND = 'git log --oneline -3';
const THIRD = 'git log --oneline -4';
const FOURTH = 'git log --oneline -5';
const FIFTH = 'git log --oneline -6';
const BY_API = 'git tag --list --sort=-refname';

const run = async (command: string) => {
  const done = commands.executeCommand('sluice.runGit');
  await quickInput.title('Run git command in');
  await quickInput.type(command);
  await quickInput.first('Read-only');
  await quickInput.press('Enter');
  await done;
};
const commandsOf = async () => (await sluice()).panels().map(({ command }) => command);
const tabsOf = (command: string) =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes(command)).length;

describe('a panel that nobody kept', () => {
  it('gives its tab to the next command, and is closed', async () => {
    await commands.executeCommand('sluice.closeAllPanels');
    await (await sluice()).execute(BY_API, undefined, { show: true });
    await run(FIRST);
    await panelPage(FIRST).shown('.row.commit');
    const { id, uid } = await panelOf(FIRST);
    await run(SECOND);
    await panelPage(SECOND).shown(`.command:has-text("${SECOND}")`);
    await panelPage(SECOND).shown('.row.commit >> nth=2');
    const second = await panelOf(SECOND);
    assert.ok(second.id !== id && second.uid !== uid);
    assert.deepEqual(await commandsOf(), [BY_API, SECOND]);
    assert.deepEqual([BY_API, FIRST, SECOND].map(tabsOf), [1, 0, 1]);
  });

  it('stays once it is kept', async () => {
    await panelPage(SECOND).click('[aria-label="Keep Panel Open"]');
    await panelPage(SECOND).gone('[aria-label="Keep Panel Open"]');
    await run(THIRD);
    await panelPage(THIRD).shown('.row.commit >> nth=3');
    assert.deepEqual(await commandsOf(), [BY_API, SECOND, THIRD]);
  });

  it('stays when a link in it is followed, and what opens takes no tab of it', async () => {
    await panelPage(THIRD).click('.row.commit a.sha');
    await eventually('the commit is shown', async () => (await commandsOf()).some(each => each.startsWith('git show')));
    assert.ok((await commandsOf()).includes(THIRD));
  });

  it('stays once it is opened from the list of panels', async () => {
    await run(FOURTH);
    await panelPage(FOURTH).shown('.row.commit');
    // What a click on its row does.
    await commands.executeCommand('sluice.openPanel', (await panelOf(FOURTH)).id);
    await run(FIFTH);
    await panelPage(FIFTH).shown('.row.commit');
    const open = await commandsOf();
    assert.ok(open.includes(FOURTH) && open.includes(FIFTH), open.join(', '));
  });

  it('the menu of a commit has what can be done with it', async () => {
    await commands.executeCommand('sluice.openPanel', (await panelOf(THIRD)).id);
    await panelPage(THIRD).shown('.row.commit .ref:has-text("HEAD -> main")');
    await panelPage(THIRD).click('.row.commit .subject');
    await panelPage(THIRD).press('Shift+F10', '.virtual-row');
    for (const words of ['Show Commit', 'Copy SHA', 'Check Out…', 'Reset…', 'Cherry-Pick…', 'Revert…'])
      await workbench.shown(`.monaco-menu .action-label:has-text("${words}")`);
    await workbench.press('Escape');
  });

  it('is gone after its tab is closed', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await eventually('no panel is left', async () => (await commandsOf()).length === 0);
  });
});
