import { describe, expect, it } from 'vitest';
import type { MutatingCommand, ReadOnlyCommand } from '../../../src/core/command/command.ts';
import type { Approval } from '../../../src/core/git/approval-check.ts';
import type { RunApproved, Runner } from '../../../src/core/git/runner.ts';
import { issue, spend } from '../../../src/core/writes/approval.ts';
import type { DecisionState } from '../../../src/core/writes/decision-state.ts';
import { impact } from '../../../src/core/writes/impact/impact.ts';
import { commandOf } from '../../support/verdict-of.ts';

const commit = commandOf('git commit -m x') as MutatingCommand;
const stateAt = (head: string): DecisionState => ({
  facts: { head, staged: '', refs: '', config: '', tracking: '' },
  impact: impact({}),
  lost: new Map(),
  taken: new Map(),
});
const now = stateAt('now');
const later = stateAt('later');
const approval = () => issue(commit, '/repo', now);

describe('an approval', () => {
  it('is good for one run', () => {
    const given = approval();
    expect([spend(given, commit, '/repo', now), spend(given, commit, '/repo', now)]).toEqual(['spent', 'not-approved']);
  });
  it('is for that command in that repository, and a wrong use does not spend it', () => {
    const given = approval();
    const other = commandOf('git commit -m y') as MutatingCommand;
    expect([
      spend(given, other, '/repo', now),
      spend(given, commit, '/other', now),
      spend(given, commit, '/repo', now),
    ]).toEqual(['not-approved', 'not-approved', 'spent']);
  });
  it('is for the repository as it was shown, and spent when that has moved on', () => {
    const given = approval();
    expect([spend(given, commit, '/repo', later), spend(given, commit, '/repo', now)]).toEqual([
      'moved-on',
      'not-approved',
    ]);
  });
  it('is not spent on what cannot be told again, and nobody says that the repository changed', () => {
    const untold: DecisionState = { ...now, impact: impact({ unknown: 'It took too long.' }) };
    expect(spend(approval(), commit, '/repo', untold)).toBe('not-checked');
    const alike = issue(commit, '/repo', untold);
    expect(spend(alike, commit, '/repo', untold)).toBe('spent');
  });
  it('cannot be forged or copied', () => {
    const given = approval();
    expect(spend({ ...given }, commit, '/repo', now)).toBe('not-approved');
    const forged = { canonical: commit.canonical, repository: '/repo', shown: now } as unknown as Approval;
    expect(spend(forged, commit, '/repo', now)).toBe('not-approved');
  });
});

describe('types', () => {
  it('the unsafe call cannot be written: the type check fails as soon as one of these lines compiles', () => {
    type Parts = [runner: Runner, run: RunApproved, read: ReadOnlyCommand, write: MutatingCommand, approval: Approval];
    const unwritable = (...[runner, run, read, write, approval]: Parts) => {
      const request = { repository: '/repo', origin: 'cli' } as const;
      const { verdict, hardening } = read;
      const lookAlike = {
        program: 'git',
        args: ['push'],
        canonical: 'git push',
        subcommand: 'push',
        verdict,
        hardening,
      } as const;
      // @ts-expect-error a mutating command is no read
      void runner.read(write, request);
      // @ts-expect-error a command of unknown class is no read
      void runner.read(commandOf('git log'), request);
      // @ts-expect-error a look-alike is no read
      void runner.read(lookAlike, request);
      // @ts-expect-error a write needs an approval
      void run(write, request);
      // @ts-expect-error a look-alike is no approval
      void run(write, { canonical: write.canonical, repository: '/repo' }, request);
      // @ts-expect-error a read-only command does not take the write path
      void run(read, approval, request);
    };
    expect(unwritable).toBeTypeOf('function');
  });
});
