import { describe, expect, it } from 'vitest';
import { type GivenCall, givenTool } from '../../../src/core/tools/given-tool.ts';
import { CancellationError, lm } from '../vscode-module.ts';
import { cancelling, chatWith, recordedStream } from './support.ts';

describe('a call for a request', () => {
  it('of a tool that the editor knows goes by the editor, with the token of the request', async () => {
    const { callTools, asked } = await chatWith();
    const text = await callTools().call('git_execute', { command: 'git branch made' });
    expect(text).toMatch(/^Ran: git branch made/);
    expect(lm.invoked).toEqual([
      { name: 'git_execute', input: { command: 'git branch made' }, toolInvocationToken: 'token' },
    ]);
    expect(asked).toMatchObject([{ text: 'git branch made', origin: 'chat' }]);
  });

  it.each(['run_in_terminal', 'nowhere', 'toString'])(
    '%s is no tool of ours: whatever a model asks for, the editor is not asked to run it',
    async name => {
      const { callTools } = await chatWith();
      expect(await callTools().call(name, { command: 'git push' })).toMatch(/^Error \(unknown-tool\)/);
      expect(lm.invoked).toEqual([]);
    },
  );

  it('nor is one that another extension added to ours under the name of a tool of the editor', async () => {
    const { callTools, core } = await chatWith();
    const call = () => 'ours';
    (await core.tools()).add(
      givenTool({
        ...{ name: 'run_in_terminal', toolset: 'git', title: 'x', summary: 'x', description: 'x' },
        ...{ inputSchema: { type: 'object' }, call },
      }),
    );
    expect(await callTools().call('run_in_terminal', {})).toBe('ours');
    expect(lm.invoked).toEqual([]);
  });

  it('links the panel once, by a link that can do nothing but open it', async () => {
    const { callTools } = await chatWith();
    const { shown, stream } = recordedStream();
    const { call } = callTools(stream);
    await call('git_execute', { command: "git log -1 '--grep=](command:evil)'" });
    await call('git_execute', { command: "git log -1 '--grep=](command:evil)'" });
    const links = shown.filter(text => text.includes('command:sluice.'));
    expect(links).toHaveLength(1);
    expect(links[0]?.replace(/‹[^›]*›/g, '')).toBe(
      `\n\n$(link-external) [](command:sluice.openPanel?${encodeURIComponent('["P8"]')})\n\n`,
    );
  });

  it('that the person did not let the chat make is told to the model, and so is one that fails', async () => {
    const { callTools } = await chatWith();
    lm.answer = () => Promise.reject(new CancellationError());
    expect(await callTools().call('git_execute', {})).toMatch(/^Error \(cancelled\): The person did not/);
    lm.answer = () => Promise.reject(new Error(`no ghp_${'a1B2'.repeat(9)}`));
    const text = await callTools().call('git_execute', {});
    expect(text).toMatch(/^Error \(internal\): The call failed: no /);
    expect(text).not.toContain('a1B2');
  });

  it('ends with the request', async () => {
    let asked = () => {};
    const asking = new Promise<void>(resolve => {
      asked = resolve;
    });
    const { callTools, core } = await chatWith({
      ui: {
        decide: (_, signal) =>
          new Promise(resolve => {
            asked();
            signal?.addEventListener('abort', () => resolve({ kind: 'declined' }));
          }),
      },
    });
    const { token, cancel } = cancelling();
    // By no tool of the editor, which has its own way to end what it calls.
    (await core.tools()).add(
      givenTool({
        ...{ name: 'tag_it', toolset: 'git', title: 'x', summary: 'x', description: 'x' },
        inputSchema: { type: 'object' },
        call: async (_: unknown, { run }: GivenCall) => (await run('git tag v1')).text,
      }),
    );
    const answer = callTools(undefined, token).call('tag_it', {});
    await asking;
    cancel();
    expect(await answer).toMatch(/^Error \(cancelled\)/);
  });
});
