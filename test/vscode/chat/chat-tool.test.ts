import { describe, expect, it, vi } from 'vitest';
import { createChatTool } from '../../../src/vscode/chat/chat-tool.ts';
import { cancelling, chatWith } from './support.ts';

const { token } = cancelling();
const textOf = (result: unknown) =>
  (result as { content: { value: string }[] }).content.map(({ value }) => value).join('');

describe('8.5 before a call', () => {
  it('says in a line what will happen, with nothing in it that is a link, and asks nothing', async () => {
    const { options } = await chatWith();
    const prepare = createChatTool('git_execute', options).prepareInvocation;
    expect(await prepare({ input: { command: 'git push [x](command:evil)' } }, token)).toEqual({
      invocationMessage: { value: '‹Run git push [x](command:evil)›', isTrusted: undefined },
    });
    expect(await prepare({ input: { nothing: 1 } }, token)).toMatchObject({
      invocationMessage: { value: '‹Call git_execute›' },
    });
    const long = await prepare({ input: { command: `git log ${'x'.repeat(500)}` } }, token);
    expect(long).toMatchObject({ invocationMessage: { value: expect.stringMatching(/^‹Run git log x{187}…›$/) } });
  });

  it('has the chat ask too where the person wants both, of what may change something, with all of the command', async () => {
    const { options } = await chatWith();
    const both = { ...options, confirms: () => true };
    const command = `git log ${'x'.repeat(500)}`;
    expect(await createChatTool('git_execute', both).prepareInvocation({ input: { command } }, token)).toMatchObject({
      confirmationMessages: { title: 'Sluice: Run git', message: { value: `‹Run ${command}›` } },
    });
    const read = await createChatTool('git_status_view', both).prepareInvocation({ input: {} }, token);
    expect(read).not.toHaveProperty('confirmationMessages');
  });

  it('takes no longer than 50 ms, whatever is loaded meanwhile', async () => {
    vi.useFakeTimers();
    const { prepareInvocation } = createChatTool('git_execute', {
      tools: () => new Promise(() => {}),
      repository: async () => undefined,
      confirms: () => false,
      finished: () => {},
    });
    const prepared = prepareInvocation({ input: { command: 'git log' } }, token);
    await vi.advanceTimersByTimeAsync(50);
    expect(await prepared).toMatchObject({ invocationMessage: { value: '‹Call git_execute›' } });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe('a call', () => {
  it('passes the gate whoever makes it, with a token of a chat or without', async () => {
    const { options, asked } = await chatWith({ ui: { decide: async () => ({ kind: 'declined' }) } });
    const { invoke } = createChatTool('git_execute', options);
    for (const toolInvocationToken of [undefined, 'token' as never]) {
      const result = await invoke({ input: { command: 'git branch made' }, toolInvocationToken }, token);
      expect(textOf(result)).toMatch(/^Error \(declined\): The person declined this command/);
    }
    expect(asked).toHaveLength(2);
  });

  it('is ended by its token', async () => {
    const { options } = await chatWith({
      ui: {
        decide: (_, signal) =>
          new Promise(resolve => signal?.addEventListener('abort', () => resolve({ kind: 'declined' }))),
      },
    });
    const { token: own, cancel } = cancelling();
    const input = { command: 'git branch made' };
    const result = createChatTool('git_execute', options).invoke({ input, toolInvocationToken: undefined }, own);
    setTimeout(cancel, 100);
    expect(textOf(await result)).toMatch(/^Error \(cancelled\)/);
  });

  it('fits into the budget that the caller counts in its own tokens', async () => {
    const { options } = await chatWith();
    const input = { command: 'git help -a' };
    const countTokens = vi.fn(async (text: string) => Math.ceil(text.length / 2));
    const tokenizationOptions = { tokenBudget: 300, countTokens };
    const { invoke } = createChatTool('git_execute', options);
    const text = textOf(await invoke({ input, toolInvocationToken: undefined, tokenizationOptions }, token));
    expect(text.length).toBeLessThanOrEqual(600);
    expect(countTokens).toHaveBeenCalled();
  });
});
