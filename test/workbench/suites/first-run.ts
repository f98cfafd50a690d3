import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { question } from '../support/gate.ts';
import { quickInput } from '../support/quick-input.ts';
import { statusPage, workbench } from '../support/ui.ts';

const PLACE = '.activitybar .action-item:has([aria-label^="Sluice Status"])';

describe('the first run', () => {
  it('opens the walkthrough and the status view by itself', async () => {
    await workbench.shown('.gettingStartedContainer :text("Get Started with Sluice")');
    await workbench.shown('.pane-header.expanded[aria-label^="Sluice Status"]');
    await statusPage.shown('.repositories select');
  });

  it('a button of the walkthrough fills the input and runs nothing', async () => {
    await workbench.click('.getting-started-step:has-text("Run a command that only reads")');
    await workbench.click('.monaco-button:has-text("Try git log --oneline --graph -20")');
    await quickInput.title('Run git command in');
    await quickInput.first('Read-only');
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes('git log')),
      [],
    );
    await quickInput.press('Escape');
    await quickInput.gone();
  });

  it('Panels and Journal are in a place of their own, with a badge for what waits', async () => {
    const done = commands.executeCommand('sluice.runGit', 'git tag badge');
    await question('git tag badge');
    await workbench.shown('.activitybar .action-item:has([aria-label^="Sluice"]) .badge-content:has-text("1")');
    await quickInput.press('Escape');
    await done;
    await workbench.gone('.activitybar .action-item:has([aria-label^="Sluice"]) .badge-content:has-text("1")');
    await commands.executeCommand('sluice.showJournal');
    await workbench.shown('.pane-header[aria-label^="Journal"]');
    await workbench.shown('.pane-header[aria-label^="Panels"]');
  });

  it('Move Status View… offers the other place, and the way back', async () => {
    const move = async (words: string) => {
      const moved = commands.executeCommand('sluice.moveStatus');
      await quickInput.title('Move the status view');
      await quickInput.choose(words);
      await moved;
    };
    await workbench.gone(PLACE);
    await move('A place of its own');
    await workbench.shown(PLACE);
    await statusPage.shown('.repositories select');
    await eventually('it has the side bar to itself', async () => (await statusPage.height('#app')) > 500);
    await move('Source Control');
    await workbench.gone(PLACE);
    await statusPage.shown('.repositories select');
  });
});
