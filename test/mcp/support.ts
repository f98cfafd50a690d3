import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Client, type ClientCapabilities, type ElicitResult } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { UnattendedTerms } from '../../src/core/writes/unattended.ts';
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
  readonly answers?: readonly Answer[] | undefined;
  /** What the client says it can beyond the protocol. */
  readonly extensions?: ClientCapabilities['extensions'] | undefined;
  /** The folders that the client says it works in; without them it does not say. */
  readonly roots?: (() => readonly string[]) | undefined;
  /** Starts the server to write alone, in the repository; what is left out is as in a small declaration. */
  readonly alone?: Partial<UnattendedTerms>;
  /** Set the repository up before the server starts. */
  readonly prepare?: (repository: string) => void;
}

export const yes: ElicitResult = { action: 'accept', content: { run: 'yes' } };
export const no: ElicitResult = { action: 'accept', content: { run: 'no', reason: 'not today' } };
export const typed = (confirm: string): ElicitResult => ({ action: 'accept', content: { confirm } });

const DECLARED = { classes: new Set(['local'] as const), mostWrites: 5, mostMinutes: 5, actor: 'nightly' };

const open: (() => Promise<void>)[] = [];

/** Ends what the tests of a file have opened. */
export async function closeConnections(): Promise<void> {
  for (const close of open.splice(0)) await close();
}

/** What a tool answers, as a model reads it. */
export async function textOf(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  return content.map(part => (part.type === 'text' ? part.text : part.type)).join('\n');
}

/** Where a person keeps what windows and servers know of each other. */
export const stateOf = (folder: string): string => join(folder, 'state');

/** The official client, of an era of the protocol, with a person who answers. */
export function createClient({
  era,
  answers,
  roots,
  extensions,
}: Pick<ConnectOptions, 'era' | 'answers' | 'roots' | 'extensions'>) {
  const asked: AskedForm[] = [];
  const client = new Client(
    { name: 'tester', version: '1' },
    {
      capabilities: {
        ...(answers && { elicitation: { form: {} } }),
        ...(roots && { roots: { listChanged: true } }),
        ...(extensions && { extensions }),
      },
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
  if (roots)
    client.setRequestHandler('roots/list', async () => ({
      roots: roots().map(root => ({ uri: root.includes(':') ? root : pathToFileURL(root).href })),
    }));
  return { client, asked };
}

/** A server with the official client at its other end, in one process. */
export async function connect({
  era,
  answers,
  roots,
  extensions,
  prepare,
  alone,
  ...options
}: ConnectOptions): Promise<Connection> {
  const { folder, repository } = newRepository();
  prepare?.(repository);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const environment = { ...personal(folder), XDG_STATE_HOME: stateOf(folder), ...options.environment };
  const session = createSession({
    ...{ repositories: [], terms: undefined, here: repository, built: '', say: () => {} },
    ...(alone && { terms: { ...DECLARED, roots: [repository], ...alone } }),
    ...options,
    ...{ environment, scratch },
  });
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  let frames = '';
  fromServer.on('data', chunk => {
    frames += chunk;
  });
  const ended = () => {};
  const { core, factory, reportError, heard } = session;
  const server = serveStdio(factory, {
    transport: createStdio({ input: toServer, output: fromServer, redact: core.redact, heard, ended }),
    onerror: reportError,
  });
  const { client, asked } = createClient({ era, answers, roots, extensions });
  const transport = createStdio({ input: fromServer, output: toServer, redact: text => text, ended });
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
    call: (name, input) => textOf(client, name, input),
    git: (...args) => git(repository, ...args),
  };
}
