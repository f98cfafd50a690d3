import { strict as assert } from 'node:assert';
import { afterEach, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { clearAway, question, typeInQuestion } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const outcomes = (done: object) =>
  'steps' in done && Array.isArray(done.steps) ? done.steps.map(({ text, outcome }) => `${text}: ${outcome}`) : done;

/** Sends a plan and waits until it is shown; what comes of it is still open then. */
async function planning(...commands: readonly string[]) {
  const { plan } = await sluice();
  const done = plan(commands);
  await question(commands[0] ?? '', 'Sluice: run this plan');
  return { done };
}

describe('several commands in an editor', () => {
  afterEach(clearAway);

  it('are run as one plan, with their verdicts beside them', async () => {
    await commands.executeCommand('sluice.runSeveral');
    const editor = window.activeTextEditor;
    assert.ok(editor !== undefined && editor.document.languageId === 'sluice-commands');
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    await editor.edit(edit => edit.insert(end, 'branch typed-one\n# a comment\n\ngit branch -D typed-one'));
    await workbench.shown('text=Run 2 commands in');
    await workbench.shown('text=Destructive');
    const done = commands.executeCommand('sluice.runPlan');
    await question('git branch typed-one', 'Sluice: run this plan of 2 commands?');
    await quickInput.press('Escape');
    await done;
    assert.ok(!branches().includes('typed-one'));
    // A line that is no command is named, and nothing runs.
    const last = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    await editor.edit(edit => edit.insert(last, '\ngit log | sh'));
    await commands.executeCommand('sluice.runPlan');
    await workbench.shown('text=Line 8: Shell operators are not allowed');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('a plan', () => {
  afterEach(clearAway);

  it('is shown whole and runs in order', async () => {
    const { done } = await planning('git status --short', 'git branch planned', 'git branch -D planned');
    const rows = (await quickInput.rows()).join('\n');
    for (const words of [
      'Read-only',
      'Local',
      'Destructive: needs its own confirmation',
      '1 destructive step needs its own confirmation',
    ])
      assert.ok(rows.includes(words), rows);
    await quickInput.active('Cancel');
    await quickInput.choose('Run all');
    await question('git branch -D planned', 'Sluice: run this destructive command?');
    assert.ok(branches().includes('planned'));
    await quickInput.row('Step 3 of 3 of a plan you approved.');
    await quickInput.choose('Run…');
    await quickInput.choose('Yes, run it');
    assert.deepEqual(outcomes(await done), [
      'git status --short: done',
      'git branch planned: done',
      'git branch -D planned: done',
    ]);
    assert.ok(!branches().includes('planned'));
  });

  it('runs without the steps that were removed, by buttons', async () => {
    const { done } = await planning('git branch kept-step', 'git branch struck-step');
    // The buttons of a row are there when it is pointed at, or has the focus.
    await quickInput.type('struck-step');
    await quickInput.active('struck-step');
    await workbench.click(
      '.quick-input-widget .monaco-list-row:has-text("struck-step") [aria-label="Remove this step"]',
    );
    await question('Changed: look at the steps again.', 'Sluice: run this plan of 1 command?');
    await quickInput.choose('Run all');
    assert.deepEqual(outcomes(await done), ['git branch kept-step: done']);
    assert.ok(!branches().includes('struck-step'));
  });

  it('is changed by the keyboard alone', async () => {
    const { done } = await planning('git branch first-key', 'git branch second-key', 'git branch third-key');
    await typeInQuestion('second-key');
    await quickInput.active('second-key');
    await quickInput.press('Enter');
    await quickInput.active('Back');
    await typeInQuestion('remove');
    await quickInput.active('Remove step');
    await quickInput.press('Enter');
    await question('Changed', 'Sluice: run this plan of 2 commands?');
    await typeInQuestion('third-key');
    await quickInput.active('third-key');
    await quickInput.press('Enter');
    await quickInput.active('Back');
    await typeInQuestion('edit');
    await quickInput.active('Edit');
    await quickInput.press('Enter');
    await quickInput.title('Edit step 2');
    await quickInput.type('git branch edited-key');
    await quickInput.press('Enter');
    await question('edited-key', 'Sluice: run this plan of 2 commands?');
    // Where the focus is depends on how soon it is known what the plan changes.
    await typeInQuestion('run all');
    await quickInput.active('Run all');
    await quickInput.press('Enter');
    assert.deepEqual(outcomes(await done), ['git branch first-key: done', 'git branch edited-key: done']);
    assert.deepEqual(
      branches().filter(name => name.endsWith('-key')),
      ['edited-key', 'first-key'],
    );
  });

  it('stops at the first failure', async () => {
    const { done } = await planning('git branch before-failure', 'git branch main', 'git branch after-failure');
    await quickInput.choose('Run all');
    assert.deepEqual(outcomes(await done), [
      'git branch before-failure: done',
      'git branch main: failed',
      'git branch after-failure: not-reached',
    ]);
    assert.ok(!branches().includes('after-failure'));
  });

  it('is declined with a reason, or by Escape', async () => {
    const { done } = await planning('git branch reasoned-away');
    await quickInput.choose('Cancel with a reason');
    await quickInput.title('Why not?');
    await quickInput.type('too early');
    await quickInput.press('Enter');
    assert.deepEqual(await done, {
      kind: 'declined',
      message: 'The person declined this plan. It was not run. Their reason: too early',
    });
    const again = await planning('git branch reasoned-away');
    await quickInput.press('Escape');
    assert.equal((await again.done).kind, 'declined');
  });
});
