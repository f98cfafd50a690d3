import { describe, expect, it } from 'vitest';
import type { LanguageModelChat } from 'vscode';
import { runModelLoop } from '../../../src/vscode/chat/model-loop.ts';
import { LanguageModelTextPart, LanguageModelToolCallPart, lm } from '../vscode-module.ts';
import { cancelling, chatWith, recordedStream } from './support.ts';

type Part = LanguageModelTextPart | LanguageModelToolCallPart;

/** A model that answers by a script, and keeps what it was sent. */
function scripted(answer: (round: number) => readonly Part[]) {
  const sent: { messages: unknown; tools: { name: string }[] }[] = [];
  const model = {
    maxInputTokens: 34_000,
    countTokens: async (text: string) => Math.ceil(text.length / 4),
    async sendRequest(messages: unknown[], { tools }: { tools: { name: string }[] }) {
      sent.push({ messages: structuredClone(JSON.parse(JSON.stringify(messages))), tools });
      const parts = answer(sent.length - 1);
      return {
        stream: (async function* () {
          yield* parts;
        })(),
      };
    },
  };
  return { sent, model: model as unknown as LanguageModelChat };
}

const call = (name: string, input: object, id = '1') => new LanguageModelToolCallPart(id, name, input);

async function run(answer: (round: number) => readonly Part[], chat?: Awaited<ReturnType<typeof chatWith>>) {
  const { callTools } = chat ?? (await chatWith());
  const { shown, stream } = recordedStream();
  const { model, sent } = scripted(answer);
  const { token } = cancelling();
  await runModelLoop({ model, prompt: 'Do it.', history: [], tools: callTools(stream, token), stream, token });
  return { shown, sent };
}

describe('a model that answers by the tools', () => {
  it('is given what is switched on, and reads what came of its calls', async () => {
    const { sent, shown } = await run(round =>
      round === 0
        ? [call('git_execute', { command: 'git log --format=%s' })]
        : [new LanguageModelTextPart('One commit.')],
    );
    expect(sent[0]?.tools.map(({ name }) => name)).toContain('git_execute');
    expect(JSON.stringify(sent[1]?.messages)).toContain('Panel created: P8');
    expect(shown).toContain('One commit.');
  });

  it('reads that the person declined', async () => {
    const chat = await chatWith({ ui: { decide: async () => ({ kind: 'declined', reason: 'Not now.' }) } });
    const { sent } = await run(
      round => (round === 0 ? [call('git_execute', { command: 'git branch made' })] : []),
      chat,
    );
    expect(JSON.stringify(sent[1]?.messages)).toContain('Error (declined): The person declined this command.');
  });

  it('gets at no tool of anybody else, whatever it was told by what it read', async () => {
    const { sent } = await run(round => (round === 0 ? [call('run_in_terminal', { command: 'git push' })] : []));
    expect(JSON.stringify(sent[1]?.messages)).toContain('Error (unknown-tool)');
    expect(lm.invoked).toEqual([]);
  });

  it('comes to an end that never would', async () => {
    const { sent, shown } = await run(() => [call('git_execute', { command: 'git log -1' })]);
    expect(sent).toHaveLength(15);
    expect(shown.at(-1)).toContain('this took too many steps');
  });

  it('makes so many calls and no more, also in one round', async () => {
    const { sent } = await run(round =>
      round === 0 ? Array.from({ length: 40 }, (_, at) => call('git_status_view', {}, String(at))) : [],
    );
    expect(lm.invoked).toHaveLength(30);
    expect(JSON.stringify(sent[1]?.messages).match(/too-many-calls/g)).toHaveLength(10);
  });
});
