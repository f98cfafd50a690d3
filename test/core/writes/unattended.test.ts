import { describe, expect, it } from 'vitest';
import { impact } from '../../../src/core/writes/impact/impact.ts';
import type { PlanStep, Question } from '../../../src/core/writes/question.ts';
import { createUnattended, type UnattendedTerms } from '../../../src/core/writes/unattended.ts';
import { questionAbout } from '../../support/question.ts';
import { verdictOf } from '../../support/verdict-of.ts';

const terms: UnattendedTerms = {
  classes: new Set(['local', 'remote']),
  mostWrites: 3,
  mostMinutes: 10,
  actor: 'nightly',
  roots: ['/repo'],
};
const caller = { call: 'h', allowMutation: true };
const shape = Promise.resolve('git branch');
const about = (text: string, given: Partial<Question> = {}) => questionAbout(text, { caller, shape, ...given });
const decide = (question: Question, given: Partial<UnattendedTerms> = {}) =>
  createUnattended({ terms: { ...terms, ...given }, now: () => 0 }).decide(question);
const knowing = (parts: Parameters<typeof impact>[0]) => ({
  impact: Promise.resolve(impact({ sentences: ['It does.'], ...parts })),
});
const denied = (code: string) => ({ kind: 'denied', code });
const one = { items: ['x'], total: 1 };
const commit = { items: [{ oid: 'a', subject: 's' }], total: 1 };
const update = { remote: 'origin', ref: 'refs/heads/topic', from: null, to: 'a', forced: false };

describe('a write with nobody there', () => {
  it('runs in the name that was declared, where class and call both say so', async () => {
    expect(await decide(about('git branch x'))).toEqual({ kind: 'run', actor: 'nightly' });
    const push = about('git push origin topic', {
      risk: 'remote',
      effects: ['network', 'writes-remote'],
      ...knowing({ remote: [update] }),
    });
    expect(await decide(push)).toEqual({ kind: 'run', actor: 'nightly' });
  });

  it('says which half is missing', async () => {
    expect(await decide(about('git branch x'), { classes: new Set(['remote']) })).toMatchObject(
      denied('class-not-allowed'),
    );
    expect(await decide(about('git branch x', { caller: { call: 'h' } }))).toMatchObject(
      denied('mutation-not-allowed'),
    );
    expect(await decide(about('git branch x', { caller: undefined }))).toMatchObject(denied('mutation-not-allowed'));
    const remote = about('gh pr comment 1 -b x', { risk: 'local', effects: ['network', 'writes-remote'] });
    expect(await decide(remote, { classes: new Set(['local']) })).toMatchObject(denied('class-not-allowed'));
  });

  it.each<readonly [string, string, Partial<Question>]>([
    ['can lose work', 'git reset --hard', { risk: 'destructive' }],
    ['would lose a file', 'git checkout x', knowing({ lost: one })],
    ['would leave a commit behind', 'git branch -f x', knowing({ unreachable: commit })],
    ['overwrites on the remote', 'git push', knowing({ remote: [{ ...update, forced: true }] })],
    ['deletes on the remote', 'git push', knowing({ remote: [{ ...update, to: null }] })],
    ['rewrites', 'git rebase main', knowing({ rewrites: true })],
    ['is not known as a whole', 'git commit -m x', knowing({ unknown: 'too many files' })],
    ['has no end in sight', 'git commit -m x', knowing({ cutShort: true, unknown: 'no time' })],
    ['starts a program', 'git commit -m x', { effects: ['writes-repo', 'runs-program'] }],
    ['looks outside', 'git commit -m x', { effects: ['writes-repo', 'reads-outside'] }],
    ['could not be allowed for a session', 'git push origin main', { shape: Promise.resolve(null) }],
    ['is not saved', 'git commit -m x', { nothingSaved: true }],
    ['is saved in part', 'git commit -m x', { unsaved: () => 'Not all is saved.' }],
    ['writes files by no command', 'Resolve 1 conflict in a.txt', { kind: 'write-files', effects: ['writes-files'] }],
    ['is in another repository', 'git branch x', { repository: '/repository' }],
    [
      'goes to a remote that is an address',
      'git push',
      knowing({ remote: [{ ...update, remote: 'https://a.example' }] }),
    ],
  ])('never runs what %s', async (_, text, given) => {
    expect(await decide(about(text, given))).toMatchObject(denied('not-unattended'));
  });

  it.each([
    'git -C /elsewhere branch x',
    'git --git-dir=/elsewhere branch x',
    'git -c core.x=y branch x',
    'git config user.name x',
    'git remote set-url origin https://a.example',
    'git submodule add x',
    'git worktree add ../x',
    'git update-ref refs/heads/x y',
    'git push https://a.example/x main',
    'git push ../other main',
    'git push user@host:x main',
    'git fetch host:x',
    'git pull ext::x',
    'gh api -X POST /x',
    'gh repo edit',
    'gh issue create -R other/repo -t x -b y',
    'gh issue create --repo=other/repo -t x -b y',
    'gh pr comment https://github.com/other/repo/pull/1 -b x',
  ])('never runs %s', async text => {
    expect(await decide(about(text))).toMatchObject(denied('not-unattended'));
  });

  it('stops at the number of writes and at the end of the time, and a denied one is not counted', async () => {
    let now = 0;
    const { decide } = createUnattended({ terms, now: () => now });
    await decide(about('git branch x', { risk: 'destructive' }));
    await decide(about('git branch x', { caller: { call: 'h' } }));
    for (const name of ['a', 'b', 'c'])
      expect(await decide(about(`git branch ${name}`))).toMatchObject({ kind: 'run' });
    expect(await decide(about('git branch d'))).toMatchObject(denied('budget-spent'));
    now = 10 * 60_000;
    const late = createUnattended({ terms, now: () => now });
    now *= 2;
    expect(await late.decide(about('git branch x'))).toMatchObject(denied('budget-spent'));
  });

  it('does not decide what was cancelled meanwhile', async () => {
    const { decide } = createUnattended({ terms, now: () => 0 });
    expect(await decide(about('git branch x'), AbortSignal.abort())).toEqual({ kind: 'declined' });
  });
});

