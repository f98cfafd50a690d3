import { strict as assert } from 'node:assert';
import { afterEach, before, describe, it } from 'mocha';
import { ConfigurationTarget, commands, lm, workspace } from 'vscode';
import { approveEverything, invoke } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');

/** The editor names the tools of a server after it. */
const tool = (name: string) => lm.tools.find(each => /^mcp_/i.test(each.name) && each.name.endsWith(name))?.name;

describe('1.8 the MCP server that is offered to the editor', () => {
  before(async () => {
    await sluice();
    // Not awaited: it resolves when every server of the editor has said something.
    void commands.executeCommand('workbench.mcp.startServer', '*');
    await eventually('it runs and its tools are known', () => {
      if (tool('git_read') === undefined) throw new Error(lm.tools.map(({ name }) => name).join(' '));
      return true;
    });
  });

  afterEach(clearAway);

  it('answers a read', async () => {
    const answer = invoke(tool('git_read') ?? '', { command: 'git log --oneline -1' });
    await approveEverything();
    assert.match(await answer, /Git Result: git log --oneline -1/);
  });

  it('refuses a write to the tool that only reads', async () => {
    assert.match(await invoke(tool('git_read') ?? '', { command: 'git branch by-server' }), /not-a-read/);
  });

  it('has its write asked about in this window, which says that it is another process', async () => {
    const declined = invoke(tool('git_execute') ?? '', { command: 'git branch by-server' });
    await question('git branch by-server');
    await workbench.shown('.quick-input-widget input[placeholder*="from another process"]');
    await quickInput.press('Escape');
    assert.match(await declined, /Error \(declined\): The person declined this command/);
    assert.ok(!branches().includes('by-server'));
    const approved = invoke(tool('git_execute') ?? '', { command: 'git branch by-server' });
    await question('git branch by-server');
    await quickInput.choose('Run');
    assert.match(await approved, /Ran: git branch by-server/);
    assert.ok(branches().includes('by-server'));
  });

  it('is gone with its setting', async () => {
    await workspace.getConfiguration('sluice').update('mcp.provide', false, ConfigurationTarget.Global);
    await eventually('its tools are gone', () => tool('git_read') === undefined);
    await workspace.getConfiguration('sluice').update('mcp.provide', undefined, ConfigurationTarget.Global);
  });
});
