import { strict as assert } from 'node:assert';
import { afterEach, before, describe, it } from 'mocha';
import { ConfigurationTarget, commands, TabInputTextDiff, window, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { clearAway, question, waiting } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { BARE, bare, fingerprint, push, row, showStaged, stage, stagedView } from '../support/sandbox.ts';
import { folder, sluice } from '../support/sluice.ts';
import { picture, workbench } from '../support/ui.ts';

const TITLE = 'Sluice: let this commit leave the sandbox?';
/** For people to look at; the last is the one the rest is seen in. */
const THEMES = [
  ['dark', 'Default Dark Modern'],
  ['contrast', 'Default High Contrast'],
  ['light', 'Default Light Modern'],
] as const;
const remoteHead = () => git(bare(), 'rev-parse', 'main').trim();
const HIDE = '.quick-input-titlebar .action-label[aria-label*="Answer later"]';

before(async () => {
  await sluice();
});
afterEach(clearAway);

/** Opens the diff of a staged file from the view and writes a comment on a line of it, as a person does. */
async function comment(file: string, line: number, text: string): Promise<void> {
  await showStaged();
  await stagedView.click(row(file));
  await eventually('the diff is in front', () => {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof TabInputTextDiff && input.modified.path.endsWith(file);
  });
  await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  await eventually('it has the focus', () => window.activeTextEditor?.document.uri.path.endsWith(file));
  await commands.executeCommand('cursorMove', { to: 'down', by: 'line', value: line - 1 });
  await commands.executeCommand('workbench.action.addComment');
  await workbench.shown('.review-widget .monaco-editor');
  await commands.executeCommand('type', { text });
  await workbench.click('.review-widget .monaco-button:has-text("Add Comment")');
  await workbench.shown('.review-widget:has-text("Sent to the agent when you reject")');
}

describe('the view of staged commits', () => {
  it('says what to do while there is none', async () => {
    await showStaged();
    await stagedView.shown(':text("wait here for your review")');
    await stagedView.shown('.monaco-button:has-text("Copy Folder into Sandbox")');
    await picture('empty');
  });
});

describe('10.5 what an agent delivers', () => {
  let outside = '';
  let first = '';
  before(async () => {
    outside = fingerprint();
    await invoke('sandbox_pull', { source: BARE });
    first = await stage('Turn the other way', {
      'src/engine.ts': 'export const turn = (times: number) => times * -1;\n',
      'docs/turning.md': '# Turning\n\nThe engine turns both ways.\n',
    });
  });

  it('is seen as soon as it is staged, with its files and what becomes of them', async () => {
    await stagedView.shown(row('Turn the other way'));
    await stagedView.shown(row('turning.md'));
    const rows = await stagedView.texts('.monaco-list-row');
    assert.match(rows.join('\n'), new RegExp(`${first} · 2 files`));
    assert.match(rows.join('\n'), /turning\.md.*docs · new · 39 B/s);
    assert.match(rows.join('\n'), /engine\.ts.*src · changed · /s);
    await workbench.shown('.activitybar .action-item:has-text("1")');
  });

  it('is shown in the editor’s own diff, which nobody can write to', async () => {
    await stagedView.click(row('engine.ts'));
    await workbench.shown('.monaco-diff-editor');
    const tab = window.tabGroups.activeTabGroup.activeTab;
    assert.equal(tab?.label, `engine.ts (staged ${first})`);
    const input = tab?.input;
    assert.ok(input instanceof TabInputTextDiff);
    for (const side of [input.original, input.modified]) {
      assert.equal(side.scheme, 'sluice-staged');
      await assert.rejects(Promise.resolve(workspace.fs.writeFile(side, Buffer.from('x'))));
    }
  });

  it('is rejected with a comment on a line, which its agent reads', async () => {
    const answer = push(first);
    await question('Turn the other way', TITLE);
    await quickInput.active('Reject');
    await picture('question');
    await quickInput.choose('Diff');
    await workbench.shown('.multiDiffEntry:has-text("engine.ts")');
    await workbench.shown('.multiDiffEntry:has-text("turning.md")');
    await question('Turn the other way', TITLE);
    await workbench.click(HIDE);
    await quickInput.gone();
    await picture('multi-diff');

    await comment('turning.md', 3, 'Say which way is the other.');
    await picture('comment');

    assert.equal(fingerprint(), outside);
    await waiting('waiting');
    await commands.executeCommand('sluice.showWaiting');
    await question('Turn the other way', TITLE);
    await quickInput.choose('Reject with a reason');
    await quickInput.title('Why not?');
    await quickInput.type('Not yet.');
    await workbench.press('Enter');
    const text = await answer;
    assert.match(
      text,
      /Error \(declined\): The person rejected this push\. Nothing left the sandbox\. Their reason: Not yet\.\n/,
    );
    assert.match(text, /\/workspace\/docs\/turning\.md, line 3: Say which way is the other\./);
    assert.equal(fingerprint(), outside);
    await stagedView.shown(row('rejected'));
    assert.match(await invoke('sandbox_status', {}), /Rejected by the person:\n\s+Not yet\./);
    for (const [name, theme] of THEMES) {
      await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
      await picture(`rejected-${name}`);
    }
  });

  it('leaves the sandbox when it is approved, as it was shown, and not before', async () => {
    await invoke('sandbox_discard', { commitId: first });
    const second = await stage('Turn the other way', {
      'docs/turning.md': '# Turning\n\nThe engine turns clockwise, and back.\n',
      'src/engine.ts': 'export const turn = (times: number) => -times;\n',
    });
    const head = remoteHead();
    const answer = push(second);
    await question('Turn the other way', TITLE);
    await showStaged();
    assert.equal(fingerprint(), outside);
    await quickInput.choose('Approve');
    assert.match(await answer, /^Pushed to main: commit [0-9a-f]{40}\./);
    assert.equal(git(bare(), 'rev-parse', 'main~1').trim(), head);
    assert.deepEqual(git(bare(), 'diff-tree', '--name-status', '-r', 'main~1', 'main').trim().split('\n'), [
      'A\tdocs/turning.md',
      'M\tsrc/engine.ts',
    ]);
    assert.equal(git(bare(), 'show', 'main:docs/turning.md'), '# Turning\n\nThe engine turns clockwise, and back.\n');
    assert.equal(git(folder(), 'status', '--porcelain', 'docs').trim(), '');
    await stagedView.gone(row('Turn the other way'));
  });

  it('is asked about again when the remote has moved on while the person looked', async () => {
    const id = await stage('Describe the dial', { 'docs/dial.md': '# Dial\n' });
    const answer = push(id);
    await question('Describe the dial', TITLE);
    const tree = git(bare(), 'rev-parse', 'main^{tree}').trim();
    const other = git(bare(), 'commit-tree', '-p', 'main', '-m', 'By somebody else', tree).trim();
    git(bare(), 'update-ref', 'refs/heads/main', other);
    await quickInput.choose('Approve');
    assert.match(await answer, /Not pushed \(non-fast-forward\): Target has new commits since your base/);
    assert.equal(remoteHead(), other);
    await invoke('sandbox_discard', { commitId: id });
  });

  it('is pushed by the person from the view, to a new branch by its template', async () => {
    await stage('Describe the dial', { 'docs/dial.md': '# The dial\n' });
    await workspace.getConfiguration('sluice').update('sandbox.branchTemplate', 'by-agents/{timestamp}');
    await commands.executeCommand('sluice.pushStaged');
    await quickInput.title('Push staged commit');
    await quickInput.row('named by-agents/{timestamp}');
    await picture('targets');
    await quickInput.choose('New branch');
    await question('Describe the dial', TITLE);
    await quickInput.choose('Approve');
    await eventually('the branch is there', () =>
      /^by-agents\/\d{8}-\d{6}$/m.test(git(folder(), 'branch', '--format=%(refname:short)')),
    );
    await stagedView.gone(row('Describe the dial'));
  });
});

describe('for the next window', () => {
  it('something is staged, commented and open', async () => {
    await stage('Name the dials', { 'docs/dials.md': 'one\ntwo\nthree\n' });
    await stagedView.shown(row('Name the dials'));
    await comment('dials.md', 1, 'Only three?');
  });
});
