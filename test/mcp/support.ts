import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client, type ClientOptions, type ElicitResult } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createSession, type Session, type SessionOptions } from '../../src/mcp/session.ts';
import { createStdio } from '../../src/mcp/stdio.ts';
import { personal } from '../core/git/fixture.ts';
import { git } from '../core/git/support.ts';
import { newRepository } from '../core/writes/rig.ts';

/** Both eras of the protocol; whatever is promised holds in each. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof ERAS)[number];

/** What is put before the person at the client. */
export interface AskedForm {
  readonly message: string;
  readonly fields: readonly string[];
}

type Answer = ElicitResult | ((form: AskedForm) => ElicitResult | Promise<ElicitResult>);

export interface Connection {
  readonly folder: string;
  readonly repository: string;
  readonly client: Client;
  readonly session: Session;
  /** What the person was asked, in order. */
  readonly asked: AskedForm[];
  /** Every line that left the server. */
  readonly frames: () => string;
  /** Sends a line as it is. */
  readonly send: (line: string) => void;
  /** The text of a tool's answer. */
  readonly call: (name: string, input: Record<string, unknown>) => Promise<string>;
  readonly git: (...args: string[]) => string;
}

export interface ConnectOptions extends Partial<Omit<SessionOptions, 'scratch'>> {
  readonly era: Era;
  /** What the person answers, in order; without any the client shows no forms. */
  readonly answers?: readonly Answer[];
  readonly client?: ClientOptions;
  /** Set the repository up before the server starts. */
  readonly prepare?: (repository: string) => void;
}

export const yes: ElicitResult = { action: 'accept', content: { run: 'yes' } };
export const no: ElicitResult = { action: 'accept', content: { run: 'no', reason: 'not today' } };
export const typed = (confirm: string): ElicitResult => ({ action: 'accept', content: { confirm } });

const open: (() => Promise<void>)[] = [];

/** Ends what the tests of a file have opened. */
export async function closeConnections(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** A server with the official client at its other end, in one process. */
export async function connect({
  era,
  answers,
  client: given,
  prepare,
  environment: own,
  ...options
}: ConnectOptions): Promise<Connection> {
  const { folder, repository } = newRepository();
  prepare?.(repository);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const environment = { ...personal(folder), XDG_STATE_HOME: join(folder, 'state'), ...own };
  const session = createSession({
    ...{ repositories: [], terms: undefined, here: repository, environment, say: () => {} },
    ...options,
    scratch,
  });
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  let frames = '';
  fromServer.on('data', chunk => {
    frames += chunk;
  });
  const ended = () => {};
  const { factory, reportError } = session;
  const server = serveStdio(factory, {
    transport: createStdio({ input: toServer, output: fromServer, ended }),
    onerror: reportError,
  });
  const asked: AskedForm[] = [];
  const client = new Client(
    { name: 'tester', version: '1' },
    {
      capabilities: { ...(answers && { elicitation: { form: {} } }), ...given?.capabilities },
      ...(era === '2026-07-28' && { versionNegotiation: { mode: { pin: era } } }),
    },
  );
  if (answers)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { message, ...rest } = params;
      const fields = 'requestedSchema' in rest ? Object.keys(rest.requestedSchema.properties) : [];
      const form = { message, fields };
      const answer = answers[asked.push(form) - 1];
      if (answer === undefined) throw new Error(`nobody expected the question ${asked.length}: ${message}`);
      return typeof answer === 'function' ? answer(form) : answer;
    });
  const transport = createStdio({ input: fromServer, output: toServer, ended });
  await client.connect(transport);
  open.push(async () => {
    await session.finish();
    await client.close();
    await server.close();
    session.dispose();
  });
  return {
    ...{ folder, repository, client, session, asked },
    frames: () => frames,
    send: line => void toServer.write(`${line}\n`),
    async call(name, input) {
      const { content } = await client.callTool({ name, arguments: input });
      return content.map(part => (part.type === 'text' ? part.text : part.type)).join('\n');
    },
    git: (...args) => git(repository, ...args),
  };
}
