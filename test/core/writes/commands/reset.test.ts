import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture } from '../impact/reality.ts';

const folder = temporaryFolder();
const ODD = ['a b', "it's", 'new\nline', 'ünï', '-dash', 'folder/deep'];

/** Three commits, with a branch on the first. */
function history(): string {
  const repository = fixture(folder);
  commit(repository, { a: 'a1\n', b: 'b1\n', 'sub/c': 'c1\n', gone: 'gone1\n' });
  git(repository, 'branch', 'first');
  commit(repository, { a: 'a2\n', later: 'later2\n' });
  rmSync(join(repository, 'gone'));
  commit(repository, { b: 'b3\n' });
  return repository;
}

describe('reset --hard', () => {
  it('loses staged, unstaged and both, and nothing that is committed', async () => {
    const repository = history();
    write(repository, { a: 'a unstaged\n', staged: 'new\n', b: 'b staged\n', stray: 'stays\n' });
    git(repository, 'add', 'staged', 'b');
    write(repository, { b: 'b again\n' });
    const { predicted } = await agrees(repository, ['reset', '--hard']);
    expect(predicted.sentences[0]).toBe('Changes in 3 files would be lost.');
    expect(predicted.preview).toMatchObject({ kind: 'worktree', paths: ['a', 'b', 'staged'] });
  });

  it('moves back, over untracked files in the way, leaving commits', async () => {
    const repository = history();
    write(repository, { gone: 'untracked\n', a: 'a1\n' });
    git(repository, 'update-ref', 'refs/sluice/keep', 'HEAD');
    const { predicted } = await agrees(repository, ['reset', '--hard', 'first']);
    expect(predicted.lost.items).toEqual(['gone']);
    expect(predicted.unreachable.total).toBe(2);
    git(repository, 'branch', 'kept');
    expect((await agrees(repository, ['reset', '--hard', 'HEAD~2'])).predicted.unreachable.total).toBe(0);
  });

  it('a staged version that the file no longer has', async () => {
    const repository = history();
    write(repository, { a: 'a staged\n' });
    git(repository, 'add', 'a');
    write(repository, { a: 'a2\n' });
    expect((await agrees(repository, ['reset', '--hard'])).predicted.lost.items).toEqual(['a']);
  });

  it('a deleted file, a mode and a link', async () => {
    const repository = history();
    rmSync(join(repository, 'a'));
    chmodSync(join(repository, 'b'), 0o755);
    rmSync(join(repository, 'later'));
    symlinkSync('somewhere', join(repository, 'later'));
    expect((await agrees(repository, ['reset', '--hard'])).predicted.lost.items).toEqual(['later']);
  });

  it('a file that is only meant to be added', async () => {
    const repository = history();
    write(repository, { meant: 'meant\n' });
    git(repository, 'add', '-N', 'meant');
    await agrees(repository, ['reset', '--hard']);
  });

  it('a file that left the index and is still there', async () => {
    const repository = history();
    git(repository, 'rm', '-q', '--cached', 'a', 'b');
    write(repository, { a: 'mine\n' });
    expect((await agrees(repository, ['reset', '--hard'])).predicted.lost.items).toEqual(['a']);
  });

  it('files where folders come and folders where files come', async () => {
    const repository = fixture(folder);
    commit(repository, { 'x/y': 'xy\n', z: 'z\n' });
    git(repository, 'branch', 'first');
    git(repository, 'rm', '-qr', 'x', 'z');
    commit(repository, { other: 'o\n' });
    write(repository, { x: 'a file\n', 'z/in': 'in\n', '.gitignore': '*.log\n', 'z/a.log': 'log\n' });
    const { predicted } = await agrees(repository, ['reset', '--hard', 'first']);
    expect([...predicted.lost.items].sort()).toEqual(['x', 'z/a.log', 'z/in']);
  });

  it('in the middle of a merge', async () => {
    const repository = history();
    git(repository, 'checkout', '-q', 'first');
    commit(repository, { a: 'other\n' });
    stopping(repository, 'merge', 'main');
    expect((await agrees(repository, ['reset', '--hard'])).predicted.lost.items).toEqual(['a']);
    expect((await agrees(repository, ['reset', '--merge'])).predicted.lost.items).toEqual(['a']);
    await agrees(repository, ['reset', '--soft', 'HEAD~1']);
    await agrees(repository, ['reset', '--keep', 'HEAD~1']);
    write(repository, { a: 'resolved\n' });
    git(repository, 'add', 'a');
    await agrees(repository, ['reset', '--soft', 'HEAD~1']);
    await agrees(repository, ['reset', '--keep', 'HEAD~1']);
  });

  it('before the first commit', async () => {
    const repository = fixture(folder);
    write(repository, { a: 'a\n', b: 'b\n' });
    git(repository, 'add', 'a');
    expect((await agrees(repository, ['reset', '--hard'])).predicted.lost.items).toEqual(['a']);
    await agrees(repository, ['reset']);
  });

  it('with a detached HEAD', async () => {
    const repository = history();
    git(repository, 'checkout', '-q', '--detach');
    commit(repository, { a: 'only here\n' });
    write(repository, { a: 'changed\n' });
    expect((await agrees(repository, ['reset', '--hard', 'main'])).predicted.unreachable.total).toBe(1);
  });

  it('odd names, from a subfolder', async () => {
    const repository = fixture(folder);
    commit(repository, Object.fromEntries(ODD.map((name, at) => [name, `${at}\n`])));
    write(repository, Object.fromEntries(ODD.map((name, at) => [name, `changed ${at}\n`])));
    const { predicted } = await agrees(repository, ['reset', '--hard'], { cwd: 'folder' });
    expect(predicted.lost.total).toBe(ODD.length);
  });

  it('leaves submodules alone', async () => {
    const repository = history();
    const inner = fixture(folder);
    commit(inner, { in: 'in\n' });
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module');
    git(repository, 'commit', '-qm', 'module');
    commit(join(repository, 'module'), { in: 'new\n' });
    write(join(repository, 'module'), { in: 'newer\n' });
    await agrees(repository, ['reset', '--hard']);
    git(repository, 'config', 'submodule.recurse', 'true');
    expect((await agrees(repository, ['reset', '--keep', 'HEAD'])).predicted.unknown).toMatch(/Submodules/);
  });

  it('in a sparse checkout', async () => {
    const repository = history();
    git(repository, 'sparse-checkout', 'set', 'sub');
    write(repository, { 'sub/c': 'changed\n' });
    expect((await agrees(repository, ['reset', '--hard', 'first'])).predicted.lost.items).toEqual(['sub/c']);
  });
});

