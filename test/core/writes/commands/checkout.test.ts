import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture, predict } from '../impact/reality.ts';

const folder = temporaryFolder();
const ODD = ['a b', "it's", 'new\nline', 'ünï', '-dash', '*'];

/** main and other have parted: other has changed a, dropped gone and brought fresh. */
function parted(): string {
  const repository = fixture(folder);
  commit(repository, { a: 'a1\n', b: 'b1\n', 'sub/c': 'c1\n', gone: 'gone1\n' });
  git(repository, 'checkout', '-q', '-b', 'other');
  rmSync(join(repository, 'gone'));
  commit(repository, { a: 'a other\n', fresh: 'fresh\n', 'deep/er': 'deeper\n' });
  git(repository, 'checkout', '-q', 'main');
  commit(repository, { b: 'b main\n' });
  return repository;
}

/** Both words for it, in that order. */
const both = async (repository: string, ...words: string[]) => {
  await agrees(repository, ['switch', ...words]);
  return agrees(repository, ['checkout', ...words]);
};

describe('going to a branch', () => {
  it('keeps changes that are not in the way', async () => {
    const repository = parted();
    write(repository, { 'sub/c': 'mine\n', new: 'untracked\n' });
    const { predicted } = await both(repository, 'other');
    expect(predicted.sentences).toEqual(['Changes 5 files.']);
    expect([...predicted.files.items].sort()).toEqual(['a', 'b', 'deep/er', 'fresh', 'gone']);
  });

  it.each([
    ['an unstaged change', { a: 'mine\n' }, [], []],
    ['a staged change', { a: 'mine\n' }, ['a'], []],
    ['a change of a file that goes', { gone: 'mine\n' }, [], []],
    ['an untracked file', { fresh: 'mine\n' }, [], []],
    ['an untracked file with the same content', { fresh: 'fresh\n' }, [], []],
    ['a staged file', { fresh: 'mine\n' }, ['fresh'], []],
    ['a staged file with the same content', { fresh: 'fresh\n' }, ['fresh'], []],
    ['a staged change to the same', { a: 'a other\n' }, ['a'], []],
    ['an untracked file where a folder comes', { deep: 'mine\n' }, [], []],
    ['an untracked folder where a file comes', { 'fresh/in': 'mine\n' }, [], []],
    ['an ignored file', { fresh: 'mine\n', '.gitignore': 'fresh\n' }, [], ['fresh']],
    ['an ignored file where a folder comes', { deep: 'mine\n', '.gitignore': 'deep\n' }, [], ['deep']],
    ['ignored files where a file comes', { 'fresh/in': 'mine\n', '.gitignore': 'in\n' }, [], ['fresh/in']],
  ])('%s', async (_, files: Record<string, string>, staged: string[], lost: string[]) => {
    const repository = parted();
    write(repository, files);
    if (staged.length > 0) git(repository, 'add', ...staged);
    const { predicted } = await both(repository, 'other');
    expect(predicted.lost.items).toEqual(lost);
    await both(repository, '-f', 'other');
    await agrees(repository, ['checkout', '--no-overwrite-ignore', 'other']);
  });

  it('deleted files, modes, links', async () => {
    const repository = parted();
    rmSync(join(repository, 'a'));
    await both(repository, 'other');
    git(repository, 'rm', '-q', '--cached', 'a');
    await both(repository, 'other');
    git(repository, 'reset', '-q', '--hard');
    chmodSync(join(repository, 'a'), 0o755);
    await both(repository, 'other');
    await both(repository, '-f', 'other');
    git(repository, 'reset', '-q', '--hard');
    rmSync(join(repository, 'a'));
    symlinkSync('elsewhere', join(repository, 'a'));
    await both(repository, 'other');
    await both(repository, '-f', 'other');
  });

  it('a mode that differs', async () => {
    const repository = parted();
    chmodSync(join(repository, 'b'), 0o755);
    git(repository, 'commit', '-qam', 'mode');
    write(repository, { b: 'mine\n' });
    await both(repository, 'HEAD~1', '--detach');
  });

  it('by force', async () => {
    const repository = parted();
    write(repository, { a: 'mine\n', b: 'mine too\n', fresh: 'mine three\n' });
    const { predicted } = await both(repository, '--force', 'other');
    expect(predicted.sentences[0]).toBe('Changes in 3 files would be lost.');
    await agrees(repository, ['switch', '--discard-changes', 'main']);
    expect((await agrees(repository, ['checkout', '-f'], { cwd: 'sub' })).predicted.lost.total).toBe(2);
  });

  it('with a merge of local changes says that it cannot tell', async () => {
    const repository = parted();
    write(repository, { a: 'mine\n' });
    const { unknown, lost } = await predict(repository, ['checkout', '-m', 'other']);
    expect(unknown).toMatch(/cannot tell whether local changes would conflict/);
    expect(lost.total).toBe(0);
  });

  it('leaving a detached HEAD', async () => {
    const repository = parted();
    git(repository, 'checkout', '-q', '--detach');
    commit(repository, { b: 'alone\n' });
    const { predicted } = await both(repository, 'main');
    expect(predicted.sentences[0]).toBe('1 commit would no longer be on any branch or tag.');
    expect(predicted.unreachable.items[0]?.subject).toBe('more');
    await both(repository, '-');
    git(repository, 'update-ref', 'refs/sluice/undo', 'HEAD');
    await both(repository, 'other');
    await agrees(repository, ['checkout', '-b', 'kept']);
    await agrees(repository, ['switch', '-c', 'kept', 'main']);
  });

  it('in the middle of a merge', async () => {
    const repository = parted();
    git(repository, 'checkout', '-q', '-b', 'third', 'main');
    commit(repository, { a: 'a third\n' });
    stopping(repository, 'merge', 'other');
    await both(repository, 'main');
    await both(repository, '-f', 'main');
    await agrees(repository, ['checkout', '-b', 'fourth']);
    await agrees(repository, ['checkout', '--', 'a']);
    await agrees(repository, ['checkout', '-f', '--', 'a', 'b']);
    expect((await agrees(repository, ['checkout', '--ours', 'a'])).predicted.lost.items).toEqual(['a']);
    await agrees(repository, ['checkout', 'main', 'a']);
    await agrees(repository, ['restore', 'a']);
    await agrees(repository, ['restore', '--ignore-unmerged', '.']);
    await agrees(repository, ['restore', '--theirs', 'a']);
    await agrees(repository, ['restore', '--staged', 'a']);
    write(repository, { a: 'resolved\n' });
    git(repository, 'add', 'a');
    await both(repository, 'main');
  });

  it('before the first commit', async () => {
    const repository = fixture(folder);
    write(repository, { a: 'a\n' });
    git(repository, 'add', 'a');
    await both(repository, 'main');
    await agrees(repository, ['checkout', '-b', 'new']);
    await agrees(repository, ['restore', '--staged', 'a']);
    write(repository, { a: 'changed\n' });
    await agrees(repository, ['restore', 'a']);
  });

  it('a branch of another work tree', async () => {
    const repository = parted();
    git(repository, 'worktree', 'add', '-q', '../linked', 'other');
    await both(repository, 'other');
    await agrees(repository, ['checkout', '--ignore-other-worktrees', 'other']);
    await agrees(repository, ['checkout', '--detach', 'other']);
  });

  it('a submodule, a sparse checkout', async () => {
    const repository = parted();
    const inner = fixture(folder);
    commit(inner, { in: 'in\n' });
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module');
    git(repository, 'commit', '-qm', 'module');
    commit(join(repository, 'module'), { in: 'new\n' });
    await both(repository, 'other');
    await both(repository, '-f', 'other');
    git(repository, 'sparse-checkout', 'set', 'sub');
    write(repository, { 'sub/c': 'mine\n' });
    await both(repository, 'other');
    await both(repository, '-f', 'other');
  });
});

