import { strict as assert } from 'node:assert';
import { after, before, describe, it } from 'mocha';
import { ConfigurationTarget, commands, workspace } from 'vscode';
import { eventually } from '../support/eventually.ts';
import { question } from '../support/gate.ts';
import { gitHub } from '../support/github-acts.ts';
import { quickInput } from '../support/quick-input.ts';
import { panelOf, sluice } from '../support/sluice.ts';
import { panelPage, workbench } from '../support/ui.ts';

const toast = (words: string) => `.notification-toast:has-text(${JSON.stringify(words)})`;
const row = (words: string) =>
  `.pane:has(.title:has-text("GitHub")) .monaco-list-row:has-text(${JSON.stringify(words)})`;
/** The section is there once the repository is known, and keeps the focus once the editor has settled. */
const showSection = () =>
  eventually('the GitHub section is shown', async () => {
    await commands.executeCommand('sluice.github.focus');
    return (await workbench.texts('.pane-header .title:has-text("GitHub")')).length > 0;
  });
const clear = () => commands.executeCommand('notifications.clearAll');

const openInput = async (command = 'sluice.runGh') => {
  const done = commands.executeCommand(command);
  await quickInput.title('Run gh command in');
  return { done };
};

const setToken = async (token: string) => {
  const done = commands.executeCommand('sluice.setGitHubToken');
  await quickInput.title('Set the GitHub token');
  await quickInput.type(token);
  await workbench.press('Enter', '.quick-input-widget input.input');
  return { done };
};

const saved = () =>
  (workspace.getConfiguration('sluice').get<{ label: string }[]>('github.savedPanels') ?? []).map(({ label }) => label);

describe('without a token', () => {
  before(async () => {
    await sluice();
    await showSection();
  });
  after(clear);

  it('a gh command opens no panel, and the message offers to set one', async () => {
    const done = commands.executeCommand('sluice.runGh', 'gh pr list');
    await workbench.shown(`${toast('GitHub')} .monaco-button:has-text("Set GitHub Token…")`);
    assert.deepEqual((await sluice()).panels(), []);
    await clear();
    await done;
  });

  it('the GitHub section says so, and its button asks for one', async () => {
    await showSection();
    await workbench.click('.pane .monaco-button:has-text("Set GitHub Token…")');
    await quickInput.title('Set the GitHub token for github.com');
    await workbench.press('Escape', '.quick-input-widget input.input');
    await quickInput.gone();
  });

  it('asked GitHub for nothing', async () => {
    assert.deepEqual(await gitHub('lines'), []);
  });
});

describe('a token', () => {
  it('that GitHub does not know is not kept', async () => {
    await setToken('ghp_NobodyNobodyNobodyNobodyNobodyNobody00');
    await workbench.shown(toast('does not accept'));
    await clear();
  });

  it('is set by a command, and the saved panels are there at once', async () => {
    const { done } = await setToken(process.env.SLUICE_TEST_TOKEN ?? '');
    await workbench.shown(toast('monalisa'));
    await clear();
    await done;
    await showSection();
    await workbench.shown(row('My pull requests and their checks'));
  });
});

describe('Run gh Command…', () => {
  const verdicts = [
    ['gh pr list', 'Read-only'],
    ['pr view 4', 'Read-only'],
    ['gh pr l', 'Not complete yet'],
    ['gh pr list --sta', 'Not complete yet'],
    ['gh pr merge 4', 'Mutating'],
    ['gh repo delete octo/demo', 'Destructive'],
    ['gh auth token', 'Refused'],
    ['gh pr list | sh', 'Not a command'],
    ['git status', 'Read-only'],
    ['', 'Type a gh command'],
  ] as const;

  it('shows the verdict of what is typed before Enter, and runs nothing', async () => {
    await gitHub('new-log');
    const { done } = await openInput();
    for (const [text, verdict] of verdicts) {
      await quickInput.type(text);
      await quickInput.first(verdict);
    }
    await quickInput.press('Escape');
    await done;
    assert.deepEqual(await gitHub('lines'), []);
  });

  it('completes actions with what they do, flags, branches and the repository of the remote', async () => {
    const { done } = await openInput();
    for (const [text, found] of [
      ['gh pr che', 'Show the checks of a pull request'],
      ['gh pr list --sta', '--state'],
      ['gh pr list --head fix', 'fix-crash'],
      ['gh pr list -R oct', 'octo/demo'],
      ['gh pr lst', 'gh pr list'],
    ] as const) {
      await quickInput.type(text);
      await quickInput.row(found);
    }
    await quickInput.press('Escape');
    await done;
  });

  it('opens the panel of a read, with gh left out', async () => {
    const { done } = await openInput();
    await quickInput.type('pr list');
    await quickInput.first('Read-only');
    await quickInput.press('Enter');
    await done;
    await panelOf('gh pr list', ({ text }) => text.includes('Understand quotes'));
    await panelPage('gh pr list').shown('text=Understand quotes');
  });

  it('remembers it before the commands of git, and runs those too', async () => {
    const { done } = await openInput();
    await quickInput.row('gh pr list');
    await quickInput.type('git log --oneline -1');
    await quickInput.first('Read-only');
    await quickInput.press('Enter');
    await done;
    await panelOf('git log --oneline -1', ({ text }) => text.includes('crash'));
  });

  it('asks at the gate before a write, and not running it is the end of it', async () => {
    await gitHub('new-log');
    const { done } = await openInput();
    await quickInput.type('gh issue close 2');
    await quickInput.first('Mutating');
    await quickInput.press('Enter');
    await question('gh issue close 2');
    await quickInput.press('Escape');
    await done;
    assert.equal(await gitHub('writes'), 0);
  });

  it('is edited in the header of its panel', async () => {
    await (await sluice()).execute('gh pr list');
    await commands.executeCommand('sluice.openPanel', (await panelOf('gh pr list')).id);
    const page = panelPage('gh pr list');
    await page.click('vscode-button[aria-label="Edit Command"]');
    await page.fill('.command-input', 'gh pr list --state merged');
    await page.shown('.command-verdict:has-text("Read-only")');
    await page.press('Enter', '.command-input');
    await panelOf('gh pr list --state merged', ({ text }) => text.includes('Add docs'));
  });
});

