import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { disk } from '../../../src/core/repository/files.ts';
import { type Operation, operationsIn, type RootRefs, rootRefsOf } from '../../../src/core/repository/operation.ts';
import { commandOf } from '../../support/verdict-of.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { countingGit } from './status/scan-support.ts';
import { commit, newRepository, refFormats, stopping, write } from './support.ts';

const folder = temporaryFolder();
const { git: reader } = countingGit();
const found = (repository: string, gitDirectory = join(repository, '.git')) =>
  operationsIn(gitDirectory, disk, rootRefsOf(reader, repository));

describe.each(refFormats(folder))('in a real repository with %s', format => {
  let repository = '';
  let count = 0;
  beforeEach(() => {
    repository = newRepository(folder, `${format}${count++}`, format);
    for (const text of ['1', '2', '3']) commit(repository, { f: `${text}\n` }, text);
    git(repository, 'checkout', '-qb', 'topic', 'HEAD~2');
    for (const text of ['a', 'b']) commit(repository, { f: `${text}\n` }, text);
  });

  const sequence = (name: string) => ({
    continue: `git ${name} --continue`,
    skip: `git ${name} --skip`,
    abort: `git ${name} --abort`,
  });
  const merge = { continue: 'git merge --continue', abort: 'git merge --abort' };

  it('nothing', async () => expect(await found(repository)).toEqual([]));

  const oid = () => expect.stringMatching(/^[0-9a-f]{7}$/);
  /** Where refs are in tables the reflog, which has the word for it, is no file. */
  const onto = () => expect.stringMatching(format === 'files' ? /^main$/ : /^[0-9a-f]{7}$/);
  const rebase = { progress: { step: 1, of: 2 }, names: { from: 'topic', onto: onto() }, commands: sequence('rebase') };
  const pick = { progress: null, names: { from: format === 'files' ? oid() : expect.anything(), onto: null } };

  it.each<[string, string[], Operation]>([
    [
      'merge',
      ['merge', 'main'],
      { kind: 'merge', progress: null, names: { from: 'main', onto: null }, commands: merge },
    ],
    ['rebase', ['rebase', 'main'], { kind: 'rebase', ...rebase }],
    ['rebase by patches', ['rebase', '--apply', 'main'], { kind: 'rebase', ...rebase }],
    ['one pick', ['cherry-pick', 'main'], { kind: 'cherry-pick', ...pick, commands: sequence('cherry-pick') }],
    ['one revert', ['revert', 'HEAD~1'], { kind: 'revert', ...pick, commands: sequence('revert') }],
  ])('%s, and none after its abort', async (_, args, operation) => {
    stopping(repository, ...args);
    expect(await found(repository)).toEqual([operation]);
    git(repository, ...(operation.commands.abort ?? '').split(' ').slice(1));
    expect(await found(repository)).toEqual([]);
  });

  it('am', async () => {
    write(repository, { patches: git(repository, 'format-patch', '--stdout', '-2', 'main') });
    stopping(repository, 'am', 'patches');
    expect(await found(repository)).toEqual([
      { kind: 'am', progress: { step: 1, of: 2 }, names: { from: null, onto: null }, commands: sequence('am') },
    ]);
  });

  it.each([
    ['cherry-pick', ['main~1', 'main']],
    ['revert', ['HEAD~1', 'HEAD~2']],
  ])('several of %s, one committed by hand', async (kind, commits) => {
    stopping(repository, kind, '--no-edit', ...commits);
    commit(repository, { f: 'by hand\n' });
    expect(existsSync(join(repository, '.git', 'CHERRY_PICK_HEAD'))).toBe(false);
    expect(await found(repository)).toMatchObject([{ kind }]);
  });

  it('a bisection in its own words, with a merge inside it', async () => {
    git(repository, 'bisect', 'start', '--term-old', 'fast', '--term-new', 'slow');
    const bisect: Operation = {
      kind: 'bisect',
      progress: null,
      names: { from: 'topic', onto: null },
      commands: { good: 'git bisect fast', bad: 'git bisect slow', skip: 'git bisect skip', abort: 'git bisect reset' },
    };
    expect(await found(repository)).toEqual([bisect]);
    stopping(repository, 'merge', 'main');
    expect(await found(repository)).toMatchObject([{ kind: 'merge', progress: null, commands: merge }, bisect]);
  });

  it('in a linked work tree, of that one alone', async () => {
    const linked = join(folder, `${format}-linked`);
    git(repository, 'worktree', 'add', '-q', '--detach', linked);
    for (const kind of ['merge', 'cherry-pick'] as const) {
      stopping(linked, kind, 'main');
      expect(await found(repository)).toEqual([]);
      const there = join(repository, '.git', 'worktrees', `${format}-linked`);
      expect(await found(linked, there)).toMatchObject([{ kind }]);
      git(linked, kind, '--abort');
    }
  });
});

