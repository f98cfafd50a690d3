import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';
import { panelPage } from '../support/ui.ts';

const open = async () => {
  const done = commands.executeCommand('sluice.runGit');
  await quickInput.title('Run git command in');
  return { done };
};

describe('Run git command…', () => {
  const verdicts = [
    ['git log --oneline -3', 'Read-only'],
    ['git branch -v feature', 'Mutating'],
    ['git diff --output=stolen.txt', 'Destructive'],
    ['git log --onel', 'Not complete yet'],
    ['status', 'Read-only'],
    ['git log; rm -rf .', 'Not a command'],
    ['git', 'Type a git command'],
  ] as const;

  it('shows the verdict of what is typed before Enter', async () => {
    const before = (await sluice()).panels().length;
    const { done } = await open();
    for (const [text, verdict] of verdicts) {
      await quickInput.type(text);
      await quickInput.first(verdict);
    }
    await quickInput.press('Escape');
    await done;
    assert.equal((await sluice()).panels().length, before);
  });

  it('stays open on what is no command', async () => {
    const { done } = await open();
    await quickInput.type('git log | sh');
    await quickInput.first('Shell operators are not allowed');
    await quickInput.press('Enter');
    await quickInput.first('Shell operators are not allowed');
    await quickInput.press('Escape');
    await done;
  });

  it('completes refs', async () => {
    const { done } = await open();
    await quickInput.type('git log feature/comp');
    await quickInput.row('feature/compiler');
    await quickInput.press('Escape');
    await done;
  });

  it('says what may be meant, and takes it', async () => {
    const { done } = await open();
    await quickInput.type('git stauts');
    await quickInput.row('git status');
    await quickInput.press('ArrowDown');
    await quickInput.press('Enter');
    await quickInput.first('Read-only');
    await quickInput.press('Escape');
    await done;
  });

  it('opens the panel of a read', async () => {
    const { done } = await open();
    await quickInput.type('git shortlog -sn HEAD');
    await quickInput.first('Read-only');
    await quickInput.press('Enter');
    await done;
    await panelOf('git shortlog -sn HEAD', ({ text }) => text.includes('Grace Hopper'));
    await panelPage('git shortlog').shown('text=Grace Hopper');
  });

  it('remembers what was run', async () => {
    const { done } = await open();
    await quickInput.type('git shortlog');
    await quickInput.row('git shortlog -sn HEAD');
    await quickInput.press('Escape');
    await done;
  });

  it('asks at the gate before a write, and not running it is the end of it', async () => {
    const { done } = await open();
    await quickInput.type('git branch typed');
    await quickInput.first('Mutating');
    await quickInput.press('Enter');
    await question('git branch typed');
    await quickInput.press('Escape');
    await done;
    assert.doesNotMatch(git(folder(), 'branch'), /typed/);
  });
});
