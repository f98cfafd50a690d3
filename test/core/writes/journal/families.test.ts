import { chmodSync, cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { some } from '../matrix/sample.ts';
import { journalWith, recorded, repositoryAt, runGit, thereAndBack } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();

/** A copy of one, since making it takes longer; git is to know the files of the copy. */
function copyOf(original: string): string {
  const folder = join(mkdtempSync(join(parent, 'copy-')), 'repo');
  cpSync(original, folder, { recursive: true, verbatimSymlinks: true });
  git(folder, 'update-index', '-q', '--refresh');
  return folder;
}

const originals = new Map<() => string, string>();
const made = (make: () => string) => () => {
  const original = originals.get(make) ?? make();
  originals.set(make, original);
  return copyOf(original);
};

const busy = made(makeBusy);
const dirty = made(makeDirty);

/** A repository in use: history, branches, tags, stashes. */
function makeBusy(): string {
  const folder = join(mkdtempSync(join(parent, 'busy-')), 'repo');
  git(parent, 'init', '-q', folder);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  commit(folder, { 'a.txt': 'a1\n', 'b.txt': 'b1\n', 'dir/c.txt': 'c1\n', '.gitignore': 'ignored*\nbuild/\n' }, 'one');
  commit(folder, { 'a.txt': 'a1\na2\n', 'dir/deep/d.txt': 'd1\n' }, 'two');
  git(folder, 'branch', 'side');
  commit(folder, { 'b.txt': 'b1\nb2\n', 'e.sh': '#!/bin/sh\n' }, 'three');
  chmodSync(join(folder, 'e.sh'), 0o755);
  commit(folder, { 'a.txt': 'a1\na2\na3\n' }, 'four');
  git(folder, 'switch', '-q', 'side');
  commit(folder, { 'side.txt': 's1\n', 'dir/c.txt': 'c1\nside\n' }, 'side one');
  commit(folder, { 'side.txt': 's1\ns2\n' }, 'side two');
  git(folder, 'switch', '-q', 'main');
  git(folder, 'tag', 'light', 'HEAD~1');
  git(folder, 'tag', '-a', '-m', 'a note', 'heavy', 'HEAD~2');
  for (const text of ['first\n', 'second\n', 'third\n']) {
    write(folder, { 'a.txt': text });
    git(folder, 'stash', 'push', '-qm', text.trim());
  }
  return folder;
}

/** The same with work in it that is nowhere else: staged and unstaged edits, untracked and ignored files, folders. */
function makeDirty(): string {
  const folder = busy();
  write(folder, { 'b.txt': 'b staged\n', 'new-staged.txt': 'n\n' });
  git(folder, 'add', 'b.txt', 'new-staged.txt');
  write(folder, {
    'b.txt': 'b staged and edited\n',
    'dir/c.txt': 'c edited\n',
    'untracked.txt': 'u\n',
    'un/tr/x': 'x\n',
  });
  write(folder, { ignored: 'i\n', 'build/out.o': 'o\n', 'build/empty/.keep': '' });
  mkdirSync(join(folder, 'hollow/inner'), { recursive: true });
  mkdirSync(join(folder, 'build/hollow'), { recursive: true });
  symlinkSync('nowhere', join(folder, 'dangling'));
  chmodSync(join(folder, 'untracked.txt'), 0o600);
  writeFileSync(join(folder, 'run.sh'), 'echo\n', { mode: 0o755 });
  return folder;
}

const onDirty: readonly string[] = [
  'reset --hard HEAD~3',
  'reset --hard',
  'reset HEAD~2',
  'reset --soft HEAD~2',
  'reset -- b.txt',
  'clean -fdx',
  'clean -fd',
  'clean -fdX',
  'checkout -- .',
  'checkout -f side',
  'checkout HEAD~2 -- a.txt',
  'restore b.txt dir/c.txt',
  'restore --staged .',
  'restore --source=HEAD~3 --staged --worktree .',
  'branch -D side',
  'branch -m side other/side',
  'branch -m main trunk',
  'branch new',
  'stash push',
  'stash push -u',
  'stash push -a',
  'stash drop stash@{1}',
  'stash drop',
  'stash clear',
  'tag -d heavy',
  'tag -d light',
  'tag -f light',
  'commit -m staged',
  'commit -am all',
  'commit --amend -m amended',
  'add -A',
  'add untracked.txt',
  'add -f ignored',
  'add -N untracked.txt',
  'rm -rf dir',
  'rm --cached a.txt',
  'mv dir moved',
  'mv -f a.txt untracked.txt',
  'update-ref refs/heads/side HEAD',
  'update-ref -d refs/heads/side',
  'switch -c topic',
  'checkout --detach',
  'config some.key value',
  'update-index --assume-unchanged a.txt',
  'symbolic-ref HEAD refs/heads/side',
];

const onClean: readonly string[] = [
  'merge side',
  'merge --no-commit --no-ff side',
  'rebase side',
  'rebase --onto HEAD~3 HEAD~1',
  'cherry-pick side~1',
  'cherry-pick side~1 side',
  'revert --no-edit HEAD~1',
  'revert --no-commit HEAD HEAD~1',
  'switch side',
  'checkout light',
  'stash pop',
  'stash apply stash@{2}',
  'stash branch fixed',
  'filter-branch -f --msg-filter cat%-n -- --all',
  'filter-branch -f --tree-filter rm%-f%a.txt -- main',
  'rm -r dir',
  'bisect start HEAD HEAD~3',
];

describe('8.6 undo gives back what was there, redo what came', () => {
  it.each(some(onDirty, 'families', 22))('git %s, with work in the tree', async line => {
    await thereAndBack(journal, dirty(), line.split(' '));
  });

  it.each(onClean)('git %s', async line => {
    const words = line.split(' ').map(word => word.replaceAll('%', ' '));
    await thereAndBack(journal, busy(), words);
  });
});

describe('8.6 operations that stop in the middle', () => {
  const conflict = made(() => {
    const folder = busy();
    git(folder, 'switch', '-q', 'side');
    commit(folder, { 'a.txt': 'of side\n' }, 'clash');
    commit(folder, { 'z.txt': 'z\n' }, 'after the clash');
    git(folder, 'switch', '-q', 'main');
    write(folder, { 'loose.txt': 'l\n' });
    return folder;
  });
  it.each(['merge side', 'rebase side', 'rebase main side', 'cherry-pick side~3..side', 'revert --no-edit HEAD~3'])(
    'git %s',
    async line => {
      const { entry } = await thereAndBack(journal, conflict(), line.split(' '));
      expect(entry.outcome).toBe('failed');
    },
  );

  it.each([
    ['merge side', 'merge --abort'],
    ['merge side', 'reset --hard'],
    ['merge side', 'checkout -f side'],
    ['merge side', 'add -A'],
    ['merge side', 'commit -am done'],
    ['rebase side', 'rebase --abort'],
    ['rebase side', 'rebase --skip'],
    ['rebase side', 'rebase --quit'],
    ['cherry-pick side~1 side', 'cherry-pick --abort'],
    ['cherry-pick side~1 side', 'cherry-pick --skip'],
  ])('after git %s: git %s', async (first, line) => {
    const folder = conflict();
    expect(runGit(folder, first.split(' ')).ok).toBe(false);
    write(folder, { 'a.txt': 'half resolved\n' });
    await thereAndBack(journal, folder, line.split(' '));
  });
});

describe('8.6 what leaves the machine or comes in', () => {
  const withRemote = (): string => {
    const folder = busy();
    git(parent, 'clone', '-q', '--bare', folder, `${folder}-remote.git`);
    git(folder, 'remote', 'add', 'origin', `${folder}-remote.git`);
    git(folder, 'fetch', '-q', 'origin');
    git(folder, 'branch', '-q', '-u', 'origin/main', 'main');
    return folder;
  };

  it('git pull', async () => {
    const folder = withRemote();
    git(folder, 'reset', '-q', '--hard', 'HEAD~2');
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    write(folder, { 'u.txt': 'u\n' });
    await thereAndBack(journal, folder, ['pull']);
  });

  it('git fetch --prune and git remote remove', async () => {
    const folder = withRemote();
    git(`${folder}-remote.git`, 'branch', '-D', 'side');
    await thereAndBack(journal, folder, ['fetch', '--prune']);
    await thereAndBack(journal, folder, ['remote', 'remove', 'origin']);
  });

  it('git push is not undone but told how to', async () => {
    const folder = withRemote();
    commit(folder, { 'a.txt': 'pushed\n' }, 'five');
    const [from, to] = ['HEAD~1', 'HEAD'].map(rev => git(folder, 'rev-parse', rev).trim());
    const remote = [{ remote: 'origin', ref: 'refs/heads/main', from: from ?? '', to: to ?? '', forced: false }];
    const result = await recorded(journal, folder, ['push', 'origin', 'main'], { remote });
    expect(result).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(git(folder, 'ls-remote', 'origin')).not.toContain('sluice');
    const planned = await journal.planUndo(await repositoryAt(folder));
    const lease = `git push --force-with-lease=refs/heads/main:${to} origin ${from}:refs/heads/main`;
    expect(planned).toMatchObject({ ok: false, code: 'only-remote', reverts: [lease] });
    expect(runGit(folder, lease.split(' ').slice(1)).ok).toBe(true);
    expect(git(folder, 'ls-remote', 'origin', 'refs/heads/main')).toContain(from);
  });
});
