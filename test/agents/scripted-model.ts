import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

/** What the model does next: it calls the shell, or says something and is done. */
export type Step = { readonly shell: string } | { readonly say: string };

/** A model on the loopback that goes by a script, in the wire format of Anthropic's Messages. */
export interface ScriptedModel {
  readonly address: string;
  /** What the client has told it of its calls so far, in their order. */
  readonly told: () => readonly string[];
  close(): void;
}

const part = z.looseObject({ type: z.string(), content: z.optional(z.unknown()) });
const request = z.looseObject({
  stream: z.optional(z.boolean()),
  tools: z.optional(z.array(z.looseObject({ name: z.string() }))),
  messages: z.array(z.looseObject({ content: z.union([z.string(), z.array(part)]) })),
});
type Request = z.infer<typeof request>;

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map(each => each?.text ?? JSON.stringify(each)).join('\n')
      : JSON.stringify(content ?? '');

const resultsIn = ({ messages }: Request): string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.filter(({ type }) => type === 'tool_result').map(each => textOf(each.content)),
  );

/** The step is chosen by how many results a request carries: one that is sent again does no harm. */
export async function startModel(script: readonly Step[]): Promise<ScriptedModel> {
  let told: readonly string[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', chunk => chunks.push(chunk));
    incoming.on('end', () => {
      if (!/\/messages(?:\?|$)/.test(incoming.url ?? '')) return void response.writeHead(404).end('{}');
      const parsed = request.parse(JSON.parse(Buffer.concat(chunks).toString()));
      const results = resultsIn(parsed);
      if (results.length >= told.length) told = results;
      const hasShell = parsed.tools?.some(({ name }) => name === 'Bash') === true;
      // A request without tools is about a title or a summary.
      const step: Step = hasShell ? (script[results.length] ?? { say: 'DONE' }) : { say: 'ok' };
      answer(response, step, results.length, parsed.stream === true);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, told: () => told, close: () => void server.close() };
}

function answer(response: ServerResponse, step: Step, at: number, streams: boolean): void {
  const isCall = 'shell' in step;
  const input = isCall ? { command: step.shell, description: 'scripted' } : {};
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${at}`, name: 'Bash', input }
    : { type: 'text', text: step.say };
  const stop = isCall ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = {
    id: `msg_${at}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    stop_sequence: null,
    usage,
  };
  if (!streams) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content: [block], stop_reason: stop }));
    return;
  }
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(input) }
        : { type: 'text_delta', text: step.say },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}
