import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachGh } from './each-gh.ts';
import { addSample } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('tokens', () => {
  let github: LocalGitHub;
  beforeAll(async () => {
    github = await startGitHub();
    addSample(github);
    const of = { login: 'monalisa' };
    github.tokens.add({
      ...of,
      value: 'github_pat_reads',
      permissions: { issues: 'read', contents: 'read' },
      expires: '2026-04-01 00:00:00 UTC',
    });
    github.tokens.add({ ...of, value: 'github_pat_writes', permissions: { issues: 'write' } });
    github.tokens.add({
      ...of,
      value: 'github_pat_pending',
      permissions: { issues: 'write', contents: 'write' },
      state: 'pending',
    });
    github.tokens.add({ ...of, value: 'ghp_sso', scopes: ['repo'], needsSso: ['octo'] });
    github.tokens.add({ ...of, value: 'ghp_revoked', state: 'revoked' });
    const secret = github.state.organization('octo');
    if (secret) github.state.addRepository(secret, 'secret', { visibility: 'PRIVATE' });
  });
  afterAll(() => github.stop());

  const ask = async (auth: string, request: string, body: Record<string, unknown> = {}) => {
    const octokit = new Octokit({ auth, baseUrl: github.url, log: silent });
    try {
      const { status, headers } = await octokit.request(request, body);
      return { status: status as number, headers: headers as Record<string, string>, message: '' };
    } catch (error) {
      const { status, response, message } = error as {
        status: number;
        response?: { headers: Record<string, string> };
        message: string;
      };
      return { status, headers: response?.headers ?? {}, message };
    }
  };

  test('one that is not known, or was revoked, is 401 for REST and GraphQL', async () => {
    for (const auth of ['ghp_unknown', 'ghp_revoked']) {
      expect(await ask(auth, 'GET /user')).toMatchObject({
        status: 401,
        message: expect.stringContaining('Bad credentials'),
      });
      expect(await ask(auth, 'POST /graphql', { query: '{ viewer { login } }' })).toMatchObject({ status: 401 });
    }
    expect(github.log.requests.map(({ cost }) => cost)).toEqual([0, 0, 0, 0]);
  });

  test('a fine-grained one that lacks a permission is told which it would need', async () => {
    const write = 'POST /repos/octo/demo/issues';
    expect(await ask('github_pat_reads', 'GET /repos/octo/demo/issues')).toMatchObject({
      status: 200,
      headers: { 'github-authentication-token-expiration': '2026-04-01 00:00:00 UTC' },
    });
    expect(await ask('github_pat_reads', write, { title: 'No' })).toMatchObject({
      status: 403,
      message: expect.stringContaining('Resource not accessible by personal access token'),
      headers: { 'x-accepted-github-permissions': 'issues=write' },
    });
    expect(await ask('github_pat_writes', write, { title: 'Yes' })).toMatchObject({ status: 201 });
    expect((await ask('github_pat_writes', 'GET /user')).headers['x-oauth-scopes']).toBeUndefined();
  });

  test('a pending one reads what is public, sees nothing private and writes nothing', async () => {
    const auth = 'github_pat_pending';
    expect(await ask(auth, 'GET /repos/octo/demo')).toMatchObject({ status: 200 });
    expect(await ask(auth, 'GET /repos/octo/secret')).toMatchObject({ status: 404 });
    expect(await ask(auth, 'POST /repos/octo/demo/issues', { title: 'No' })).toMatchObject({ status: 403 });
    const repository = github.state.repository('octo', 'demo')?.id;
    const octokit = new Octokit({ auth, baseUrl: github.url, log: silent });
    const mutation = `mutation { createIssue(input: { repositoryId: "${repository}", title: "No" }) { issue { number } } }`;
    await expect(octokit.graphql(mutation)).rejects.toMatchObject({
      errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' }],
    });
  });

  test('one without single sign-on is sent there', async () => {
    expect(await ask('ghp_sso', 'GET /repos/octo/demo')).toMatchObject({
      status: 403,
      headers: { 'x-github-sso': expect.stringMatching(/^required; url=https:\/\/github\.com\/orgs\/octo\/sso/) },
    });
    expect(await ask('ghp_sso', 'GET /user')).toMatchObject({ status: 200, headers: { 'x-oauth-scopes': 'repo' } });
  });
});

eachGh(world => {
  test('gh says which state a token is in', async () => {
    const { gh, github, sample } = world();
    github.tokens.add({ value: 'ghp_ssoooooooo', login: 'monalisa', scopes: ['repo'], needsSso: ['octo'] });
    const list = (token: string) => gh.run(['pr', 'list', '-R', 'octo/demo'], { env: { GH_TOKEN: token } });
    expect((await list('ghp_unknown')).stderr).toContain('HTTP 401: Bad credentials');
    expect((await list('ghp_ssoooooooo')).stderr).toContain('SAML enforcement');
    const runs = await gh.run(['run', 'list', '-R', 'octo/demo'], { env: { GH_TOKEN: 'ghp_ssoooooooo' } });
    expect(runs.stderr).toContain('https://github.com/orgs/octo/sso?authorization_request=');
    const { state, tokens } = github;
    const secret = state.addRepository(sample.octo, 'secret', { visibility: 'PRIVATE' });
    tokens.add({ value: 'github_pat_issues', login: 'monalisa', permissions: { issues: 'read' } });
    const asked = (noun: string) =>
      gh.run([noun, 'list', '-R', 'octo/secret'], { env: { GH_TOKEN: 'github_pat_issues' } });
    expect((await asked('issue')).exitCode).toBe(0);
    expect((await asked('pr')).stderr).toContain(
      'Resource not accessible by personal access token (repository.pullRequests)',
    );
    state.removeRepository(secret);
    const missing = await gh.run(['pr', 'list', '-R', 'octo/nothing']);
    expect(missing.stderr).toContain("Could not resolve to a Repository with the name 'octo/nothing'.");
  });
});
