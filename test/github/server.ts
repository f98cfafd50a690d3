import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from './clock.ts';
import { Faults } from './faults.ts';
import { type Asked, handle, type Reply } from './handle.ts';
import { defaultLimits, type Limits, RateLimit } from './rate-limit.ts';
import { RequestLog } from './request-log.ts';
import { GitHubState } from './state/state.ts';
import { Tokens } from './tokens.ts';

/** A GitHub of one's own: what is behind it, and where it is reached. */
export interface LocalGitHub {
  state: GitHubState;
  clock: Clock;
  tokens: Tokens;
  faults: Faults;
  log: RequestLog;
  rateLimit: RateLimit;
  /** For gh: `http_unix_socket` in its config. */
  socket: string;
  /** For git: `GIT_SSH_COMMAND`, with `GIT_SSH_VARIANT=simple`; then `git@github.com:octo/demo.git` is here. */
  ssh: string;
  /** For Octokit: its `baseUrl`. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts it, empty, on a unix socket and on a port of the loopback; both lead to the same. */
export async function startGitHub(options: { clock?: Clock; limits?: Partial<Limits> } = {}): Promise<LocalGitHub> {
  const folder = mkdtempSync(join(tmpdir(), 'github-'));
  const clock = options.clock ?? new Clock();
  const github = {
    clock,
    state: new GitHubState(clock, folder),
    tokens: new Tokens(),
    faults: new Faults(),
    log: new RequestLog(),
    rateLimit: new RateLimit(clock, { ...defaultLimits, ...options.limits }),
    concurrent: 0,
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    serve(github, request, response).catch((error: Error) => {
      console.error(error);
      response.destroy(error);
    });
  };
  const bySocket = createServer(answer);
  const byPort = createServer(answer);
  const socket = join(folder, 'api.sock');
  await Promise.all([listen(bySocket, socket), listen(byPort, { host: '127.0.0.1', port: 0 })]);
  const { port } = byPort.address() as AddressInfo;
  const ssh = join(folder, 'ssh');
  // git hands over host and command, the command quoted for a shell.
  writeFileSync(ssh, `#!/bin/sh\nfor last; do :; done\ncd '${folder}' && eval "exec git \${last#git-}"\n`, {
    mode: 0o755,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([close(bySocket), close(byPort)]);
    rmSync(folder, { recursive: true, force: true });
  };
  return Object.assign(github, { socket, ssh, url: `http://127.0.0.1:${port}`, stop });
}

const listen = (server: Server, where: string | { host: string; port: number }): Promise<void> =>
  new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(where, done);
  });

const close = (server: Server): Promise<void> =>
  new Promise(done => {
    server.close(() => done());
    server.closeAllConnections();
  });

/** One request from its first byte to its last: faults before, the log after. */
async function serve(
  github: Parameters<typeof handle>[0],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readRequest(request);
  github.concurrent++;
  try {
    const reply = await handle(github, asked);
    if (reply.wait !== undefined) await delay(reply.wait);
    if (reply.drop) request.socket.destroy();
    else send(github.clock, asked, reply, response);
  } finally {
    github.concurrent--;
  }
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const host = request.headers.host ?? 'api.github.com';
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const isEnterprise = pathname.startsWith('/api/');
  const scheme = /^(127\.0\.0\.1|localhost)(:|$)/.test(host) ? 'http' : 'https';
  return {
    method: request.method ?? 'GET',
    host,
    path: pathname
      .replace(/^\/api\/v3(?=\/|$)/, '')
      .replace(/^\/api\/graphql$/, '/graphql')
      .replace(/^\/+|\/+$/g, ''),
    query: searchParams,
    headers: request.headers,
    raw: Buffer.concat(chunks),
    origin: `${scheme}://${host}${isEnterprise ? '/api/v3' : ''}`,
  };
}

function send(clock: Clock, asked: Asked, { status, headers, body }: Reply, response: ServerResponse): void {
  response.sendDate = false;
  response.writeHead(status, {
    date: clock.header(),
    server: 'github.com',
    ...headers,
    ...(body !== undefined && { 'content-length': `${body.length}` }),
  });
  response.end(asked.method === 'HEAD' ? undefined : body);
}
