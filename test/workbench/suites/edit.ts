import { strict as assert } from 'node:assert';
import { afterEach, describe, it } from 'mocha';
import { commands, type TextEditor, window } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder } from '../support/sluice.ts';

/** Types a command and waits for the document that it opens. */
async function opening(text: string): Promise<{ readonly done: Thenable<unknown>; readonly editor: TextEditor }> {
  const done = commands.executeCommand('sluice.runGit');
  await quickInput.title('Run git command in');
  await quickInput.type(text);
  await quickInput.first('Destructive');
  await quickInput.press('Enter');
  await eventually('the document is open', () => window.activeTextEditor?.document.uri.scheme === 'sluice-edit');
  const editor = window.activeTextEditor;
  assert.ok(editor !== undefined);
  return { done, editor };
}

describe('a command for which git opens an editor', () => {
  afterEach(clearAway);

  it('has its message edited first, and is asked about then', async () => {
    const before = git(folder(), 'rev-parse', 'HEAD');
    const { done, editor } = await opening('git commit --amend');
    await editor.edit(edit => edit.insert(editor.document.positionAt(0), 'By hand: '));
    await commands.executeCommand('sluice.acceptEdit');
    await question('By hand: ', 'Sluice: run this destructive command?');
    await quickInput.press('Escape');
    await done;
    assert.equal(git(folder(), 'rev-parse', 'HEAD'), before);
  });

  it('is nothing when the editor is cancelled', async () => {
    const before = git(folder(), 'rev-parse', 'HEAD');
    const { done, editor } = await opening('git rebase -i HEAD~2');
    assert.equal(editor.document.languageId, 'git-rebase');
    await editor.edit(edit => edit.insert(editor.document.positionAt(0), '# changed\n'));
    await commands.executeCommand('sluice.cancelEdit');
    await done;
    await eventually('its tab is gone', () =>
      window.tabGroups.all.flatMap(({ tabs }) => tabs).every(({ label }) => !label.startsWith('Commits to rebase')),
    );
    assert.equal(git(folder(), 'rev-parse', 'HEAD'), before);
  });
});
