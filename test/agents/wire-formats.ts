import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';

/** A tool that a client offers the model. */
export interface OfferedTool {
  readonly name: string;
  /** Under which Codex groups tools of a server. */
  readonly namespace?: string | undefined;
  readonly schema: { readonly properties?: Readonly<Record<string, unknown>> | undefined };
}

export interface ModelCall {
  readonly id: string;
  readonly tool: OfferedTool;
  readonly input: object;
}

/** What the model says next: a call, or a text and it is done. */
export type Saying = { readonly call: ModelCall } | { readonly text: string };

/** How clients and models of one kind talk. */
export interface WireFormat {
  readonly path: RegExp;
  readonly read: (body: unknown) => { readonly tools: readonly OfferedTool[]; readonly results: readonly string[] };
  readonly answer: (response: ServerResponse, saying: Saying, streams: boolean) => void;
}

const anything = z.looseObject({});
const schema = z._default(z.looseObject({ properties: z.optional(z.record(z.string(), z.unknown())) }), {});
const listOf = <T extends z.ZodMiniType>(item: T) => z._default(z.array(item), []);

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map(each => each?.text ?? JSON.stringify(each)).join('\n')
      : JSON.stringify(content ?? '');

function send(response: ServerResponse, events: readonly object[], named: boolean): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const lines = events.map(
    event => `${named && 'type' in event ? `event: ${String(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
  );
  response.end(lines.join(''));
}

function sendWhole(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

const part = z.looseObject({ type: z.string(), content: z.optional(z.unknown()) });
const messagesRequest = z.looseObject({
  tools: listOf(z.looseObject({ name: z.string(), input_schema: schema })),
  messages: z.array(z.looseObject({ content: z.union([z.string(), z.array(part)]) })),
});

/** Anthropic's Messages: Claude Code, and Copilot when it is told so. */
const messages: WireFormat = {
  path: /\/messages$/,
  read(body) {
    const { tools, messages: all } = messagesRequest.parse(body);
    const parts = all.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    return {
      tools: tools.map(({ name, input_schema }) => ({ name, schema: input_schema })),
      results: parts.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
    };
  },
  answer(response, saying, streams) {
    const isCall = 'call' in saying;
    const block = isCall
      ? { type: 'tool_use', id: saying.call.id, name: saying.call.tool.name, input: saying.call.input }
      : { type: 'text', text: saying.text };
    const stop = isCall ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, output_tokens: 5 };
    const id = `msg_${isCall ? saying.call.id : 'end'}`;
    const message = { id, type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null, usage };
    if (!streams) return sendWhole(response, { ...message, content: [block], stop_reason: stop });
    const start = isCall ? { ...block, input: {} } : { type: 'text', text: '' };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(saying.call.input) }
      : { type: 'text_delta', text: saying.text };
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return send(response, events, true);
  },
};

const responsesTool = z.looseObject({
  type: z.string(),
  name: z.optional(z.string()),
  parameters: schema,
  tools: listOf(z.looseObject({ name: z.string(), parameters: schema })),
});
const responsesRequest = z.looseObject({
  tools: listOf(responsesTool),
  input: listOf(z.looseObject({ type: z.optional(z.string()), output: z.optional(z.unknown()) })),
});

/** OpenAI's Responses: Codex. */
const responses: WireFormat = {
  path: /\/responses$/,
  read(body) {
    const { tools, input } = responsesRequest.parse(body);
    return {
      tools: tools.flatMap(({ type, name, parameters, tools: inner }) =>
        type === 'namespace'
          ? inner.map(each => ({ name: each.name, namespace: name, schema: each.parameters }))
          : [{ name: name ?? type, schema: parameters }],
      ),
      results: input.filter(({ type }) => type?.endsWith('call_output')).map(({ output }) => textOf(output)),
    };
  },
  answer(response, saying) {
    const isCall = 'call' in saying;
    const item = isCall
      ? {
          type: 'function_call',
          id: `fc_${saying.call.id}`,
          call_id: saying.call.id,
          name: saying.call.tool.name,
          arguments: JSON.stringify(saying.call.input),
          status: 'completed',
          ...(saying.call.tool.namespace && { namespace: saying.call.tool.namespace }),
        }
      : {
          type: 'message',
          id: 'm',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: saying.text, annotations: [] }],
        };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const whole = {
      id: 'r',
      object: 'response',
      created_at: 1,
      model: 'scripted',
      status: 'completed',
      output: [item],
    };
    const events = [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...whole, usage } },
    ];
    send(
      response,
      events.map((event, at) => ({ ...event, sequence_number: at })),
      true,
    );
  },
};

const geminiRequest = z.looseObject({
  tools: listOf(
    z.looseObject({
      functionDeclarations: listOf(
        z.looseObject({ name: z.string(), parametersJsonSchema: z.optional(schema), parameters: z.optional(schema) }),
      ),
    }),
  ),
  contents: listOf(
    z.looseObject({
      parts: listOf(z.looseObject({ functionResponse: z.optional(z.looseObject({ response: z.optional(anything) })) })),
    }),
  ),
});

/** Google's generateContent: Gemini CLI. */
const gemini: WireFormat = {
  path: /enerateContent$/,
  read(body) {
    const { tools, contents } = geminiRequest.parse(body);
    return {
      tools: tools.flatMap(({ functionDeclarations }) =>
        functionDeclarations.map(({ name, parametersJsonSchema, parameters }) => ({
          name,
          schema: parametersJsonSchema ?? parameters ?? {},
        })),
      ),
      results: contents
        .flatMap(({ parts }) => parts)
        .flatMap(({ functionResponse }) => (functionResponse ? [textOf(functionResponse.response)] : [])),
    };
  },
  answer(response, saying, streams) {
    const said =
      'call' in saying
        ? { functionCall: { id: saying.call.id, name: saying.call.tool.name, args: saying.call.input } }
        : { text: saying.text };
    const value = {
      candidates: [{ index: 0, content: { role: 'model', parts: [said] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'scripted',
    };
    if (streams) send(response, [value], false);
    else sendWhole(response, value);
  },
};

export const WIRE_FORMATS: readonly WireFormat[] = [messages, responses, gemini];
