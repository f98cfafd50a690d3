import {
  type CancellationToken,
  type ChatContext,
  type ChatFollowup,
  type ChatRequest,
  type ChatResponseStream,
  type ChatResult,
  MarkdownString,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import { type CallTools, type CallToolsOptions, createCallTools } from './call-tools.ts';
import { commitCommand, draftMessage } from './draft-message.ts';
import { runModelLoop } from './model-loop.ts';
import { CHAT_TEXT } from './text.ts';

export interface ParticipantOptions extends CallToolsOptions {
  readonly core: Core;
}

export interface Participant {
  respond(
    request: ChatRequest,
    context: ChatContext,
    stream: ChatResponseStream,
    token: CancellationToken,
  ): Promise<ChatResult>;
  followups(result: ChatResult): ChatFollowup[];
}

/** One request under way. */
interface Asked {
  readonly request: ChatRequest;
  readonly history: ChatContext['history'];
  readonly stream: ChatResponseStream;
  readonly token: CancellationToken;
  readonly tools: CallTools;
}

const REVIEW = 'Review my uncommitted changes: what they do, what looks wrong, what is missing.';
const CHANGES = 'git diff HEAD';
const STAGED = 'git diff --staged';

const ASK_AGAIN: Readonly<Record<string, readonly (keyof typeof CHAT_TEXT.followups)[]>> = {
  git: ['status', 'undo'],
  status: ['review', 'commit'],
  review: ['commit'],
  commit: ['undo', 'status'],
  undo: ['status'],
};

/** `@sluice`: thin, for all it does is call the tools. What a person typed runs as it is; a model is only asked where words need one. */
export function createParticipant(options: ParticipantOptions): Participant {
  const { core, repository } = options;
  /** Runs a tool and shows its answer as it is. */
  const show = async ({ tools, stream }: Asked, name: string, input: object) => {
    stream.markdown(asText(await tools.call(name, input)));
  };

  const typed = async (asked: Asked, program: 'git' | 'gh', text: string) => {
    const { stream } = asked;
    if (text === '') return stream.markdown(CHAT_TEXT.nothingTyped(program));
    const command = text.startsWith(`${program} `) ? text : `${program} ${text}`;
    return show(asked, `${program}_execute`, { command });
  };

  const loop = async ({ request, history, tools, stream, token }: Asked, prompt: string) => {
    try {
      await runModelLoop({ model: request.model, prompt, history, tools, stream, token });
    } catch (error) {
      if (!token.isCancellationRequested) stream.markdown(plain(CHAT_TEXT.noModel(messageOf(error))));
    }
  };

  const commit = async (asked: Asked) => {
    const { request, tools, stream, token } = asked;
    const root = await repository();
    if (root === undefined) return stream.markdown(CHAT_TEXT.noRepository);
    if ((await core.git.readOrThrow(['diff', '--staged', '--name-only'], root)).trim() === '')
      return stream.markdown(CHAT_TEXT.nothingStaged);
    stream.progress(CHAT_TEXT.drafting);
    const { model, prompt } = request;
    const tokenBudget = Math.floor(model.maxInputTokens / 2);
    const budget = { tokenBudget, countTokens: (text: string) => model.countTokens(text, token) };
    const changes = await tools.call('git_execute', { command: STAGED }, budget);
    const message = await draftMessage({ model, changes, hint: prompt, token }).catch((error: unknown) => {
      stream.markdown(plain(CHAT_TEXT.noModel(messageOf(error))));
      return prompt;
    });
    const command = commitCommand(message);
    if (token.isCancellationRequested) return undefined;
    return command === undefined ? stream.markdown(CHAT_TEXT.noMessage) : show(asked, 'git_execute', { command });
  };

  const handlers: Readonly<Record<string, (asked: Asked, prompt: string) => unknown>> = {
    git: (asked, prompt) => typed(asked, 'git', prompt),
    gh: (asked, prompt) => typed(asked, 'gh', prompt),
    status: asked => show(asked, 'git_status_view', {}),
    undo: (asked, prompt) => show(asked, 'git_undo', prompt === '' ? {} : { id: prompt }),
    commit,
    async review(asked, prompt) {
      await asked.tools.call('git_execute', { command: CHANGES });
      return loop(asked, [REVIEW, prompt].filter(Boolean).join('\n'));
    },
  };

  return {
    async respond(request, { history }, stream, token) {
      const tools = createCallTools(options, request, stream, token);
      const asked: Asked = { request, history, stream, token, tools };
      const prompt = request.prompt.trim();
      const [, program] = /^(git|gh) /.exec(prompt) ?? [];
      const command = request.command ?? program;
      const handle = command === undefined ? undefined : handlers[command];
      if (handle !== undefined) await handle(asked, prompt);
      else if (prompt === '') stream.markdown(CHAT_TEXT.help);
      else await loop(asked, prompt);
      return { metadata: { command } };
    },
    followups({ metadata }) {
      const next = ASK_AGAIN[String(metadata?.command)] ?? [];
      return next.map(command => ({ prompt: '', command, label: CHAT_TEXT.followups[command] }));
    },
  };
}

/** Output as it is: nothing in it is Markdown, a link or a picture. */
const asText = (text: string): MarkdownString => new MarkdownString().appendCodeblock(text, 'text');

/** A sentence with nothing in it that is a link or a picture. */
const plain = (text: string): MarkdownString => new MarkdownString().appendText(`${text}\n\n`);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