describe('from files alone', () => {
  const from = (files: Record<string, string>, rootRefs: RootRefs = async () => expect.unreachable()) => {
    const exists = async (path: string) =>
      Object.keys(files).some(name => name === path || name.startsWith(`${path}/`));
    return operationsIn('git', { readFile: async path => files[path], exists }, rootRefs);
  };

  it('git is asked where refs are in tables and a message waits, and nowhere else', async () => {
    const [tables, message] = [{ 'git/reftable/tables.list': '' }, { 'git/MERGE_MSG': '' }];
    for (const files of [{}, tables, message, { ...tables, ...message, 'git/MERGE_HEAD': '' }]) await from(files);
    expect(await from({ ...tables, ...message }, async () => ['REVERT_HEAD', ''])).toMatchObject([{ kind: 'revert' }]);
    expect(await from({ ...tables, ...message }, async () => [''])).toEqual([]);
  });

  it('a rebase outweighs the merge or pick it is in the middle of', async () => {
    const files = { 'git/rebase-merge/msgnum': '3\n', 'git/rebase-merge/end': '12\n', 'git/MERGE_HEAD': '' };
    expect(await from(files)).toMatchObject([{ kind: 'rebase', progress: { step: 3, of: 12 } }]);
  });

  it('damaged counts are none', async () => {
    expect(await from({ 'git/rebase-merge/msgnum': 'x' })).toMatchObject([{ kind: 'rebase', progress: null }]);
  });

  it('every command is one for the gate, whatever the files say', async () => {
    const terms = { 'git/BISECT_START': '', 'git/BISECT_TERMS': "it's bad; $(x)\n--help\n" };
    const heads = ['rebase-merge', 'rebase-apply/applying', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'];
    const all = await Promise.all([terms, ...heads.map(name => ({ [`git/${name}`]: '' }))].map(files => from(files)));
    const commands = all.flat().flatMap(({ commands }) => Object.values(commands));
    expect(commands).toContain(`git bisect 'it'\\''s bad; $(x)'`);
    expect(commands.map(command => commandOf(command).verdict.class)).not.toContain('read-only');
  });

  it.each([
    ["Merge branch 'topic'\n", 'topic'],
    ["Merge branch 'topic' into main\n", 'topic'],
    ["Merge remote-tracking branch 'origin/topic'\n", 'origin/topic'],
    ["Merge branches 'one' and 'two'\n", 'one, two'],
    ['Whatever somebody wrote\n', '0123456'],
    ['', '0123456'],
  ])('a merge is named by its message, else by its commit: %j', async (message, from_) => {
    const files = { 'git/MERGE_HEAD': `${'0123456789'.repeat(4)}\n`, 'git/MERGE_MSG': message };
    expect(await from(files)).toMatchObject([{ kind: 'merge', names: { from: from_, onto: null } }]);
  });

  it('a rebase is named by its branch and by the word it was started with', async () => {
    const files = {
      'git/rebase-merge/head-name': 'refs/heads/feature/x\n',
      'git/rebase-merge/onto': `${'0123456789'.repeat(4)}\n`,
    };
    expect(await from(files)).toMatchObject([{ names: { from: 'feature/x', onto: '0123456' } }]);
    const log = ['0 1 A <a> 1 +0000\trebase (start): checkout old', '1 2 A <a> 1 +0000\tcommit: rebase: checkout x'];
    const named = {
      ...files,
      'git/logs/HEAD': `${[...log, '2 3 A <a> 2 +0000\trebase -i (start): checkout main'].join('\n')}\n`,
    };
    expect(await from(named)).toMatchObject([{ names: { from: 'feature/x', onto: 'main' } }]);
  });
});