describe('the other modes', () => {
  it('unstages and says when a staged version goes', async () => {
    const repository = history();
    write(repository, { a: 'staged\n', b: 'staged b\n' });
    git(repository, 'add', 'a', 'b');
    write(repository, { a: 'on disk\n' });
    const { predicted } = await agrees(repository, ['reset'], { staged: false });
    expect(predicted.sentences).toEqual([
      'The staged version of 1 file is not on disk and would go.',
      'Unstages 2 files; the files stay as they are.',
    ]);
    expect((await agrees(repository, ['reset', '--', 'b'])).predicted.files.items).toEqual(['b']);
    expect((await agrees(repository, ['reset', 'first', '../b'], { cwd: 'sub' })).predicted.files.items).toEqual(['b']);
    expect((await agrees(repository, ['reset', '--soft', 'first'])).predicted.unreachable.total).toBe(2);
    await agrees(repository, ['reset', '--merge']);
    await agrees(repository, ['reset', '--hard', 'a']);
    await agrees(repository, ['reset', 'nowhere']);
    await agrees(repository, ['reset', 'nowhere', '--']);
  });

  it('--keep and --merge refuse what is in the way', async () => {
    const repository = history();
    write(repository, { 'sub/c': 'mine\n' });
    await agrees(repository, ['reset', '--keep', 'first']);
    await agrees(repository, ['reset', '--merge', 'first']);
    write(repository, { a: 'mine too\n' });
    await agrees(repository, ['reset', '--keep', 'first']);
    await agrees(repository, ['reset', '--merge', 'first']);
    git(repository, 'add', 'a');
    await agrees(repository, ['reset', '--merge', 'first']);
  });

  it('a word that is both, and an option it does not know', async () => {
    const repository = history();
    write(repository, { first: 'a file\n' });
    await agrees(repository, ['reset', '--hard', 'first']);
    mkdirSync(join(repository, 'empty'));
    expect((await agrees(repository, ['reset', '--pathspec-from-file=first'])).predicted.unknown).not.toBeNull();
  });
});
