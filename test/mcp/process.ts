import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { createStdio } from '../../src/mcp/stdio.ts';
import { personal } from '../core/git/fixture.ts';
import { git } from '../core/git/support.ts';
import { newRepository } from '../core/writes/rig.ts';
import { type AskedForm, type ConnectOptions, createClient, stateOf, textOf } from './support.ts';

/** A built server in a process of its own, with the official client at its other end. */
export interface ServerProcess {
  readonly folder: string;
  readonly repository: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly client: Client;
  readonly asked: AskedForm[];
  /** Every byte of its standard output. */
  readonly output: () => string;
  /** What it told the person. */
  readonly said: () => string;
  /** Sends bytes as they are. */
  readonly send: (text: string | Buffer) => void;
  readonly call: (name: string, input: Record<string, unknown>) => Promise<string>;
  readonly git: (...args: string[]) => string;
  /** Its exit code, and the signal that ended it. */
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>;
}

export interface StartOptions extends Pick<ConnectOptions, 'era' | 'answers' | 'roots' | 'prepare'> {
  /** The folder with the built doors. */
  readonly doors: string;
  /** The words that start a server, from the name of the built file on. */
  readonly words?: readonly string[];
  /** More words, from the repository. */
  readonly options?: (repository: string) => readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** Where another server was before. */
  readonly at?: Pick<ServerProcess, 'folder' | 'repository'>;
}

const started: ServerProcess[] = [];

/** Ends what the tests of a file have started. */
export async function endServers(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
}

export async function startServer({ doors, era, answers, roots, prepare, ...more }: StartOptions) {
  const { folder, repository } = more.at ?? newRepository();
  prepare?.(repository);
  const [file = '', ...words] = more.words ?? ['mcp.cjs'];
  const child = spawn(process.execPath, [join(doors, file), ...words, ...(more.options?.(repository) ?? [])], {
    cwd: repository,
    env: { ...personal(folder), XDG_STATE_HOME: stateOf(folder), ...more.environment },
  });
  let output = '';
  let said = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  // A server that has ended takes nothing in any more, which a test may want to see.
  for (const stream of child.stdio) stream?.on('error', () => {});
  const { client, asked } = createClient({ era, answers, roots });
  const server: ServerProcess = {
    ...{ folder, repository, child, client, asked },
    output: () => output,
    said: () => said,
    send: text => void child.stdin.write(text),
    call: (name, input) => textOf(client, name, input),
    git: (...args) => git(repository, ...args),
    ended: once(child, 'exit').then(([code, signal]) => [code, signal] as const),
  };
  started.push(server);
  await client.connect(
    createStdio({ input: child.stdout, output: child.stdin, redact: text => text, ended: () => {} }),
  );
  return server;
}
