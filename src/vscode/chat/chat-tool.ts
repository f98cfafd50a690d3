import {
  LanguageModelTextPart,
  type LanguageModelTool,
  LanguageModelToolResult,
  MarkdownString,
  type PreparedToolInvocation,
} from 'vscode';
import type { Tools } from '../../core/tools/registry.ts';
import type { ToolResult } from '../../core/tools/tool-result.ts';
import { withSignal } from './signal.ts';
import { CHAT_TEXT } from './text.ts';
import { withinTokens } from './token-budget.ts';

/** A call of a tool that is over. */
export interface FinishedCall {
  readonly name: string;
  readonly input: unknown;
  readonly result: ToolResult;
}

export interface ChatToolOptions {
  readonly tools: () => Promise<Tools>;
  /** Where a call runs that names no repository. */
  readonly repository: () => Promise<string | undefined>;
  /** Whether the chat asks too, besides the gate. */
  readonly confirms: () => boolean;
  readonly finished: (call: FinishedCall) => void;
}

/** The chat shows a call at once, and says that an extension hangs which takes its time for that. */
const PREPARE_MS = 50;
const ABOUT_LENGTH = 200;

/**
 * A tool as chats call it. The chat's own confirmation is no gate: a person can allow a tool for good, and agents answer it
 * themselves. The gate is behind the call, where every command of every door passes it.
 */
export function createChatTool(name: string, options: ChatToolOptions): Required<LanguageModelTool<unknown>> {
  const { tools, repository, confirms, finished } = options;
  const about = async (input: unknown) => {
    const list = await tools();
    const record = list.list('chat').find(each => each.name === name);
    return { line: list.about(name, input), title: record?.title, readOnly: record?.effects.readOnly === true };
  };
  return {
    async prepareInvocation({ input }): Promise<PreparedToolInvocation> {
      const { line, title = name, readOnly = false } = (await withinTime(about(input))) ?? {};
      const text = line ?? CHAT_TEXT.aboutUnknown(name);
      const invocationMessage = plain(text.length > ABOUT_LENGTH ? `${text.slice(0, ABOUT_LENGTH - 1)}…` : text);
      if (readOnly || !confirms()) return { invocationMessage };
      // All of it: who says yes here has read it.
      return { invocationMessage, confirmationMessages: { title: CHAT_TEXT.confirm(title), message: plain(text) } };
    },
    invoke: ({ input, tokenizationOptions }, token) =>
      withSignal(token, async signal => {
        const list = await tools();
        const result = await list.call(name, input, { origin: 'chat', signal, repository: await repository() });
        finished({ name, input, result });
        return new LanguageModelToolResult([
          new LanguageModelTextPart(await withinTokens(result.text, tokenizationOptions)),
        ]);
      }),
  };
}

/** Nothing in it is a link or a picture. */
const plain = (text: string): MarkdownString => new MarkdownString().appendText(text);

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), PREPARE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
