import { Octokit } from '@octokit/rest';
import { afterEach, describe, expect, test } from 'vitest';
import { eachGh } from './each-gh.ts';
import { addSample, token } from './sample.ts';
import { startGitHub } from './server.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

eachGh(world => {
  afterEach(() => world().github.faults.clear());
  const list = () => world().gh.run(['pr', 'list', '-R', 'octo/demo']);
  const runs = () => world().gh.run(['run', 'list', '-R', 'octo/demo']);

  test('500 and 502, for REST and GraphQL', async () => {
    const { github } = world();
    github.faults.add({ kind: 'status', status: 502 }, { times: 2 });
    expect((await list()).stderr).toContain('HTTP 502');
    expect((await runs()).stderr).toContain('HTTP 502');
    github.faults.add({ kind: 'status', status: 500 });
    expect((await runs()).stderr).toContain('HTTP 500');
    expect((await runs()).exitCode).toBe(0);
  });

  test('a connection that is dropped', async () => {
    const { github } = world();
    // Go tries a GET once more on a fresh connection.
    github.faults.add({ kind: 'drop' }, { times: 5 });
    expect((await list()).exitCode).toBe(1);
    expect(github.log.requests.some(({ status }) => status === 0)).toBe(true);
  });

  test('a secondary limit, only on what it is meant for', async () => {
    const { github } = world();
    github.faults.add(
      { kind: 'secondary', retryAfter: 30 },
      { times: 9, on: ({ operation }) => operation !== undefined },
    );
    expect((await list()).stderr).toContain('You have exceeded a secondary rate limit');
    expect((await runs()).exitCode).toBe(0);
  });

  test('a token that is revoked between two commands', async () => {
    const { github, gh } = world();
    github.tokens.add({ value: 'ghp_soongone', login: 'monalisa' });
    const user = () => gh.run(['api', 'user'], { env: { GH_TOKEN: 'ghp_soongone' } });
    expect((await user()).exitCode).toBe(0);
    github.tokens.revoke('ghp_soongone');
    expect((await user()).stderr).toContain('Bad credentials');
  });
});

describe('by Octokit', () => {
  test('latency, a clock that is off, and an answer in order all the same', async () => {
    const github = await startGitHub();
    addSample(github);
    const octokit = new Octokit({ auth: token, baseUrl: github.url, log: silent });
    github.faults.add({ kind: 'latency', milliseconds: 50 });
    const slow = octokit.request('GET /user').then(() => 'slow');
    const fast = octokit.request('GET /rate_limit').then(() => 'fast');
    expect(await Promise.race([slow, fast])).toBe('fast');
    expect(await slow).toBe('slow');
    github.clock.skew = 3_600_000;
    const { headers, data } = await octokit.request('GET /user');
    expect(Date.parse(headers.date ?? '') - github.clock.now()).toBe(3_600_000);
    expect(data.login).toBe('monalisa');
    await github.stop();
  });
});
