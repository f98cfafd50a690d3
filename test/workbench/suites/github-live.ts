import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { question } from '../support/gate.ts';
import { gitHub, requests } from '../support/github-acts.ts';
import { otherWindow } from '../support/other-window.ts';
import { quickInput } from '../support/quick-input.ts';
import { panelOf, sluice } from '../support/sluice.ts';
import { panelPage } from '../support/ui.ts';

/** Longer than three rounds of the poller, which asks every 60 to 100 s. */
const ROUNDS_MS = 330_000;
const LIST = 'gh pr list';

/** What the poller asks about the list; the status view asks about the branch's pull request besides. */
const questions = async () =>
  (await requests()).filter(line => line.startsWith('GET repos/octo/demo/pulls?per_page=100&state=open '));
const reruns = async () => (await requests()).filter(line => line.startsWith('query PullRequestList'));

const open = async (command: string) => {
  const { execute } = await sluice();
  await execute(command);
  await commands.executeCommand('sluice.openPanel', (await panelOf(command)).id);
};

describe('the gate of gh pr merge', () => {
  it('names the pull request, and not running it changes nothing', async () => {
    await gitHub('new-log');
    const { execute } = await sluice();
    const answer = execute('gh pr merge 4 --squash');
    await question('Fix the crash on empty input');
    await quickInput.press('Escape');
    assert.equal((await answer).kind, 'declined');
    assert.equal(await gitHub('writes'), 0);
  });
});

describe('a panel of GitHub', () => {
  it('costs nothing while nothing changes, and follows when something does', async () => {
    await open(LIST);
    await panelOf(LIST, ({ text }) => text.includes('Understand quotes'));
    const isFree = (line: string) => line.endsWith(' 304');
    await eventually('it is asked about for nothing', async () => (await questions()).some(isFree), ROUNDS_MS);
    await gitHub('new-log');
    await eventually('it is asked about again', async () => (await questions()).length > 0, ROUNDS_MS);
    assert.deepEqual(
      (await requests()).filter(line => !isFree(line)),
      [],
    );
    await gitHub('open-pull', { title: 'Follow me' });
    await eventually('the panel has followed', async () => (await panelOf(LIST)).text.includes('Follow me'), ROUNDS_MS);
    await panelPage(LIST).shown('text=Follow me');
    assert.equal((await reruns()).length, 1);
  });

  it('is one question for two windows, and both follow', async () => {
    await otherWindow.shown('.statusbar-item:has-text("fix-crash")');
    await otherWindow.press('F1');
    await otherWindow.fill('.quick-input-widget input.input', '>Sluice: Run gh Command');
    await otherWindow.shown('.quick-input-widget .monaco-list-row:has-text("Run gh Command")');
    await otherWindow.press('Enter', '.quick-input-widget input.input');
    await otherWindow.shown('.quick-input-widget .quick-input-title:has-text("Run gh command in")');
    await otherWindow.fill('.quick-input-widget input.input', LIST);
    await otherWindow.shown('.quick-input-widget .monaco-list-row:has-text("Read-only")');
    await otherWindow.press('Enter', '.quick-input-widget input.input');
    await otherWindow.shown('text=Follow me', LIST);
    await gitHub('new-log');
    await eventually('it is asked about twice', async () => (await questions()).length > 1, ROUNDS_MS);
    assert.ok(Number(await gitHub('shortest-gap')) > 50, `asked again after ${await gitHub('shortest-gap')} s`);
    await gitHub('open-pull', { title: 'Both of you' });
    await otherWindow.shown('text=Both of you', LIST);
    await eventually(
      'this one has followed',
      async () => (await panelOf(LIST)).text.includes('Both of you'),
      ROUNDS_MS,
    );
  });

  it('says until when the limit is used up, and keeps what it has', async () => {
    await gitHub('use-up');
    await commands.executeCommand('sluice.refreshPanel', (await panelOf(LIST)).id);
    await panelOf(LIST, ({ state, text }) => state === 'rate-limited' && text.includes('Both of you'));
    await panelPage(LIST).shown('text=rate limit');
  });
});
