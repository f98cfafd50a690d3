import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage, webviews } from '../support/ui.ts';

const LOG = 'git log --oneline -30';
const page = panelPage(LOG);

describe('a result panel', () => {
  it('is reused for the same command', async () => {
    const { execute, panels } = await sluice();
    await execute(LOG, undefined, { show: true });
    const { id, uid } = await panelOf(LOG);
    const again = await execute(`git  log '--oneline'  -30`);
    assert.equal(again.message, `Panel updated: ${id} — ${LOG}`);
    assert.deepEqual(
      panels()
        .filter(({ command }) => command === LOG)
        .map(panel => panel.uid),
      [uid],
    );
    await page.shown('.command');
    assert.equal((await webviews()).filter(({ title }) => title.includes(LOG)).length, 1);
  });

  it('says what it is of and how it stands', async () => {
    await page.shown(`.command:has-text("${LOG}")`);
    await page.shown('.state[data-state="fresh"]');
    await page.shown('.state[title*="exit 0"]');
    await page.shown('.counts:has-text("30 lines")');
  });

  it('filters its lines', async () => {
    const wanted = git(folder(), ...LOG.split(' ').slice(1))
      .split('\n')
      .filter(line => /moth/i.test(line)).length;
    await page.fill('.tools vscode-text-field input', 'moth');
    await page.shown(`.counts:has-text("${wanted} of 30 match")`);
    await page.shown('text=Remove the moth');
    await page.gone('text=Turn both ways');
    await page.press('Escape', '.tools vscode-text-field input');
    await page.shown('.counts:has-text("30 lines")');
  });

  it('opens the commit of a link as a panel', async () => {
    const head = git(folder(), 'rev-parse', '--short', 'HEAD').trim();
    await page.click(`a.link:has-text("${head}")`);
    await panelOf(`git show ${head}`, ({ text }) => text.includes('Turn the dial with care'));
    await panelPage(`git show ${head}`).shown('text=Turn the dial with care');
  });

  it('opens the file of a link', async () => {
    await (await sluice()).execute('git grep -n brake', undefined, { show: true });
    await panelPage('git grep').click('a.link:has-text("src/engine.ts")');
    await eventually('the file is in front', () =>
      window.activeTextEditor?.document.uri.fsPath.endsWith('src/engine.ts'),
    );
  });

  it('shows what output says as text, whatever it is', async () => {
    git(folder(), 'tag', '<img-src=x-onerror=alert(1)>');
    await (await sluice()).execute('git tag --list', undefined, { show: true });
    await panelPage('git tag').shown('text=<img-src=x-onerror=alert(1)>');
    assert.deepEqual(await panelPage('git tag').texts('#app img'), []);
  });

  it('shows its output in another group too, however soon it goes there', async () => {
    await commands.executeCommand('sluice.runGit', 'git shortlog -s HEAD');
    await commands.executeCommand('workbench.action.moveEditorToRightGroup');
    await panelPage('git shortlog -s').shown('text=Grace Hopper');
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
