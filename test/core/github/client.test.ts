import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GitHubAnswer } from '../../../src/core/github/client.ts';
import { createGitHubClient } from '../../../src/core/github/create-client.ts';
import type { TokenKind, TokenState } from '../../../src/core/github/tokens/token.ts';
import { openIssue } from '../../github/changes/conversations.ts';
import { addSample, token as good, type Sample } from '../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../github/server.ts';

/** Tokens by host, and what was said of them. */
function tokensOf(
  secrets: Record<string, string>,
  { kind = 'classic' as TokenKind, state = 'untried' as TokenState } = {},
) {
  const judged: string[] = [];
  return {
    judged,
    async inUse(host: string) {
      const secret = secrets[host];
      if (secret === undefined) return undefined;
      const facts = { host, source: 'environment', kind, last4: secret.slice(-4), state } as const;
      return { facts, fingerprint: `print of ${secret.slice(-4)}`, secret };
    },
    accountOf: () => undefined,
    judge: (fingerprint: string, said: string) => void judged.push(`${fingerprint}: ${said}`),
  };
}

const HOST = 'github.com';
let github: LocalGitHub;
let sample: Sample;
beforeAll(async () => {
  github = await startGitHub();
  sample = addSample(github);
});
afterAll(() => github.stop());
beforeEach(() => {
  github.clock.advance({ hours: 2 });
  github.log.clear();
});
afterEach(() => github.faults.clear());

const clientOf = (secret = good, options: Parameters<typeof tokensOf>[1] = {}) => {
  const tokens = tokensOf({ [HOST]: secret, 'github.octo.example': secret }, options);
  return { tokens, ...createGitHubClient({ tokens, apiUrl: github.url, now: () => github.clock.now() }) };
};

const failureOf = (answer: GitHubAnswer) => (answer.kind === 'failed' ? answer.failure : undefined);

