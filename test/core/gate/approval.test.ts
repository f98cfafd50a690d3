import { describe, expect, it } from 'vitest';
import type { MutatingCommand, ReadOnlyCommand } from '../../../src/core/command/command.ts';
import { type Approval, askPerson, spend } from '../../../src/core/gate/approval.ts';
import type { Runner } from '../../../src/core/run/runner.ts';
import { commandOf } from '../../support/verdict-of.ts';

const commit = commandOf('git commit -m x') as MutatingCommand;
const says = (answer: boolean) => ({ confirm: async () => answer });
const approved = async () => {
  const approval = await askPerson(says(true), commit, '/repo', 'cli');
  if (!approval) throw new Error('the person said yes');
  return approval;
};

describe('an approval', () => {
  it('is not given when the person declines', async () => {
    expect(await askPerson(says(false), commit, '/repo', 'cli')).toBeUndefined();
  });
  it('is good for one run', async () => {
    const approval = await approved();
    expect([spend(approval, commit, '/repo'), spend(approval, commit, '/repo')]).toEqual([true, false]);
  });
  it('is for that command in that repository, and a wrong use does not spend it', async () => {
    const approval = await approved();
    const other = commandOf('git commit -m y') as MutatingCommand;
    expect([
      spend(approval, other, '/repo'),
      spend(approval, commit, '/other'),
      spend(approval, commit, '/repo'),
    ]).toEqual([false, false, true]);
  });
  it('cannot be forged or copied', async () => {
    const approval = await approved();
    expect(spend({ ...approval }, commit, '/repo')).toBe(false);
    expect(spend({ canonical: commit.canonical, repository: '/repo' } as Approval, commit, '/repo')).toBe(false);
  });
});

describe('types', () => {
  it('the unsafe call cannot be written: the type check fails as soon as one of these lines compiles', () => {
    const unwritable = (runner: Runner, read: ReadOnlyCommand, write: MutatingCommand, approval: Approval) => {
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
      void runner.write(write, request);
      // @ts-expect-error a look-alike is no approval
      void runner.write(write, { canonical: write.canonical, repository: '/repo' }, request);
      // @ts-expect-error a read-only command does not take the write path
      void runner.write(read, approval, request);
    };
    expect(unwritable).toBeTypeOf('function');
  });
});
