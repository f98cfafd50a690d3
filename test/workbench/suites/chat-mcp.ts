import { strict as assert } from 'node:assert';
import { before, describe, it } from 'mocha';
import { ConfigurationTarget, commands, lm, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { sluice } from '../support/sluice.ts';

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

  it('answers a read', async () => {
    const text = await invoke(tool('git_read') ?? '', { command: 'git log --oneline -1' });
    assert.match(text, /Git Result: git log --oneline -1/);
  });

  it('refuses a write to the tool that only reads', async () => {
    assert.match(await invoke(tool('git_read') ?? '', { command: 'git branch by-server' }), /not-a-read/);
  });

  it('is gone with its setting', async () => {
    await workspace.getConfiguration('sluice').update('mcp.provide', false, ConfigurationTarget.Global);
    await eventually('its tools are gone', () => tool('git_read') === undefined);
    await workspace.getConfiguration('sluice').update('mcp.provide', undefined, ConfigurationTarget.Global);
  });
});
