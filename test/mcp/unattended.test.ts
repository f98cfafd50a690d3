import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { UnattendedTerms } from '../../src/core/writes/unattended.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { newRepository } from '../core/writes/rig.ts';
import { type Connection, closeConnections, connect, ERAS, yes } from './support.ts';

afterAll(closeConnections);

const BOTH = new Set(['local', 'remote'] as const);
const command = 'git branch made';
const allowed = { command, allow_mutation: true };
const isMade = ({ git: here }: Connection) => here('branch', '--list', 'made') !== '';

/** What changed, by what a person would look at. */
const stateOf = ({ git: here }: Connection) =>
  here('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags') + here('status', '--short');

async function journalOf({ session, repository }: Connection) {
  const { journal } = await session.core.writes();
  const found = session.core.repositories.list().find(({ root }) => root === repository);
  return found === undefined ? [] : journal.list(found);
}

describe.each(ERAS)('8.11 a server of %s with nobody there', era => {
  const alone = (given: Partial<UnattendedTerms> = {}) => connect({ era, answers: [], alone: given });

  it('writes when the start and the call both say so, in the name that was declared', async () => {
    const connection = await alone();
    expect(await connection.call('git_execute', allowed)).toMatch(/^Ran: git branch made/);
    expect(await journalOf(connection)).toMatchObject([{ command, origin: 'mcp', actor: 'nightly', outcome: 'ok' }]);
    expect(connection.asked).toEqual([]);
  });

  it('undoes on the same terms, and notes who did', async () => {
    const connection = await alone();
    await connection.call('git_execute', allowed);
    expect(await connection.call('git_undo', {})).toMatch(/^Error \(mutation-not-allowed\)/);
    expect(isMade(connection)).toBe(true);
    expect(await connection.call('git_undo', { allow_mutation: true })).not.toContain('Error');
    expect(isMade(connection)).toBe(false);
    expect((await journalOf(connection)).map(({ actor }) => actor)).toEqual(['nightly', 'nightly']);
  });

  it('says that the half of the call is missing, and does not ask the client', async () => {
    const connection = await alone();
    for (const input of [{ command }, { command, allow_mutation: false }])
      expect(await connection.call('git_execute', input)).toMatch(
        /^Error \(mutation-not-allowed\)[\s\S]*allow_mutation: true/,
      );
    expect(isMade(connection)).toBe(false);
    expect(connection.asked).toEqual([]);
  });

  it('says that the half of the start is missing', async () => {
    const connection = await alone({ classes: new Set(['remote']) });
    expect(await connection.call('git_execute', allowed)).toMatch(/^Error \(class-not-allowed\)[\s\S]*--allow local/);
    expect(isMade(connection)).toBe(false);
  });

  it('takes allow_mutation for nothing where nothing was declared: the client is asked', async () => {
    const connection = await connect({ era, answers: [yes] });
    expect(await connection.call('git_execute', allowed)).toMatch(/^Ran: /);
    expect(connection.asked).toHaveLength(1);
    const shows = await connect({ era });
    expect(await shows.call('git_execute', allowed)).toMatch(/^Error \(nobody-to-ask\)/);
    expect(isMade(shows)).toBe(false);
  });

  it('reads on when its writes are used up, also by a plan and by parallel calls', async () => {
    const connection = await alone({ mostWrites: 2 });
    const commands = ['one', 'two', 'three'].map(name => `git branch ${name}`);
    expect(await connection.call('git_plan', { commands, allow_mutation: true })).toMatch(/^Error \(budget-spent\)/);
    const calls = commands.map(each => connection.call('git_execute', { command: each, allow_mutation: true }));
    const answers = await Promise.all(calls);
    expect(answers.filter(text => text.startsWith('Ran: '))).toHaveLength(2);
    expect(answers.filter(text => text.startsWith('Error (budget-spent)'))).toHaveLength(1);
    expect(await connection.call('git_read', { command: 'git log --format=%s' })).toContain('first');
    expect(connection.git('branch', '--format=%(refname:short)').trim().split('\n')).toHaveLength(3);
  });

  it.each([
    'git reset --hard',
    'git clean -fd',
    'git checkout -- file.txt',
    'git branch -D topic',
    'git branch -f topic main',
    'git branch -m topic other',
    'git tag -d v1',
    'git push --force origin main',
    'git push https://example.com/x.git main',
    'git config user.name Bob',
    'git -c alias.x=!touch x',
    'git remote add evil https://example.com/x.git',
    'git gc --prune=now',
    'git notes add -m x',
    'git submodule update --init',
    'git worktree add ../elsewhere',
    'gh repo delete octo/demo --yes',
  ])('never runs %s, alone or in a plan', async destructive => {
    const connection = await alone({ classes: BOTH, mostWrites: 99 });
    connection.git('branch', 'topic');
    connection.git('commit', '-q', '--allow-empty', '-m', 'second');
    connection.git('tag', 'v1');
    writeFileSync(join(connection.repository, 'file.txt'), 'changed\n');
    const before = stateOf(connection);
    const tool = destructive.startsWith('gh ') ? 'gh_execute' : 'git_execute';
    expect(await connection.call(tool, { command: destructive, allow_mutation: true })).toMatch(/^Error \(/);
    expect(await connection.call('git_plan', { commands: [destructive], allow_mutation: true })).toMatch(/^Error \(/);
    expect(stateOf(connection)).toBe(before);
    expect(connection.asked).toEqual([]);
  });

  it('writes in no repository but those of its folders', async () => {
    const elsewhere = temporaryFolder();
    const connection = await alone({ roots: [elsewhere] });
    expect(await connection.call('git_execute', allowed)).toMatch(/^Error \(not-unattended\)[\s\S]*--root/);
    const other = newRepository().repository;
    const both = await connect({ era, alone: { roots: [other] }, repositories: [other] });
    expect(await both.call('git_execute', { ...allowed, repository: both.repository })).toMatch(/^Error \(/);
    expect(await both.call('git_execute', allowed)).toMatch(/^Ran: /);
    expect([isMade(both), git(other, 'branch', '--list', 'made') !== '']).toEqual([false, true]);
  });
});
