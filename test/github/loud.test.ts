import { Octokit } from '@octokit/rest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSample, token } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let github: LocalGitHub;
let octokit: Octokit;
beforeAll(async () => {
  github = await startGitHub();
  addSample(github);
  octokit = new Octokit({ auth: token, baseUrl: github.url, log: silent });
});
afterAll(() => github.stop());
beforeEach(() => github.log.clear());

test('an endpoint that is not modelled names itself, and is in the log', async () => {
  await expect(octokit.request('GET /repos/octo/demo/pages')).rejects.toMatchObject({
    status: 501,
    message: expect.stringContaining('no GET repos/octo/demo/pages'),
  });
  await expect(octokit.request('POST /repos/octo/demo/labels/bug')).rejects.toMatchObject({ status: 501 });
  expect(github.log.missing()).toEqual(['GET repos/octo/demo/pages', 'POST repos/octo/demo/labels/bug']);
});

test('so does a field that GitHub has and this one has not', async () => {
  const query = '{ repository(owner: "octo", name: "demo") { name deployments(first: 1) { totalCount } } }';
  await expect(octokit.graphql(query)).rejects.toMatchObject({
    errors: [{ type: 'NOT_MODELLED', message: 'The local GitHub has no Repository.deployments.' }],
  });
  expect(github.log.missing()).toEqual(['Repository.deployments']);
});

test('a field that GitHub does not have is refused in its words', async () => {
  await expect(octokit.graphql('{ viewer { nonsense } }')).rejects.toMatchObject({
    errors: [{ message: "Field 'nonsense' doesn't exist on type 'User'" }],
  });
  expect(github.log.missing()).toEqual(['User.nonsense']);
  await expect(octokit.graphql('{ viewer { login')).rejects.toMatchObject({
    errors: [{ message: expect.stringContaining('Syntax Error') }],
  });
});

test('a qualifier that search does not know is no empty list, nor a filter that a list does not know', async () => {
  await expect(octokit.request('GET /search/issues', { q: 'nothing flavour:sour' })).rejects.toMatchObject({
    status: 501,
  });
  expect(github.log.missing()).toEqual(['search qualifier flavour:']);
  await expect(octokit.request('GET /repos/octo/demo/commits', { path: 'README.md' })).rejects.toMatchObject({
    status: 501,
  });
  expect(github.log.missing()).toContain('query path= of GET repos/:owner/:repo/commits');
});

test('the log has the operation, its kind and what it asked for', async () => {
  await octokit.graphql('query Mine { viewer { login } }');
  expect(github.log.requests).toMatchObject([
    {
      method: 'POST',
      path: 'graphql',
      operation: { type: 'query', name: 'Mine', fields: ['viewer'] },
      token: '1234',
      status: 200,
      bucket: 'graphql',
      cost: 1,
    },
  ]);
  expect(github.log.lines()).toEqual(['query Mine 200']);
  expect(github.log.writes()).toEqual([]);
});