describe('making and moving branches', () => {
  it('new, there already, moved, from a start', async () => {
    const repository = parted();
    expect((await agrees(repository, ['checkout', '-b', 'new'])).predicted.sentences).toContain(
      "Creates the branch 'new'.",
    );
    await agrees(repository, ['checkout', '-b', 'other']);
    await agrees(repository, ['switch', '-c', 'other']);
    await agrees(repository, ['switch', '-c', 'new', 'other']);
    expect((await agrees(repository, ['checkout', '-B', 'other'])).predicted.unreachable.total).toBe(1);
    expect((await agrees(repository, ['switch', '-C', 'other', 'main~1'])).predicted.unreachable.total).toBe(1);
    expect((await agrees(repository, ['checkout', '-B', 'main', 'other'])).predicted.unreachable.total).toBe(1);
    await agrees(repository, ['checkout', '-b', 'new', 'nowhere']);
    await agrees(repository, ['checkout', '-b', 'new', 'other', 'a']);
  });

  it('an orphan', async () => {
    const repository = parted();
    write(repository, { a: 'mine\n', new: 'n\n' });
    await agrees(repository, ['checkout', '--orphan', 'fresh-start']);
    await agrees(repository, ['switch', '--orphan', 'fresh-start']);
    git(repository, 'checkout', '-q', '.');
    await agrees(repository, ['switch', '--orphan', 'fresh-start']);
  });
});

