import { strict as assert } from 'node:assert';
import { afterEach, before, describe, it } from 'mocha';
import { ConfigurationTarget, lm, TabInputWebview, window, workspace } from 'vscode';
import { approveEverything, chatAnswer, followUp, invoke, say, warnsOfApproval } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { answerBy, sentText } from '../support/model.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const webviewTabs = () =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputWebview);

before(async () => {
  await sluice();
  await eventually('there is a model', async () => (await lm.selectChatModels({})).length > 0);
});

afterEach(async () => {
  answerBy(undefined);
  await clearAway();
});

// The settings of this launch have the editor approve every call of every tool by itself, in every chat.
describe('8.5 a write asks at the gate, whatever the editor approves by itself', () => {
  it('also what the chat was to ask about besides: the editor says yes to that by itself, and the gate waits', async () => {
    const settings = workspace.getConfiguration('sluice');
    await settings.update('chat.confirmTools', true, ConfigurationTarget.Global);
    await say('@sluice /git branch approved');
    await eventually('the gate asks', async () => {
      if (await warnsOfApproval()) await approveEverything();
      return (await quickInput.rows()).some(row => row.includes('git branch approved'));
    });
    await question('git branch approved');
    await quickInput.press('Escape');
    await chatAnswer.has('Error (declined): The person declined this command. It was not run.');
    // Outside of a chat the editor asks the person in any case; a yes there is none at the gate.
    const answer = invoke('git_execute', { command: 'git branch approved' });
    await workbench.click('.monaco-dialog-box .monaco-button:has-text("Yes")');
    await question('git branch approved');
    await quickInput.press('Escape');
    assert.match(await answer, /^Error \(declined\)/);
    assert.ok(!branches().includes('approved'));
    await settings.update('chat.confirmTools', undefined, ConfigurationTarget.Global);
  });

  it('by the participant, with the token of its chat: Escape declines, and the chat says so', async () => {
    await say('@sluice /git branch by-participant');
    await question('git branch by-participant');
    await quickInput.press('Escape');
    await chatAnswer.has('Error (declined): The person declined this command. It was not run.');
    assert.ok(!branches().includes('by-participant'));
  });

  it('by another extension, which calls the tool without a chat', async () => {
    const answer = invoke('git_execute', { command: 'git branch by-extension' });
    await question('git branch by-extension');
    assert.ok(!branches().includes('by-extension'));
    await quickInput.press('Escape');
    assert.match(await answer, /^Error \(declined\): The person declined this command\. It was not run\./);
    assert.ok(!branches().includes('by-extension'));
  });

  it('a yes runs it, and the answer says how to take it back', async () => {
    const answer = invoke('git_execute', { command: 'git branch made' });
    await question('git branch made');
    await quickInput.choose('Run');
    const text = await answer;
    assert.match(text, /^Ran: git branch made/);
    assert.ok(branches().includes('made'));
    const undone = invoke('git_undo', {});
    await question('git branch made', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    assert.match(await undone, /branch made is removed/);
    assert.ok(!branches().includes('made'));
  });

  it('a plan, and a destructive command with its second step', async () => {
    const plan = invoke('git_plan', { commands: ['git branch one', 'git branch two'] });
    await quickInput.title('Sluice: run this plan of 2 commands?');
    await quickInput.press('Escape');
    assert.match(await plan, /^Error \(declined\): The person declined this plan/);
    const reset = invoke('git_execute', { command: 'git reset --hard' });
    await question('git reset --hard');
    await quickInput.row('Destructive: ');
    await quickInput.press('Escape');
    assert.match(await reset, /^Error \(declined\)/);
    assert.ok(!branches().includes('one'));
  });
});

describe('1.7 @sluice', () => {
  it('has a model use the tools, which reads that the person declined', async () => {
    const sent: string[] = [];
    answerBy((messages, tools) => {
      sent.push(sentText(messages));
      assert.ok(tools.some(({ name }) => name === 'git_execute'));
      return sent.length === 1
        ? [{ text: 'I make a branch. ' }, { call: 'git_execute', input: { command: 'git branch by-model' } }]
        : [{ text: 'Then I leave it.' }];
    });
    await say('@sluice make a branch');
    await question('git branch by-model');
    await quickInput.press('Escape');
    await chatAnswer.has('Then I leave it.');
    assert.match(sent[1] ?? '', /Error \(declined\): The person declined this command/);
    assert.ok(!branches().includes('by-model'));
  });

  it('gives a model no way to the tools of others, such as the editor’s terminal', async () => {
    assert.ok(
      lm.tools.some(({ name }) => name === 'run_in_terminal'),
      'the editor has a terminal for agents',
    );
    const sent: string[] = [];
    answerBy((messages, tools) => {
      sent.push(sentText(messages));
      assert.ok(!tools.some(({ name }) => name === 'run_in_terminal'));
      const input = { command: 'git branch by-terminal', explanation: 'x', goal: 'x', isBackground: false, timeout: 0 };
      return sent.length === 1 ? [{ call: 'run_in_terminal', input }] : [{ text: 'There is none.' }];
    });
    await say('@sluice use the terminal');
    await chatAnswer.has('There is none.');
    assert.match(sent[1] ?? '', /Error \(unknown-tool\)/);
    assert.ok(!branches().includes('by-terminal'));
  });

  it('shows what was typed, links its panel and offers what comes next', async () => {
    await say('@sluice git log --oneline -3');
    await chatAnswer.has('Open P');
    await chatAnswer.has('Git Result: git log --oneline -3');
    assert.deepEqual(webviewTabs(), []);
    await chatAnswer.click('a:has-text("Open P")');
    await eventually('its tab is open', () => webviewTabs().length === 1);
    await followUp('Show the status');
    await chatAnswer.has('Branch: main');
  });

  it('drafts the message of a commit, which then waits at the gate', async () => {
    answerBy(messages =>
      sentText(messages).includes('the staged changes below') ? [{ text: 'Print listings\n\nAs asked.' }] : [],
    );
    await say('@sluice /commit');
    await question("git commit -m 'Print listings' -m 'As asked.'");
    await quickInput.press('Escape');
    await chatAnswer.has('The person declined this command.');
  });
});

describe('1.6 the tools', () => {
  it('fifty reads open no tab', async () => {
    for (let at = 0; at < 50; at += 1)
      assert.match(await invoke('git_execute', { command: `git log -1 --skip=${at}` }), /^Panel created: P\d+/);
    assert.deepEqual(webviewTabs(), []);
    assert.ok((await sluice()).panels().length >= 40);
  });

  it('a tool of another extension is the model’s too, and its write waits', async () => {
    const { registerTool } = await sluice();
    const tool = await registerTool({
      ...{ name: 'tag_release', toolset: 'git', title: 'Tag a release', summary: 'Tags.', description: 'Tags HEAD.' },
      inputSchema: { type: 'object' },
      call: async (_input, { run }) => (await run('git tag v9')).text,
    });
    const sent: string[] = [];
    answerBy((messages, tools) => {
      sent.push(sentText(messages));
      if (sent.length > 1) return [{ text: 'Not tagged.' }];
      assert.ok(tools.some(({ name }) => name === 'tag_release'));
      return [{ call: 'tag_release', input: {} }];
    });
    await say('@sluice tag it');
    await question('git tag v9');
    await quickInput.press('Escape');
    await chatAnswer.has('Not tagged.');
    assert.match(sent[1] ?? '', /Error \(declined\)/);
    await assert.rejects(
      registerTool({
        ...{ name: 'git_execute', toolset: 'git', title: 'x', summary: 'x', description: 'x' },
        inputSchema: { type: 'object' },
        call: () => '',
      }),
      /Tool "git_execute" already registered/,
    );
    tool.dispose();
    assert.ok(!git(folder(), 'tag').includes('v9'));
    await workbench.gone('.quick-input-widget');
  });
});