describe('a conditional request', () => {
  it('is data with a tag, then unchanged for nothing, then changed', async () => {
    const client = clientOf();
    const first = await client.get(HOST, 'repos/octo/demo/issues?per_page=100');
    expect(first).toMatchObject({ kind: 'changed', data: expect.any(Array), etag: expect.stringMatching(/^"/) });
    const etag = first.kind === 'changed' ? first.etag : undefined;
    const again = await client.get(HOST, 'repos/octo/demo/issues?per_page=100', { etag });
    expect(again).toEqual({
      kind: 'unchanged',
      rate: { bucket: 'core', limit: 5000, remaining: 4999, resetAt: github.clock.now() + 3_600_000 },
      pollIntervalMs: undefined,
    });
    expect(github.log.requests.map(({ status, cost }) => [status, cost])).toEqual([
      [200, 1],
      [304, 0],
    ]);
    openIssue(github.state, { repository: sample.demo, author: sample.hubot, title: 'One more' });
    expect(await client.get(HOST, 'repos/octo/demo/issues?per_page=100', { etag })).toMatchObject({ kind: 'changed' });
  });

  it('says how often to ask, also when nothing changed', async () => {
    const client = clientOf();
    const first = await client.get(HOST, 'repos/octo/demo/events');
    const etag = first.kind === 'changed' ? first.etag : undefined;
    expect(first.pollIntervalMs).toBe(60_000);
    expect(await client.get(HOST, 'repos/octo/demo/events', { etag })).toMatchObject({
      kind: 'unchanged',
      pollIntervalMs: 60_000,
    });
  });

  it('counts each bucket apart', async () => {
    const client = clientOf();
    const buckets = [
      (await client.get(HOST, 'search/issues?q=crash')).rate?.bucket,
      (await client.get(HOST, 'search/code?q=parse')).rate?.bucket,
      (await client.query(HOST, '{ viewer { login } }', {})).rate?.bucket,
    ];
    expect(buckets).toEqual(['search', 'code_search', 'graphql']);
  });
});

describe('a query', () => {
  it('is answered, with its variables', async () => {
    const text = 'query ($owner: String!) { repository(owner: $owner, name: "demo") { name } }';
    expect(await clientOf().query(HOST, text, { owner: 'octo' })).toMatchObject({
      ok: true,
      data: { repository: { name: 'demo' } },
    });
  });

  it.each([
    'mutation { addStar(input: { starrableId: "x" }) { clientMutationId } }',
    'query A { viewer { login } } mutation B { addStar(input: { starrableId: "x" }) { clientMutationId } }',
    '# query\nmutation { addStar(input: { starrableId: "x" }) { clientMutationId } }',
    'subscription { x }',
    'query { viewer { login }',
    '',
  ])('that is none is not sent: %s', async text => {
    const answer = await clientOf().query(HOST, text, {});
    expect(answer).toMatchObject({ ok: false, failure: { code: 'refused' } });
    expect(github.log.requests).toEqual([]);
  });

  it('that GitHub refuses says why', async () => {
    const missing = await clientOf().query(HOST, '{ repository(owner: "octo", name: "nothing") { name } }', {});
    expect(missing).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    github.rateLimit.leave(good, 'graphql', 0);
    expect(await clientOf().query(HOST, '{ viewer { login } }', {})).toMatchObject({
      ok: false,
      failure: { code: 'rate-limited', retryAt: github.clock.now() + 3_600_000 },
    });
  });
});

describe('a failure is data', () => {
  const get = async (secret = good, path = 'repos/octo/demo', options: Parameters<typeof tokensOf>[1] = {}) => {
    const client = clientOf(secret, options);
    return { failure: failureOf(await client.get(HOST, path)), judged: client.tokens.judged };
  };

  it('of the token, which is judged', async () => {
    expect(await get('ghp_unknown')).toEqual({
      failure: { code: 'bad-token', message: expect.stringContaining('…nown') },
      judged: ['print of nown: rejected'],
    });
    expect((await get()).judged).toEqual([`print of ${good.slice(-4)}: accepted`]);
    expect((await get(good, 'repos/octo/demo', { state: 'pending' })).judged).toEqual([]);
  });

  it('of what the token may', async () => {
    const { state, tokens } = github;
    const secret = state.addRepository(sample.octo, 'closed', { visibility: 'PRIVATE' });
    tokens.add({ value: 'github_pat_issues', login: 'monalisa', permissions: { issues: 'read' } });
    tokens.add({ value: 'ghp_ssosso', login: 'monalisa', scopes: ['repo'], needsSso: ['octo'] });
    const fineGrained = { kind: 'fine-grained' } as const;
    expect(await get('github_pat_issues', 'repos/octo/closed/pulls', fineGrained)).toMatchObject({
      failure: { code: 'missing-permission', message: expect.stringContaining('pull_requests=read') },
      judged: [],
    });
    expect((await get('ghp_ssosso')).failure).toMatchObject({
      code: 'sso-required',
      message: expect.stringContaining('https://github.com/orgs/octo/sso'),
    });
    expect((await get(good, 'repos/octo/nothing')).failure).toMatchObject({ code: 'not-found' });
    state.removeRepository(secret);
  });

  it('of a limit, with the time to try again', async () => {
    const now = github.clock.now();
    github.faults.add({ kind: 'secondary', retryAfter: 30 });
    expect((await get()).failure).toMatchObject({ code: 'secondary-limit', retryAt: now + 30_000 });
    github.faults.add({ kind: 'secondary', status: 429 });
    expect((await get()).failure).toMatchObject({ code: 'secondary-limit', retryAt: now + 60_000 });
    github.rateLimit.leave(good, 'core', 0);
    expect((await get()).failure).toMatchObject({ code: 'rate-limited', retryAt: now + 3_600_000 });
    expect(github.log.requests).toHaveLength(3);
  });

  it('of a limit, by GitHub’s clock, and never more than an hour away', async () => {
    github.rateLimit.leave(good, 'core', 0);
    const tokens = tokensOf({ [HOST]: good });
    const slow = createGitHubClient({ tokens, apiUrl: github.url, now: () => 1_000_000 });
    expect(failureOf(await slow.get(HOST, 'user'))?.retryAt).toBe(1_000_000 + 3_600_000);
    github.clock.skew = -86_400_000;
    expect(failureOf(await slow.get(HOST, 'user'))?.retryAt).toBe(1_000_000 + 3_600_000);
    github.clock.skew = 0;
  });

  it('of the server, after one more try', async () => {
    github.faults.add({ kind: 'status', status: 502 });
    expect((await get()).failure).toBeUndefined();
    github.faults.add({ kind: 'status', status: 503 }, { times: 2 });
    expect(await get()).toMatchObject({ failure: { code: 'server-error' }, judged: [] });
    expect(github.log.requests.map(({ status }) => status)).toEqual([502, 200, 503, 503]);
  });

  it('of the network, which says nothing of the token', async () => {
    github.faults.add({ kind: 'drop' }, { times: 2 });
    expect(await get()).toMatchObject({ failure: { code: 'offline' }, judged: [] });
    expect(github.log.requests).toHaveLength(2);
  });

  it('of whoever asked: it does not outlast the signal, queued or under way', async () => {
    const client = clientOf();
    github.faults.add({ kind: 'latency', milliseconds: 60_000 }, { times: 2 });
    const asked = ['search/issues?q=one', 'search/issues?q=two', 'user'].map(path =>
      client.get(HOST, path, { signal: AbortSignal.timeout(50) }),
    );
    for (const answer of await Promise.all(asked)) expect(failureOf(answer)).toMatchObject({ code: 'offline' });
  });

  it('nothing of it reaches the console', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name));
    const client = clientOf();
    const first = await client.get(HOST, 'user');
    await client.get(HOST, 'user', { etag: first.kind === 'changed' ? first.etag : undefined });
    await client.get(HOST, 'repos/octo/nothing');
    github.faults.add({ kind: 'secondary' });
    await client.get(HOST, 'user');
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});

describe('where the token goes', () => {
  it('a host without one is not asked', async () => {
    const client = clientOf();
    expect(failureOf(await client.get('evil.example', 'user'))).toMatchObject({ code: 'no-token' });
    for (const host of ['github.com/..', 'github.com@evil.example', 'evil.example:80', '', 'GitHub.com '])
      expect(failureOf(await client.get(host, 'user'))).toMatchObject({ code: 'wrong-host' });
    expect(github.log.requests).toEqual([]);
  });

  it('an enterprise host has its API elsewhere', async () => {
    const client = clientOf();
    expect(await client.get('github.octo.example', 'user')).toMatchObject({ data: { login: 'monalisa' } });
    expect(await client.query('github.octo.example', '{ viewer { login } }', {})).toMatchObject({
      data: { viewer: { login: 'monalisa' } },
    });
  });

  it.each(['../login', 'repos/../../login', '..\\login', '%2e%2e/login', 'repos/octo/demo/issues/..', 'user/.%2E?q=1'])(
    '%s is no path of an API',
    async path => {
      expect(failureOf(await clientOf().get('github.octo.example', path))).toMatchObject({ code: 'refused' });
      expect(github.log.requests).toEqual([]);
    },
  );

  it.each(['https://evil.example/user', '//evil.example/user', '/user', '@evil.example/', 'repos/{owner}?q={q}#x'])(
    '%s stays where it is',
    async path => {
      await clientOf().get(HOST, path);
      expect(github.log.requests).toHaveLength(1);
      if (path.includes('{')) expect(github.log.requests[0]?.path).toBe('repos/%7Bowner%7D?q=%7Bq%7D');
    },
  );
});

describe('other servers', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  /** A server that answers as it is told, and what it was sent. */
  async function serve(answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string }) {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      const { status, headers = {}, body = '' } = answer(request.url ?? '');
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    stops.push(() => server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
  }
  const json = { 'content-type': 'application/json', 'x-github-request-id': 'A1' };

  it('a redirect within the API is followed, one to another server is not', async () => {
    const other = await serve(() => ({ status: 200, headers: json, body: '{}' }));
    const api = await serve(path =>
      path === '/repositories/1'
        ? { status: 200, headers: json, body: '{"id":1}' }
        : { status: 301, headers: { ...json, location: path === '/repos/a/b' ? '/repositories/1' : `${other.url}/x` } },
    );
    const tokens = tokensOf({ [HOST]: 'ghp_secret' });
    const client = createGitHubClient({ tokens, apiUrl: api.url });
    expect(await client.get(HOST, 'repos/a/b')).toMatchObject({ kind: 'changed', data: { id: 1 } });
    expect(failureOf(await client.get(HOST, 'repos/c/d'))).toMatchObject({ code: 'wrong-host' });
    expect(other.requests).toEqual([]);
  });

  it('a circle of redirects ends', async () => {
    const api = await serve(() => ({ status: 302, headers: { ...json, location: '/again' } }));
    const client = createGitHubClient({ tokens: tokensOf({ [HOST]: 'ghp_secret' }), apiUrl: api.url });
    expect(failureOf(await client.get(HOST, 'user'))).toMatchObject({ code: 'wrong-host' });
    expect(api.requests).toHaveLength(4);
  });

  it.each([401, 403, 200, 404])('a proxy that answers %i is not believed', async status => {
    const proxy = await serve(() => ({ status, headers: { 'content-type': 'text/html' }, body: '<p>Sign in</p>' }));
    const tokens = tokensOf({ [HOST]: 'ghp_secret' });
    const client = createGitHubClient({ tokens, apiUrl: proxy.url });
    expect(failureOf(await client.get(HOST, 'user'))).toMatchObject({ code: 'wrong-host' });
    expect(tokens.judged).toEqual([]);
  });

  it.each([
    [
      'a permission that every token has',
      403,
      { 'x-accepted-github-permissions': 'metadata=read' },
      'Resource not accessible',
    ],
    ['a word of it', 401, {}, 'This token is pending approval by an organization owner'],
  ])('a fine-grained token waits for approval: %s', async (_, status, headers, message) => {
    const api = await serve(() => ({ status, headers: { ...json, ...headers }, body: JSON.stringify({ message }) }));
    const tokens = tokensOf({ [HOST]: 'github_pat_1' }, { kind: 'fine-grained' });
    const client = createGitHubClient({ tokens, apiUrl: api.url });
    expect(failureOf(await client.get(HOST, 'user'))).toMatchObject({ code: 'pending-token' });
    expect(tokens.judged).toEqual(['print of at_1: pending']);
  });
});
