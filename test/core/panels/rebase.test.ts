import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { environment, git, temporaryFolder } from '../git/support.ts';
import { commit, newRepository, write } from '../repository/support.ts';
import { until } from '../repository/watch/support.ts';
import { makeChain } from './chain.ts';

const run = promisify(execFile);
const parent = temporaryFolder();
let folders = 0;
let folder: string;
let repo: string;

beforeEach(() => {
  folder = join(parent, String(++folders));
  mkdirSync(join(folder, 'home'), { recursive: true });
  repo = newRepository(folder);
  commit(repo, { 'a.txt': 'a\n', 'src/b.txt': 'b\n' }, 'first');
});

/** git as a terminal beside the editor would run it, without holding us up. */
function outside(...args: string[]) {
  const identity = {
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'a@b.c',
  };
  return run('git', args, { cwd: repo, env: { ...environment, ...identity, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' } });
}

/** A branch of so many commits, each to one of a few files. */
function branchOf(commits: number): string {
  const who = 'Ada <a@b.c> 1700000000 +0000';
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const each = (_: unknown, i: number) =>
    [
      `commit refs/heads/topic\ncommitter ${who}\n${data(`commit ${i}`)}`,
      i === 0 ? 'from refs/heads/main^0\n' : '',
      `M 100644 inline topic/${i % 20}.txt\n${data(`content ${i}\n`)}`,
    ].join('');
  return Array.from({ length: commits }, each).join('\n');
}

describe('6.2 a long rebase outside', () => {
  it('costs a bounded number of runs, and what is seen is right afterwards', { timeout: 120_000 }, async () => {
    const importing = run('git', ['fast-import', '--quiet'], { cwd: repo, env: environment });
    importing.child.stdin?.end(branchOf(500));
    await importing;
    commit(repo, { 'a.txt': 'changed on main\n' }, 'main goes on');
    git(repo, 'switch', '-q', 'topic');
    write(repo, { 'untracked.txt': 'mine\n' });
    const chain = await makeChain(folder, [repo]);
    const seen = [
      await chain.show('git log --oneline -30'),
      await chain.show('git diff main --stat'),
      await chain.show('git status'),
    ];
    const hidden = await chain.show('git log --all --oneline', repo, false);
    const before = chain.processes();
    expect(before).toBe(4);

    await outside('rebase', '--merge', 'main');
    expect(git(repo, 'rev-list', '--count', 'main..topic')).toBe('500\n');
    await chain.right(...seen);
    expect(chain.processes()).toBeLessThan(40);
    expect(chain.processes()).toBeGreaterThan(before);
    expect(chain.stdout(seen[0] ?? '')).toBe(git(repo, 'log', '--oneline', '-30'));
    expect([chain.runs(hidden), chain.isRight(hidden)]).toEqual([1, false]);
    await chain.live.read(hidden);
    expect(chain.isRight(hidden)).toBe(true);
  });
});

describe('6.1 what changes outside reaches the panels that show it', () => {
  it('a commit', async () => {
    const chain = await makeChain(folder, [repo]);
    const log = await chain.show('git log --oneline');
    const remotes = await chain.show('git remote -v');
    await outside('commit', '-q', '--allow-empty', '-m', 'from outside');
    await until(() => chain.stdout(log)?.includes('from outside') === true);
    await chain.right(log);
    expect(chain.runs(remotes)).toBe(1);
  });

  it('an edit, and the log is left alone', async () => {
    const chain = await makeChain(folder, [repo]);
    const [log, diff, status] = [
      await chain.show('git log'),
      await chain.show('git diff'),
      await chain.show('git status -s'),
    ];
    write(repo, { 'a.txt': 'edited\n' });
    await until(() => chain.stdout(diff)?.includes('+edited') === true && chain.stdout(status) === ' M a.txt\n');
    write(repo, { 'a.txt': 'edited twice\n' });
    await until(() => chain.stdout(diff)?.includes('+edited twice') === true);
    expect(chain.runs(log)).toBe(1);
  });

  it.each<[string, string, string[]]>([
    ['a remote’s ref', 'git log --all --format=%D', ['update-ref', 'refs/remotes/origin/main', 'HEAD']],
    ['packed refs', 'git for-each-ref', ['update-ref', '--no-deref', 'refs/heads/packed', 'HEAD']],
    ['a setting', 'git config --get-regexp ^alias', ['config', 'alias.st', 'status -s']],
    ['a stash', 'git stash list', ['stash', '-q', '-u']],
  ])('%s', async (_, text, change) => {
    git(repo, 'config', 'alias.co', 'checkout');
    write(repo, { 'a.txt': 'for the stash\n' });
    git(repo, 'pack-refs', '--all');
    const chain = await makeChain(folder, [repo]);
    const id = await chain.show(text);
    const before = chain.stdout(id);
    await outside(...change);
    await until(() => chain.stdout(id) !== before);
    await chain.right(id);
  });

  it('a branch that is deleted from the packed refs', async () => {
    git(repo, 'branch', 'packed');
    git(repo, 'pack-refs', '--all');
    const chain = await makeChain(folder, [repo]);
    const id = await chain.show('git branch --format=%(refname)');
    await outside('branch', '-D', 'packed');
    await until(() => chain.stdout(id) === 'refs/heads/main\n');
  });

  it('a commit in a linked work tree, there and where the branch is shown', async () => {
    git(repo, 'worktree', 'add', '-q', '../linked', '-b', 'other');
    const linked = join(folder, 'linked');
    const chain = await makeChain(folder, [repo, linked]);
    const ids = [await chain.show('git log other --oneline'), await chain.show('git log --oneline', linked)];
    await outside('-C', linked, 'commit', '-q', '--allow-empty', '-m', 'linked');
    await until(() => ids.every(id => chain.stdout(id)?.includes('linked')));
    await chain.right(...ids);
  });

  it('a commit in a submodule', async () => {
    newRepository(folder, 'lib');
    commit(join(folder, 'lib'), { 'lib.txt': 'lib\n' });
    git(repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'lib');
    git(repo, 'commit', '-qm', 'with lib');
    const chain = await makeChain(folder, [repo]);
    const ids = [await chain.show('git status -s'), await chain.show('git -C lib log --oneline')];
    await outside('-C', 'lib', 'commit', '-q', '--allow-empty', '-m', 'inside');
    await until(
      () => chain.stdout(ids[0] ?? '') === ' M lib\n' && chain.stdout(ids[1] ?? '')?.includes('inside') === true,
    );
  });

  it('in one of two roots, and not in the other', async () => {
    const two = newRepository(folder, 'two');
    commit(two, { 'x.txt': 'x\n' });
    const chain = await makeChain(folder, [repo, two]);
    const [here, there] = [await chain.show('git log --oneline', two), await chain.show('git log --oneline')];
    git(two, 'commit', '-q', '--allow-empty', '-m', 'second');
    await until(() => chain.stdout(here)?.includes('second') === true);
    expect(chain.runs(there)).toBe(1);
  });

  it('our own reads reach none', async () => {
    write(repo, { 'a.txt': 'dirty\n' });
    const chain = await makeChain(folder, [repo]);
    const [log, diff] = [await chain.show('git log'), await chain.show('git diff')];
    await chain.show('git describe --always --dirty');
    git(repo, 'tag', 'mark');
    await until(() => chain.runs(log) === 2);
    await chain.right(log);
    expect(chain.runs(diff)).toBe(1);
  });
});
