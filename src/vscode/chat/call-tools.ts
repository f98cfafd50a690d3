import { isDeepStrictEqual } from 'node:util';
import {
  CancellationError,
  type CancellationToken,
  type ChatRequest,
  type ChatResponseStream,
  LanguageModelTextPart,
  type LanguageModelToolTokenizationOptions,
  lm,
  MarkdownString,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import type { Tool } from '../../core/tools/tool.ts';
import type { ToolResult } from '../../core/tools/tool-result.ts';
import type { Emitter } from '../../shared/emitter.ts';
import type { FinishedCall } from './chat-tool.ts';
import { withSignal } from './signal.ts';
import { CHAT_TEXT } from './text.ts';
import { withinTokens } from './token-budget.ts';

export interface CallToolsOptions {
  readonly core: Pick<Core, 'tools' | 'panels' | 'forDisplay' | 'reportError'>;
  /** Tools of ours that the editor knows. */
  readonly registered: readonly string[];
  readonly repository: () => Promise<string | undefined>;
  readonly finished: Pick<Emitter<FinishedCall>, 'listen'>;
}

/** One request of a person: the calls made for it are shown in its answer. */
export interface CallTools {
  /** What is switched on, tools of other extensions too. */
  list(): Promise<readonly Tool[]>;
  /** The answer as a model reads it. Where it is about a panel, the chat shows a link to it. */
  call(name: string, input: object, budget?: LanguageModelToolTokenizationOptions): Promise<string>;
}

const NOT_CALLED = 'Error (cancelled): The person did not let this call be made, or ended it.';

/** The only command that a link in an answer runs. */
const OPEN_PANEL = 'sluice.openPanel';

export function createCallTools(
  { core, registered, repository, finished }: CallToolsOptions,
  { toolInvocationToken }: Pick<ChatRequest, 'toolInvocationToken'>,
  stream: Pick<ChatResponseStream, 'markdown' | 'progress'>,
  token: CancellationToken,
): CallTools {
  const linked = new Set<string>();

  /** A link to what a call was about, once for each panel. */
  const linkPanel = ({ facts }: ToolResult) => {
    const panel = typeof facts.panel === 'string' ? core.panels.panels.find(facts.panel) : undefined;
    if (panel === undefined || linked.has(panel.id)) return;
    linked.add(panel.id);
    stream.markdown(panelLink(panel.id, core.forDisplay(panel.command.canonical)));
  };

  return {
    list: async () => (await core.tools()).list('chat'),
    async call(name, input, tokenizationOptions) {
      // The editor shows each call of a tool that it knows. It knows tools of others too, such as a terminal: a model that is led
      // to name one of those must not get at it by us.
      if (!registered.includes(name) || !lm.tools.some(each => each.name === name))
        return withSignal(token, async signal => {
          const tools = await core.tools();
          stream.progress(tools.about(name, input) ?? CHAT_TEXT.aboutUnknown(core.forDisplay(name)));
          const result = await tools.call(name, input, { origin: 'chat', signal, repository: await repository() });
          linkPanel(result);
          return withinTokens(result.text, tokenizationOptions);
        });
      const results: ToolResult[] = [];
      const stop = finished.listen(call => {
        if (call.name === name && isDeepStrictEqual(call.input, input)) results.push(call.result);
      });
      try {
        const options = { toolInvocationToken, input, ...(tokenizationOptions && { tokenizationOptions }) };
        const { content } = await lm.invokeTool(name, options, token);
        for (const result of results.slice(0, 1)) linkPanel(result);
        return content.map(part => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
      } catch (error) {
        // A no at the chat's own question is an error too.
        if (token.isCancellationRequested || error instanceof CancellationError) return NOT_CALLED;
        core.reportError(`The chat’s call of ${name}`, error);
        return `Error (internal): The call failed: ${core.forDisplay(error instanceof Error ? error.message : String(error))}`;
      } finally {
        stop();
      }
    },
  };
}

/** A link that can do nothing but open this panel. */
function panelLink(id: string, command: string): MarkdownString {
  const text = new MarkdownString('\n\n$(link-external) [', true);
  text.isTrusted = { enabledCommands: [OPEN_PANEL] };
  return text
    .appendText(CHAT_TEXT.openPanel(id, command))
    .appendMarkdown(`](command:${OPEN_PANEL}?${encodeURIComponent(JSON.stringify([id]))})\n\n`);
}
