import { type McpServerFactory, Server } from '@modelcontextprotocol/server';
import type { Panel } from '../core/panels/panel.ts';
import type { Tools } from '../core/tools/registry.ts';
import { APP_EXTENSION, APP_MIME, APP_URI, appResource, readApp, withPanel } from './app.ts';
import type { Calls } from './calls.ts';
import { type Client, clientOf } from './client.ts';
import type { OpenQuestion, Questions } from './questions.ts';
import type { Resources } from './resources.ts';
import { TEXT } from './text.ts';
import { listedTool } from './tool-list.ts';

export interface ServerOptions {
  readonly version: string;
  readonly tools: () => Promise<Tools>;
  readonly calls: Calls;
  readonly questions: Pick<Questions, 'listen'>;
  readonly resources: Resources;
  readonly findPanel: (id: string) => Panel | undefined;
  /** The folder that this was built into. */
  readonly built: string;
  /** Hears who is at the other end. */
  readonly heardOf: (client: Client) => void;
  /** Hears that an older client has said hello or has other folders now, and may be asked for them. */
  readonly greeted: (server: Server) => void;
  readonly reportError: (error: unknown) => void;
}

/**
 * Makes the server of a connection, for newer clients and older ones alike. The plain one of the SDK: inputs are checked by
 * the tools, whose errors have codes and say what to do.
 */
export const createServerFactory =
  ({
    version,
    tools,
    calls,
    questions,
    resources,
    findPanel,
    built,
    heardOf,
    greeted,
    reportError,
  }: ServerOptions): McpServerFactory =>
  ({ era }) => {
    const isOlder = era === 'legacy';
    const extensions = { [APP_EXTENSION]: { mimeTypes: [APP_MIME] } };
    const capabilities = { tools: {}, resources: { listChanged: true, subscribe: true }, extensions };
    const server = new Server(
      { name: 'sluice', title: 'Sluice', version },
      { capabilities, instructions: TEXT.instructions },
    );
    const subscribed = new Set<string>();
    const stops = [
      // Newer clients say which they want with a stream of its own, and are sent nothing else.
      resources.notify(server, uri => !isOlder || subscribed.has(uri)),
      ...(isOlder ? [questions.listen(question => void askOlder(server, question))] : []),
    ];
    server.onerror = reportError;
    server.onclose = () => {
      for (const stop of stops) stop();
    };
    server.oninitialized = () => greeted(server);
    server.setNotificationHandler('notifications/roots/list_changed', () => greeted(server));

    server.setRequestHandler('tools/list', async (_, context) => {
      const { showsApps } = clientOf(server, context);
      return { tools: (await tools()).list('mcp').map(tool => listedTool(tool, showsApps)) };
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const client = clientOf(server, context);
      heardOf(client);
      const { name, showsApps } = client;
      const result = await calls.run(params, { mcpReq: context.mcpReq, client: name, takesQuestions: !isOlder });
      return showsApps ? withPanel(result, findPanel) : result;
    });
    server.setRequestHandler('resources/list', (_, context) => ({
      resources: [...resources.list(), ...(clientOf(server, context).showsApps ? [appResource] : [])],
    }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resources.templates] }));
    server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
      uri === APP_URI && clientOf(server, context).showsApps
        ? readApp(built)
        : resources.read(uri, context.mcpReq.signal),
    );
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      resources.watch(true);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      resources.watch(subscribed.size > 0);
      return {};
    });
    return server;
  };

/** More than any question is open. */
const LONG_MS = 3_600_000;

/**
 * An older client is asked beside the call: it would give the call up before a person has answered, and the call is to be
 * answered with a handle by then. What it cannot answer is no answer.
 */
async function askOlder(server: Server, { form, over, answer }: OpenQuestion) {
  const asked = server.elicitInput(form.params, { signal: over, timeout: LONG_MS });
  answer(await asked.catch(() => undefined));
}
