import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIssue } from './changes/conversations.ts';
import { eachGh } from './each-gh.ts';
import { addSample, hubotToken, type Sample, token } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Octokit throws on a 304; here it is an answer like others. */
async function get(octokit: Octokit, path: string, etag?: string) {
  try {
    const { status, headers, data } = await octokit.request(
      `GET ${path}`,
      etag ? { headers: { 'if-none-match': etag } } : {},
    );
    return { status: status as number, headers: headers as Record<string, string>, data };
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { headers: Record<string, string>; data: { message?: string } };
    };
    return { status, headers: response?.headers ?? {}, data: response?.data };
  }
}

describe('by Octokit', () => {
  let github: LocalGitHub;
  let sample: Sample;
  const octokit = (auth: string = token) =>
    new Octokit({ auth, baseUrl: github.url, log: silent, request: { retries: 0 } });
  beforeAll(async () => {
    github = await startGitHub();
    sample = addSample(github);
  });
  afterAll(() => github.stop());
  beforeEach(() => {
    github.clock.advance({ hours: 2 });
    github.log.clear();
  });

  test('a 304 costs nothing, and says what is left', async () => {
    const first = await get(octokit(), '/repos/octo/demo/issues');
    expect(first).toMatchObject({
      status: 200,
      headers: { 'x-ratelimit-remaining': '4999', 'x-ratelimit-used': '1', 'x-ratelimit-resource': 'core' },
    });
    expect(first.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    const second = await get(octokit(), '/repos/octo/demo/issues', first.headers.etag);
    expect(second).toMatchObject({
      status: 304,
      headers: { 'x-ratelimit-remaining': '4999', etag: first.headers.etag },
    });
    expect(github.log.requests.map(({ status, cost, bucket }) => [status, cost, bucket])).toEqual([
      [200, 1, 'core'],
      [304, 0, 'core'],
    ]);
    expect(github.log.requests[0]?.token).toBe('1234');
  });

  test('a change gives another validator, the same body to another token too', async () => {
    const before = await get(octokit(), '/repos/octo/demo/issues');
    const others = await get(octokit(hubotToken), '/repos/octo/demo/issues');
    expect(others.data).toEqual(before.data);
    expect(others.headers.etag).not.toBe(before.headers.etag);
    openIssue(github.state, { repository: sample.demo, author: sample.hubot, title: 'One more' });
    expect(await get(octokit(), '/repos/octo/demo/issues', before.headers.etag)).toMatchObject({ status: 200 });
  });

  test('other parameters are another resource', async () => {
    const { headers } = await get(octokit(), '/repos/octo/demo/issues?per_page=100');
    expect(await get(octokit(), '/repos/octo/demo/issues?per_page=1', headers.etag)).toMatchObject({ status: 200 });
  });

  test('Octokit follows Link to the last page', async () => {
    const issues = await octokit().paginate('GET /repos/{owner}/{repo}/issues', {
      owner: 'octo',
      repo: 'demo',
      state: 'all',
      per_page: 2,
    });
    expect(issues.map(({ number }) => number)).toEqual([...sample.demo.conversations.keys()].reverse());
    const { headers } = await get(octokit(), '/repos/octo/demo/issues?state=all&per_page=2&page=2');
    expect(headers.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next".*rel="last".*rel="first"/);
  });

  test('each kind of search has a bucket of a minute, and GraphQL one of its own', async () => {
    const search = await get(octokit(), '/search/issues?q=crash');
    expect(search.headers).toMatchObject({
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-resource': 'search',
    });
    const code = await get(octokit(), '/search/code?q=parse');
    expect(code.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-resource': 'code_search' });
    expect(Number(search.headers['x-ratelimit-reset'])).toBe(github.clock.now() / 1000 + 60);
    const query =
      '{ repository(owner: "octo", name: "demo") { issues(first: 100) { nodes { labels(first: 100) { nodes { name } } } } } rateLimit { cost remaining } }';
    const { rateLimit } = await octokit().graphql<{ rateLimit: { cost: number; remaining: number } }>(query);
    expect(rateLimit).toEqual({ cost: 1, remaining: 4999 });
    expect(github.log.counted('graphql')).toHaveLength(1);
    expect(github.log.counted('core')).toHaveLength(0);
    const { data } = await octokit().rateLimit.get();
    expect(data.resources).toMatchObject({
      core: { remaining: 5000 },
      graphql: { remaining: 4999 },
      search: { remaining: 29 },
    });
    expect(github.log.requests.at(-1)).toMatchObject({ path: 'rate_limit', cost: 0 });
  });

  test('newer versions of the API leave `rate` out', async () => {
    const newer = await octokit().request('GET /rate_limit', { headers: { 'x-github-api-version': '2026-03-10' } });
    expect(Object.keys(newer.data)).toEqual(['resources']);
    const older = await octokit().request('GET /rate_limit', { headers: { 'x-github-api-version': '2022-11-28' } });
    expect(Object.keys(older.data)).toEqual(['resources', 'rate']);
  });

  test('an empty bucket refuses until its reset', async () => {
    github.rateLimit.leave(token, 'core', 1);
    expect(await get(octokit(), '/user')).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '0' } });
    const refused = await get(octokit(), '/user');
    expect(refused).toMatchObject({
      status: 403,
      data: { message: expect.stringContaining('API rate limit exceeded for user ID') },
    });
    expect(await get(octokit(hubotToken), '/user')).toMatchObject({ status: 200 });
    github.clock.advance({ hours: 1 });
    expect(await get(octokit(), '/user')).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '4999' } });
    github.rateLimit.leave(token, 'graphql', 0);
    await expect(octokit().graphql('{ viewer { login } }')).rejects.toMatchObject({
      errors: [{ type: 'RATE_LIMITED' }],
    });
  });

  test('too many points in a minute is a secondary limit with Retry-After', async () => {
    github.rateLimit.spendPoints(token, 'rest', 899);
    expect(await get(octokit(), '/user')).toMatchObject({ status: 200 });
    expect(await get(octokit(), '/user')).toMatchObject({
      status: 403,
      headers: { 'retry-after': '60' },
      data: { message: expect.stringContaining('secondary rate limit') },
    });
    github.clock.advance({ minutes: 1 });
    expect(await get(octokit(), '/user')).toMatchObject({ status: 200 });
  });

  test('too many requests at once is one too', async () => {
    github.rateLimit.limits.secondary = { ...github.rateLimit.limits.secondary, concurrent: 1 };
    github.faults.add({ kind: 'latency', milliseconds: 200 });
    const statuses = await Promise.all([get(octokit(), '/user'), get(octokit(), '/user')]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 403]);
    github.rateLimit.limits.secondary = { ...github.rateLimit.limits.secondary, concurrent: 100 };
  });

  test('events and notifications say how often to ask, also with a 304', async () => {
    for (const path of ['/notifications', '/repos/octo/demo/events']) {
      const { headers } = await get(octokit(), path);
      expect(headers['x-poll-interval']).toBe('60');
      expect((await get(octokit(), path, headers.etag)).headers['x-poll-interval']).toBe('60');
    }
  });

  test('without a token there is little, and a 304 counts', async () => {
    const anonymous = new Octokit({ baseUrl: github.url, log: silent });
    const { headers } = await get(anonymous, '/repos/octo/demo');
    expect(headers['x-ratelimit-limit']).toBe('60');
    expect(await get(anonymous, '/repos/octo/demo', headers.etag)).toMatchObject({
      status: 304,
      headers: { 'x-ratelimit-remaining': '58' },
    });
    expect(await get(anonymous, '/repos/monalisa/dotfiles')).toMatchObject({ status: 404 });
  });
});

eachGh(world => {
  test('gh api: a 304 is exit 1 with the status said', async () => {
    const { gh, github } = world();
    const { stdout } = await gh.run(['api', '-i', 'repos/octo/demo/labels']);
    const [, etag = ''] = /^Etag: (.*?)\r?$/m.exec(stdout) ?? [];
    expect(stdout).toMatch(/^X-Ratelimit-Remaining: 4999\r?$/m);
    const second = await gh.run(['api', '-i', 'repos/octo/demo/labels', '-H', `If-None-Match: ${etag}`]);
    expect(second).toMatchObject({
      exitCode: 1,
      stderr: 'gh: HTTP 304\n',
      stdout: expect.stringContaining('304 Not Modified'),
    });
    expect(github.log.requests.map(({ cost }) => cost)).toEqual([1, 0]);
  });
});
