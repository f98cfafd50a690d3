import type { CancellationToken, ChatRequest, ChatResponseStream } from 'vscode';
import { createEmitter } from '../../../src/shared/emitter.ts';
import { type CallTools, createCallTools } from '../../../src/vscode/chat/call-tools.ts';
import { createChatTool, type FinishedCall } from '../../../src/vscode/chat/chat-tool.ts';
import { type Given, makeTools } from '../../core/tools/fixture.ts';
import { lm } from '../vscode-module.ts';

/** A token that a test can cancel. */
export function cancelling() {
  const listeners = new Set<() => void>();
  const token = {
    isCancellationRequested: false,
    onCancellationRequested(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return {
    token: token as CancellationToken,
    cancel() {
      token.isCancellationRequested = true;
      for (const listener of listeners) listener();
    },
  };
}

/** An answer in a chat: what was shown in it. */
export function recordedStream() {
  const shown: string[] = [];
  const take = (part: string | { readonly value: string }) => {
    shown.push(typeof part === 'string' ? part : part.value);
  };
  return { shown, stream: { markdown: take, progress: take } as unknown as ChatResponseStream };
}

/** A real core whose tools the editor knows, as `registered` names them; it also knows a terminal. */
export async function chatWith(given?: Given, registered = ['git_execute', 'git_undo', 'git_status_view']) {
  const fixture = await makeTools(given);
  const { core, repository } = fixture;
  const finished = createEmitter<FinishedCall>(error => {
    throw error;
  });
  const options = {
    tools: core.tools,
    repository: async () => repository,
    confirms: () => false,
    finished: finished.emit,
  };
  lm.tools = [...registered, 'run_in_terminal'].map(name => ({ name }));
  lm.invoked = [];
  lm.answer = async (name, input) => {
    if (!registered.includes(name)) throw new Error('A tool of somebody else was called.');
    const { token } = cancelling();
    return (await createChatTool(name, options).invoke({ input, toolInvocationToken: undefined }, token)) as never;
  };
  const participant = { core, registered, repository: async () => repository, finished };
  const callTools = (stream = recordedStream().stream, token = cancelling().token): CallTools =>
    createCallTools(participant, { toolInvocationToken: 'token' as never } as ChatRequest, stream, token);
  return { ...fixture, options, participant, callTools };
}
