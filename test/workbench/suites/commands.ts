import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands, extensions } from 'vscode';
import { panelOf, sluice } from '../support/sluice.ts';

const declared = (): readonly string[] => {
  const contributed: { readonly command: string }[] =
    extensions.getExtension('sluice.sluice')?.packageJSON.contributes.commands;
  return contributed.map(({ command }) => command);
};

describe('commands', () => {
  it('are all there once Sluice is active', async () => {
    await sluice();
    const there = new Set(await commands.getCommands(true));
    assert.ok(declared().length > 10);
    assert.deepEqual(
      declared().filter(id => !there.has(id)),
      [],
    );
  });

  it('that ask nothing can be called when there is nothing to do', async () => {
    const quiet = ['focusStatus', 'refreshStatus', 'closeAllPanels', 'cancelRunning', 'clearHistory', 'showLog'];
    const onPanels = ['filterPanel', 'toggleWrap', 'toggleText', 'toggleSideBySide', 'foldPanel', 'unfoldPanel'];
    const ofTheGate = [
      'showJournal',
      'undoEntry',
      'undoGroup',
      'copyRevert',
      'showRevert',
      'showChanges',
      'showWaiting',
      'declineWaiting',
    ];
    for (const name of [...quiet, ...onPanels, ...ofTheGate]) await commands.executeCommand(`sluice.${name}`);
  });

  it('Run git Command takes a command it is given', async () => {
    await commands.executeCommand('sluice.runGit', 'git log --format=%s');
    await panelOf('git log --format=%s', ({ text }) => text === 'First\n');
    await commands.executeCommand('sluice.closeAllPanels');
    assert.deepEqual((await sluice()).panels(), []);
  });
});