describe('other extensions', () => {
  it('run a read by the interface, and have a plan of both programs asked about', async () => {
    const { execute, plan } = await sluice();
    assert.equal((await execute('gh issue list')).kind, 'panel');
    await panelOf('gh issue list', ({ text }) => text.includes('Crash on empty input'));
    await gitHub('new-log');
    const answer = plan(['git status', 'gh issue close 2']);
    await quickInput.row('gh issue close 2');
    await quickInput.press('Escape');
    assert.equal((await answer).kind, 'declined');
    assert.equal(await gitHub('writes'), 0);
  });
});

describe('saved panels', () => {
  before(showSection);
  after(async () => {
    await workspace.getConfiguration('sluice').update('github.savedPanels', undefined, ConfigurationTarget.Global);
  });

  it('open by a click, and nothing is asked of GitHub until then', async () => {
    await gitHub('new-log');
    await showSection();
    await workbench.shown(row('Issues assigned to me'));
    assert.deepEqual(
      ((await gitHub('lines')) as string[]).filter(line => line.includes('Issue')),
      [],
    );
    await workbench.click(row('Issues assigned to me'));
    await panelOf('gh issue list --assignee @me', ({ text }) => text.includes('Crash on empty input'));
  });

  it('take the branch that is checked out', async () => {
    await workbench.click(row('Failed runs on this branch'));
    const { panels } = await sluice();
    const found = () => panels().find(({ command }) => command.startsWith('gh run list --branch fix-crash'));
    await panelOf(
      found()?.command ??
        'gh run list --branch fix-crash --json databaseId,displayTitle,workflowName,conclusion,createdAt --jq \'map(select(.conclusion == "failure"))\'',
      ({ text }) => text.includes('failure'),
    );
  });

  it('take a command that reads, and no other', async () => {
    const done = commands.executeCommand('sluice.addSavedPanel');
    await quickInput.title('Command of the saved panel');
    await quickInput.type('gh pr merge 4');
    await quickInput.first('Mutating');
    await quickInput.press('Enter');
    await workbench.shown(toast('takes only commands that read'));
    await quickInput.type('gh release list');
    await quickInput.first('Read-only');
    await quickInput.press('Enter');
    await quickInput.title('Name of the saved panel');
    await quickInput.type('Releases');
    await workbench.press('Enter', '.quick-input-widget input.input');
    await done;
    await clear();
    await workbench.shown(row('Releases'));
    await workbench.click(row('Releases'));
    await panelOf('gh release list', ({ text }) => text.includes('v0.9.0'));
  });

  it('run nothing that is no read, whoever wrote it down or asks for it', async () => {
    await gitHub('new-log');
    const merge = { label: 'Waiting for my review', command: 'gh pr merge 4 --squash' };
    await commands.executeCommand('sluice.openSavedPanel', { ...merge, at: 0 });
    const section = workspace.getConfiguration('sluice');
    const before = section.get<unknown[]>('github.savedPanels') ?? [];
    await section.update('github.savedPanels', [...before, merge], ConfigurationTarget.Global);
    await workbench.click(row('gh pr merge 4'));
    await workbench.shown(toast('takes only commands that read'));
    await section.update('github.savedPanels', before, ConfigurationTarget.Global);
    await clear();
    assert.equal(await gitHub('writes'), 0);
  });

  it('are moved, renamed and removed', async () => {
    const labels = saved();
    assert.equal(labels.at(-1), 'Releases');
    const node = { at: labels.length - 1, label: 'Releases', command: 'gh release list' };
    await commands.executeCommand('sluice.moveSavedPanelUp', node);
    assert.equal(saved().at(-2), 'Releases');
    const moved = { ...node, at: node.at - 1 };
    const done = commands.executeCommand('sluice.renameSavedPanel', moved);
    await quickInput.title('Name of the saved panel');
    await quickInput.type('Published');
    await workbench.press('Enter', '.quick-input-widget input.input');
    await done;
    await workbench.shown(row('Published'));
    await commands.executeCommand('sluice.removeSavedPanel', { ...moved, label: 'Published' });
    await workbench.gone(row('Published'));
    assert.equal(saved().length, labels.length - 1);
  });
});

describe('a token that is revoked', () => {
  it('is said to be, by the panel, the status bar and the section, and what was shown stays', async () => {
    await (await sluice()).execute('gh pr list');
    const { id } = await panelOf('gh pr list', ({ text }) => text.includes('Understand quotes'));
    await commands.executeCommand('sluice.openPanel', id);
    await gitHub('revoke');
    await commands.executeCommand('sluice.refreshPanel', id);
    await panelOf('gh pr list', ({ state, text }) => state === 'failed' && text.includes('Understand quotes'));
    await panelPage('gh pr list').shown('text=does not accept');
    await workbench.shown('.statusbar-item:has-text("GitHub token")');
    await showSection();
    await workbench.shown('.pane .monaco-button:has-text("Set GitHub Token…")');
  });
});

describe('the local GitHub', () => {
  it('was asked for nothing that it does not have', async () => {
    assert.deepEqual(await gitHub('missing'), []);
  });
});
