import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git as runGit } from '../core/git/support.ts';
import { stopping } from '../core/repository/support.ts';
import { type AskedForm, type Connection, closeConnections, connect, ERAS, no, typed, yes } from './support.ts';

afterAll(closeConnections);

const change = (repository: string) => writeFileSync(join(repository, 'file.txt'), 'changed\n');

describe.each(ERAS)('a write asked about in a client of %s', era => {
  it('shows the command and what it would do, runs on yes and can be taken back', async () => {
    const { call, asked, git } = await connect({ era, answers: [yes, yes] });
    const answer = await call('git_execute', { command: 'git branch made' });
    expect(answer).toMatch(/^Ran: git branch made/);
    expect(asked[0]?.message).toContain('git branch made\n  in ');
    expect(asked[0]?.message).toContain("Creates the branch 'made'.");
    expect(asked[0]?.fields).toEqual(['run', 'reason']);
    const [, id = ''] = /git_undo\(\{"id":"([^"]+)"/.exec(answer) ?? [];
    expect(await call('git_undo', { id })).not.toContain('Error');
    expect(asked[1]?.message).toContain('May this be undone?');
    expect(git('branch', '--list', 'made')).toBe('');
  });

  it('shows a push from a sandbox with its files, and lets nothing out without a yes', async () => {
    const { call, asked, git } = await connect({ era, answers: [no, yes] });
    await call('sandbox_write', { path: 'a.txt', content: 'one\n' });
    await call('sandbox_write', { path: 'run', content: '#!/bin/sh\n', executable: true });
    const [, commitId = ''] =
      /^Staged \[([0-9a-f]{6})\]/.exec(await call('sandbox_stage', { files: ['.'], message: 'Made apart' })) ?? [];
    const push = { commitId, target: { type: 'local', path: '.', branch: 'made' } };
    expect(await call('sandbox_push', push)).toMatch(/^Error \(declined\).*Their reason: not today/);
    expect(git('branch', '--list', 'made')).toBe('');
    expect(asked[0]?.message).toMatch(/^May this leave the sandbox\?\nPush [0-9a-f]{6} "Made apart" to made in /);
    expect(asked[0]?.message).toContain('a new branch from');
    expect(asked[0]?.message).toContain(
      'Files (2):\n  + /workspace/a.txt (0.0 KB)\n  + /workspace/run (0.0 KB, executable)',
    );
    expect(asked[0]?.fields).toEqual(['run', 'reason']);
    expect(await call('sandbox_push', push)).toMatch(/^Pushed to made: commit /);
    expect(git('show', 'made:a.txt')).toBe('one\n');
  });

  it.each([
    ['no with a reason', no, /^Error \(declined\).*Their reason: not today/],
    ['decline', { action: 'decline' }, /^Error \(declined\)/],
    ['cancel', { action: 'cancel' }, /^Error \(not-confirmed\)/],
    ['yes of another type', { action: 'accept', content: { run: true } }, /^Error \(not-confirmed\)/],
    ['yes in other words', { action: 'accept', content: { run: 'YES' } }, /^Error \(not-confirmed\)/],
    ['a field more', { action: 'accept', content: { run: 'yes', allow: 'always' } }, /^Error \(not-confirmed\)/],
    ['no content', { action: 'accept' }, /^Error \(not-confirmed\)/],
    ['what was not offered', { action: 'accept', content: { run: 'fetch first' } }, /^Error/],
  ] as const)('does not run on %s', async (_, answer, told) => {
    const { call, git } = await connect({ era, answers: [answer] });
    expect(await call('git_execute', { command: 'git branch made' })).toMatch(told);
    expect(git('branch', '--list', 'made')).toBe('');
  });

  it('shows what a resolved conflict becomes, and writes it on yes', async () => {
    const prepare = (repository: string) => {
      const git = (...args: string[]) => runGit(repository, ...args);
      git('switch', '-q', '-c', 'topic');
      change(repository);
      git('commit', '-qam', 'theirs');
      git('switch', '-q', 'main');
      writeFileSync(join(repository, 'file.txt'), 'ours\n');
      git('commit', '-qam', 'ours');
      stopping(repository, 'merge', 'topic');
    };
    const { call, asked, repository } = await connect({ era, answers: [no, yes], prepare });
    const [, id = ''] = / ([0-9a-f]{16}) lines 1-5/.exec(await call('conflict_list', {})) ?? [];
    const resolutions = [{ id, content: 'a third\n' }];
    expect(await call('conflict_resolve', { resolutions })).toMatch(/^Error \(declined\)/);
    expect(asked[0]?.message).toContain('May this be written?\nResolve 1 conflict in file.txt\n');
    expect(asked[0]?.message).toContain('\nWhat changes:\n  --- file.txt\n');
    expect(asked[0]?.message).toContain('\n  +a third');
    expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toContain('<<<<<<<');
    expect(await call('conflict_resolve', { resolutions })).toMatch(/^Done: 1 conflict resolved\./);
    expect(readFileSync(join(repository, 'file.txt'), 'utf8')).toBe('a third\n');
  });

  it('has the person type how many files would be lost', async () => {
    const answers = [yes, typed('yes'), typed('2'), typed('main'), typed(' 1 ')];
    const { call, asked, git } = await connect({ era, answers, prepare: change });
    for (const [at] of answers.entries()) {
      const answer = await call('git_execute', { command: 'git reset --hard' });
      expect(answer).toMatch(at === answers.length - 1 ? /^Ran: / : /^Error \(not-confirmed\)/);
      expect(git('status', '--short') === '').toBe(at === answers.length - 1);
    }
    expect(asked.map(({ fields }) => fields)).toEqual(answers.map(() => ['confirm']));
    expect(asked[0]?.message).toContain('type the number of files that would be lost');
  });

  it('has the person type the branch that would be gone', async () => {
    const answers = [yes, typed('main'), typed('topic')];
    const { call, asked, git } = await connect({ era, answers, prepare: change });
    git('switch', '-q', '-c', 'topic');
    git('commit', '-qam', 'more');
    git('switch', '-q', 'main');
    const command = 'git branch -D topic';
    expect(await call('git_execute', { command })).toMatch(/^Error \(not-confirmed\)/);
    expect(await call('git_execute', { command })).toMatch(/^Error \(not-confirmed\)/);
    expect(await call('git_execute', { command })).toMatch(/^Ran: /);
    expect(asked[0]?.message).not.toContain('To run it, type topic');
    expect(git('branch', '--list', 'topic')).toBe('');
  });

  it.each([
    ['HEAD', 'git branch made', here => here.git('commit', '-qam', 'meanwhile')],
    ['the branch', 'git commit -am more', here => here.git('switch', '-q', '-c', 'elsewhere')],
    ['the index', 'git commit -m more', here => here.git('add', 'file.txt')],
    ['the work tree', 'git commit -am more', here => writeFileSync(join(here.repository, 'file.txt'), 'again\n')],
    ['the config', 'git commit -am more', here => here.git('config', 'core.hooksPath', 'hooks')],
    ['a file that would be lost', 'git reset --hard', here => writeFileSync(join(here.repository, 'file.txt'), 'x\n')],
  ] satisfies [string, string, (here: Connection) => void][])(
    'asks anew when %s moves on while the question is open',
    async (_, command, move) => {
      const meanwhile = ({ fields }: AskedForm) => {
        move(connection);
        return fields.includes('confirm') ? typed('2') : yes;
      };
      const prepare = (repository: string) => {
        change(repository);
        writeFileSync(join(repository, 'staged.txt'), 'staged\n');
        runGit(repository, 'add', 'staged.txt');
      };
      const connection = await connect({ era, answers: [meanwhile, no], prepare });
      const before = connection.git('log', '-1', '--format=%T');
      expect(await connection.call('git_execute', { command })).toMatch(/^Error \((?:declined|not-confirmed)\)/);
      expect(connection.asked).toHaveLength(2);
      expect(connection.asked[1]?.message).toMatch(/changed while this waited/);
      expect(connection.git('branch', '--list', 'made')).toBe('');
      if (command !== 'git branch made') expect(connection.git('log', '-1', '--format=%T')).toBe(before);
    },
  );

  it('asks once about a plan, and about its destructive step by itself', async () => {
    const answers = [yes, typed('1')];
    const { call, asked, git } = await connect({ era, answers, prepare: change });
    const commands = ['git branch one', 'git log -1', 'git checkout -- file.txt'];
    expect(await call('git_plan', { commands })).toMatch(/^Plan done: 3 of 3/);
    expect(asked.map(({ fields }) => fields[0])).toEqual(['run', 'confirm']);
    expect(asked[0]?.message).toContain('2. git log -1\n   Only reads.');
    expect(git('status', '--short')).toBe('');
  });

  it('takes one answer for the same command asked twice at once', async () => {
    let both: () => void = () => {};
    const begun = new Promise<void>(resolve => {
      both = resolve;
    });
    const slow = () => begun.then(() => yes);
    const { call, git } = await connect({ era, answers: [slow, slow] });
    const command = 'git branch made';
    const calls = [call('git_execute', { command }), call('git_execute', { command })];
    setTimeout(both, 300);
    const answers = await Promise.allSettled(calls);
    const ran = answers.filter(each => each.status === 'fulfilled' && each.value.startsWith('Ran: '));
    expect(ran.length).toBeGreaterThan(0);
    expect(git('branch', '--list', 'made').trim()).toBe('made');
    expect(git('reflog', 'show', 'made').trim().split('\n')).toHaveLength(1);
  });

  it('shows nothing that hides or reorders what is asked', async () => {
    const { call, asked } = await connect({ era, answers: [no] });
    await call('git_execute', { command: 'git branch \u202emain\u200b' });
    expect(asked[0]?.message).not.toMatch(/[\u202e\u200b]/);
  });
});