describe('a plan with nobody there', () => {
  const step = (text: string, given: Partial<PlanStep> = {}): PlanStep => {
    const verdict = verdictOf(text);
    return {
      text,
      verdict,
      impact: verdict.class === 'read-only' ? null : Promise.resolve(impact({ sentences: ['It does.'] })),
      ...given,
    };
  };
  const plan = (steps: readonly PlanStep[], given: Partial<UnattendedTerms> = {}) =>
    createUnattended({ terms: { ...terms, ...given }, now: () => 0 }).decidePlan({
      steps,
      repository: '/repo',
      origin: 'mcp',
      caller,
      note: null,
    });

  it('counts its writes and not its reads', async () => {
    const reads = [step('git log'), step('git status')];
    expect(await plan([step('git branch a'), step('git branch b'), step('git branch c'), ...reads])).toMatchObject({
      kind: 'run',
    });
    expect(await plan(['a', 'b', 'c', 'd'].map(name => step(`git branch ${name}`)))).toMatchObject(
      denied('budget-spent'),
    );
  });

  it.each(['git reset --hard', 'git push origin main', 'git config user.name x', 'git -C x branch y'])(
    'does not run with %s in it',
    async text => {
      expect(await plan([step('git branch a'), step(text)])).toMatchObject(denied('not-unattended'));
    },
  );

  it('does not run with a step in it that is denied by itself', async () => {
    const conflicts = { items: ['a.txt'], total: 1 };
    for (const given of [
      { eachTime: true as const },
      { impact: Promise.resolve(impact({ sentences: ['Merges.'], conflicts })) },
    ])
      expect(await plan([step('git branch a'), step('git merge topic', given)])).toMatchObject(
        denied('not-unattended'),
      );
  });
});
