import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGitHubClient } from '../../../../src/core/github/create-client.ts';
import { createBranchPulls } from '../../../../src/core/github/pull-requests/branch-pull.ts';
import { pullOfOutput, readPullFacts } from '../../../../src/core/github/pull-requests/pull-facts.ts';
import { addCheck, finishCheck, setStatus } from '../../../github/changes/actions.ts';
import { addReview } from '../../../github/changes/pulls.ts';
import { addSample, type Sample, token } from '../../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../../github/server.ts';

const HOST = 'github.com';
const DEMO = { host: HOST, owner: 'octo', name: 'demo' };
let github: LocalGitHub;
let sample: Sample;
beforeAll(async () => {
  github = await startGitHub();
});
afterAll(() => github.stop());
beforeEach(() => {
  github.log.clear();
});
afterEach(() => github.faults.clear());

const clientOf = () => {
  const facts = {
    host: HOST,
    source: 'environment',
    kind: 'classic',
    last4: token.slice(-4),
    state: 'accepted',
  } as const;
  const inUse = async (host: string) => (host === HOST ? { facts, fingerprint: 'print', secret: token } : undefined);
  return createGitHubClient({
    tokens: { inUse, accountOf: () => undefined, judge: () => {} },
    apiUrl: github.url,
    now: () => github.clock.now(),
  });
};

beforeAll(() => {
  sample = addSample(github);
});

describe('a pull request at a glance', () => {
  it('is told by one query: branches, checks, decision and conflicts', async () => {
    const facts = await readPullFacts(clientOf(), { ...DEMO, number: sample.fix.number });
    expect(facts).toEqual({
      head: 'fix-crash',
      base: 'main',
      byOutsider: false,
      checks: { passed: 2, failed: { names: ['build'], count: 1 }, running: 1, skipped: 0 },
      moreChecks: 0,
      decision: 'review-required',
      mergeable: expect.stringMatching(/^(?:yes|unknown)$/),
    });
    expect(github.log.counted('graphql')).toHaveLength(1);
    expect(github.log.counted('core')).toHaveLength(0);
    expect(github.log.writes()).toEqual([]);
  });

  it('follows reviews and checks', async () => {
    addReview(github.state, sample.fix, sample.monalisa, { state: 'APPROVED', body: '' });
    const late = addCheck(github.state, { repository: sample.demo, oid: sample.fix.headOid, name: 'late' });
    const before = await readPullFacts(clientOf(), { ...DEMO, number: sample.fix.number });
    expect(before).toMatchObject({ decision: 'approved', checks: { running: 2 }, mergeable: 'yes' });
    finishCheck(github.state, late, 'SKIPPED');
    setStatus(github.state, {
      ...{ repository: sample.demo, oid: sample.fix.headOid, context: 'ci/deploy', state: 'ERROR' as const },
      creator: sample.hubot,
    });
    const after = await readPullFacts(clientOf(), { ...DEMO, number: sample.fix.number });
    expect(after?.checks).toEqual({
      ...{ passed: 2, running: 0, skipped: 1 },
      failed: { names: ['build', 'ci/deploy'], count: 2 },
    });
  });

  it('is nothing when GitHub fails, knows no such pull request, or there is no token for the host', async () => {
    expect(await readPullFacts(clientOf(), { ...DEMO, number: 999 })).toBeUndefined();
    expect(await readPullFacts(clientOf(), { ...DEMO, host: 'ghe.example', number: 4 })).toBeUndefined();
    github.faults.add({ kind: 'status', status: 502 }, { times: 9 });
    expect(await readPullFacts(clientOf(), { ...DEMO, number: 4 })).toBeUndefined();
  });

  it('is of the pull request that gh’s own fields name, not of one that its text does', () => {
    const url = 'url:\thttps://github.com/octo/demo/pull/4';
    expect(pullOfOutput(`title:\tFix\n${url}\n--\ntext\n`)).toEqual({ ...DEMO, number: 4 });
    expect(pullOfOutput(`title:\tFix\n--\n${url}\n`)).toBeUndefined();
    expect(pullOfOutput(`# Title\n${url}\n`)).toBeUndefined();
    for (const other of ['http://github.com/octo/demo/pull/4', 'https://github.com/octo/demo/issues/4', 'x'])
      expect(pullOfOutput(`url:\t${other}\n`)).toBeUndefined();
  });
});

describe('the pull request of a branch', () => {
  const branch = (name: string) => ({ ...DEMO, headOwner: 'octo', branch: name });

  it('costs nothing while nothing changes, and follows what does', async () => {
    const pulls = createBranchPulls(clientOf());
    const first = await pulls.read(branch('fix-crash'));
    expect(first).toMatchObject({ number: sample.fix.number, title: sample.fix.title, isDraft: false });
    github.log.clear();
    expect(await pulls.read(branch('fix-crash'))).toEqual(first);
    expect(github.log.counted('core')).toHaveLength(0);
    expect(github.log.notModified()).toHaveLength(3);
    addCheck(github.state, { repository: sample.demo, oid: sample.fix.headOid, name: 'new', conclusion: 'FAILURE' });
    const after = await pulls.read(branch('fix-crash'));
    expect(after?.checks.failed.names).toContain('new');
    expect(github.log.writes()).toEqual([]);
  });

  it('is null without one, and unknown when GitHub does not say', async () => {
    const pulls = createBranchPulls(clientOf());
    expect(await pulls.read(branch('main'))).toBeNull();
    expect(await pulls.read(branch('quotes'))).toMatchObject({ isDraft: true });
    github.faults.add({ kind: 'status', status: 502 }, { times: 9 });
    expect(await pulls.read(branch('quotes'))).toBeUndefined();
  });
});