describe('the state that a client of 2026-07-28 brings back', () => {
  const era = '2026-07-28';
  const command = 'git branch made';
  const ask = async () => {
    const connection = await connect({ era, answers: [] });
    const request = { name: 'git_execute', arguments: { command } };
    const first = await connection.client.request(
      { method: 'tools/call', params: request },
      { allowInputRequired: true },
    );
    return {
      ...connection,
      request,
      state: String(Object.entries(first).find(([name]) => name === 'requestState')?.[1]),
    };
  };
  const answer = { answer: yes };
  type Asked = Awaited<ReturnType<typeof ask>>;
  const bring = ({ client }: Asked, params: Record<string, unknown>) =>
    client.request({ method: 'tools/call', params }, { allowInputRequired: true });

  it('is good for one answer', async () => {
    const asked = await ask();
    const params = { ...asked.request, requestState: asked.state, inputResponses: answer };
    expect(await bring(asked, params)).toMatchObject({ isError: false, structuredContent: { status: 'done' } });
    asked.git('branch', '-D', 'made');
    await expect(bring(asked, params)).rejects.toThrow(/This question is over/);
    expect(asked.git('branch', '--list', 'made')).toBe('');
  });

  it.each([
    ['forged', { requestState: 'a1b2c3d4-0000-4000-8000-000000000000' }],
    ['empty', { requestState: '' }],
    ['another command', { arguments: { command: 'git branch -D main' } }],
    ['another field', { arguments: { command, allow_mutation: true } }],
    ['another tool', { name: 'git_plan', arguments: { commands: [command] } }],
  ])('is refused when it is %s', async (_, changed) => {
    const asked = await ask();
    const params = { ...asked.request, requestState: asked.state, inputResponses: answer, ...changed };
    await expect(bring(asked, params)).rejects.toThrow(/This question is over/);
    expect(asked.git('branch', '--list', 'made')).toBe('');
  });

  it('means no without an answer to what was asked', async () => {
    for (const inputResponses of [
      undefined,
      {},
      { other: yes },
      { answer: { method: 'elicitation/create', result: yes } },
    ]) {
      const asked = await ask();
      const params = { ...asked.request, requestState: asked.state, ...(inputResponses && { inputResponses }) };
      expect(await bring(asked, params)).toMatchObject({ isError: true, structuredContent: { code: 'not-confirmed' } });
      expect(asked.git('branch', '--list', 'made')).toBe('');
    }
  });

  it('comes anew with the same call, while the question is open', async () => {
    const asked = await ask();
    const again = await bring(asked, asked.request);
    expect(again).toMatchObject({ requestState: expect.not.stringMatching(asked.state) });
  });
});

describe('a client of 2025-11-25 that answers wrongly', () => {
  it.each([
    ['an error', () => Promise.reject(new Error('no form here'))],
    ['nothing', () => undefined],
    ['another action', () => ({ action: 'yes', content: { run: 'yes' } })],
    ['text', () => 'yes'],
  ])('does not run on %s', async (_, answer) => {
    const { call, git } = await connect({ era: '2025-11-25', answers: [answer as never] });
    expect(await call('git_execute', { command: 'git branch made' })).toMatch(/^Error \(not-confirmed\)/);
    expect(git('branch', '--list', 'made')).toBe('');
  });
});

describe('a question that nobody answers', () => {
  it('is a no when its time is over', async () => {
    const { call } = await connect({ era: '2025-11-25', answers: [() => new Promise(() => {})], questionMs: 100 });
    expect(await call('git_execute', { command: 'git branch made' })).toMatch(/^Error \(nobody-to-ask\)/);
  });
});