describe('a word is a branch, a path, or a branch of a remote', () => {
  it('takes a lone word for a revision first', async () => {
    const repository = parted();
    write(repository, { other: 'a file\n', a: 'a1\n' });
    await agrees(repository, ['checkout', 'other']);
    await agrees(repository, ['checkout', 'other', 'a']);
    await agrees(repository, ['checkout', 'other', '--']);
    await agrees(repository, ['checkout', '--', 'other']);
    await agrees(repository, ['checkout', 'nothing']);
    await agrees(repository, ['checkout', 'nothing', '--']);
    await agrees(repository, ['switch', 'nothing']);
    await agrees(repository, ['switch']);
    await agrees(repository, ['switch', 'HEAD']);
    await agrees(repository, ['switch', 'main~1']);
    await agrees(repository, ['switch', '--detach', 'main~1']);
    await agrees(repository, ['checkout', 'HEAD:sub']);
    write(repository, { b: 'mine\n' });
    expect((await agrees(repository, ['checkout', 'b'])).predicted.lost.items).toEqual(['b']);
  });

  it('follows a remote', async () => {
    const repository = parted();
    git(join(repository, '..'), 'clone', '-q', 'repo', 'clone');
    const clone = join(repository, '..', 'clone');
    expect((await agrees(clone, ['switch', 'other'])).predicted.sentences).toContain("Creates the branch 'other'.");
    await agrees(clone, ['checkout', 'other']);
    await agrees(clone, ['checkout', '--no-guess', 'other']);
    write(clone, { other: 'a file\n' });
    await agrees(clone, ['checkout', 'other']);
    rmSync(join(clone, 'other'));
    git(clone, 'remote', 'add', 'second', '../repo');
    git(clone, 'fetch', '-q', 'second');
    await agrees(clone, ['checkout', 'other']);
    await agrees(clone, ['switch', 'other']);
    git(clone, 'config', 'checkout.defaultRemote', 'second');
    await agrees(clone, ['switch', 'other']);
  });
});

describe('bringing files back', () => {
  it('from the index', async () => {
    const repository = parted();
    write(repository, { a: 'staged\n', b: 'mine\n', 'sub/c': 'mine too\n' });
    git(repository, 'add', 'a');
    for (const words of [
      ['checkout', '--', '.'],
      ['restore', '.'],
    ]) {
      const { predicted } = await agrees(repository, words);
      expect(predicted.lost.items).toEqual(['b', 'sub/c']);
      expect((await agrees(repository, words, { cwd: 'sub' })).predicted.lost.items).toEqual(['sub/c']);
    }
    await agrees(repository, ['checkout', '--', 'nothing']);
    await agrees(repository, ['restore', 'nothing']);
    await agrees(repository, ['restore']);
    await agrees(repository, ['restore', ':(glob)**/c']);
    write(repository, { a: 'a1\n' });
    await agrees(repository, ['checkout', '--', 'a']);
  });

  it('from a commit', async () => {
    const repository = parted();
    write(repository, { a: 'staged\n', fresh: 'mine\n', gone: 'mine too\n', b: 'on disk\n' });
    git(repository, 'add', 'a');
    await agrees(repository, ['checkout', 'other', '--', '.']);
    await agrees(repository, ['checkout', 'other', '--', 'fresh', 'a']);
    await agrees(repository, ['checkout', '--no-overlay', 'other', '--', '.']);
    await agrees(repository, ['restore', '--source=other', '.']);
    await agrees(repository, ['restore', '-s', 'other', '-SW', '.']);
    await agrees(repository, ['restore', '-s', 'other', '--overlay', '.']);
    await agrees(repository, ['restore', '-s', 'other', '-S', '.']);
    await agrees(repository, ['restore', '-s', 'nowhere', '.']);
    const { predicted } = await agrees(repository, ['restore', '--staged', 'a']);
    expect(predicted.sentences).toEqual(['Unstages 1 file; the files stay as they are.']);
    await agrees(repository, ['checkout', 'HEAD', '--', '.']);
  });

  it('odd names, links, modes, deletions', async () => {
    const repository = fixture(folder);
    commit(repository, Object.fromEntries(ODD.map((name, at) => [name, `${at}\n`])));
    write(repository, Object.fromEntries(ODD.map((name, at) => [name, `changed ${at}\n`])));
    chmodSync(join(repository, 'a b'), 0o755);
    await agrees(repository, ['checkout', '--', ...ODD.slice(0, 4), './-dash']);
    await agrees(repository, ['checkout', '.']);
    mkdirSync(join(repository, 'in'));
    await agrees(repository, ['restore', '../-dash'], { cwd: 'in' });
    rmSync(join(repository, 'ünï'));
    symlinkSync('a b', join(repository, 'ünï'));
    rmSync(join(repository, "it's"));
    await agrees(repository, ['restore', '.']);
  });
});
