import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture } from '../impact/reality.ts';

const folder = temporaryFolder();
const COMMITTED = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', '--root', '--no-commit-id', 'HEAD'];

function changed(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n', b: '2\n', 'sub/c': '3\n', gone: '4\n' }, 'first');
  commit(repository, { a: '1b\n' }, 'second');
  write(repository, { a: 'a\n', b: 'b\n', 'sub/c': 'c\n', 'x y': 'new\n', stray: 's\n' });
  git(repository, 'add', 'a', 'x y');
  rmSync(join(repository, 'gone'));
  return repository;
}

const filesOf = (after: string) => after.split('\0').slice(0, -1).sort();

describe('commit', () => {
  it.each([
    [['-m', 'x']],
    [['-am', 'x']],
    [['-m', 'x', 'b']],
    [['-m', 'x', '-i', 'b']],
    [['-m', 'x', '-o', '--', 'gone', 'x y']],
    [['-m', 'x', '--allow-empty']],
  ])('%j', async words => {
    const { predicted, after } = await agrees(changed(), ['commit', '-q', ...words], { afterwards: COMMITTED });
    expect([...predicted.files.items].sort()).toEqual(filesOf(after));
  });

  it.each([[[]], [['-am', 'x', 'b']], [['-om', 'x']], [['-m', 'x', 'nothing']], [['-m', 'x', 'stray']]])(
    'refused: %j',
    async words => {
      const { predicted } = await agrees(changed(), ['commit', ...words]);
      expect(predicted.sentences[0]).toMatch(/^Git would refuse/);
    },
  );

  it('from a subfolder, nothing to commit, what is only meant to be added', async () => {
    const repository = changed();
    expect((await agrees(repository, ['commit', '-qm', 'x', '.'], { cwd: 'sub' })).predicted.files.items).toEqual([
      'sub/c',
    ]);
    git(repository, 'rm', '-q', '--cached', 'b');
    await agrees(repository, ['commit', '-qm', 'x', '--', 'b']);
    git(repository, 'reset', '-q', '--hard');
    expect((await agrees(repository, ['commit', '-m', 'x'])).predicted.sentences[0]).toBe(
      'Git would refuse: there is nothing to commit.',
    );
    git(repository, 'add', '-N', 'stray');
    await agrees(repository, ['commit', '-m', 'x']);
    await agrees(repository, ['commit', '-qam', 'x']);
  });

  it('replaces the last commit, published or not', async () => {
    const repository = changed();
    const { predicted } = await agrees(repository, ['commit', '-q', '--amend', '--no-edit']);
    expect(predicted.sentences).toEqual(['Replaces the last commit.', 'Commits 2 files.']);
    expect(predicted.unreachable.items).toMatchObject([{ subject: 'second' }]);
    expect(predicted.preview).toMatchObject({ kind: 'index' });
    git(repository, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect((await agrees(repository, ['commit', '-q', '--amend', '-m', 'x'])).predicted.sentences[0]).toBe(
      'Replaces the last commit, which is in origin/main already.',
    );
    git(repository, 'reset', '-q', '--hard', 'HEAD~1');
    await agrees(repository, ['commit', '-q', '--amend', '-m', 'root']);
    commit(repository, { a: 'again\n' });
    write(repository, { a: '1\n' });
    git(repository, 'add', 'a');
    await agrees(repository, ['commit', '-q', '--amend', '--no-edit']);
  });

  it('before the first commit, detached', async () => {
    const repository = fixture(folder);
    await agrees(repository, ['commit', '-m', 'x']);
    await agrees(repository, ['commit', '--amend', '-m', 'x']);
    write(repository, { a: 'a\n' });
    git(repository, 'add', 'a');
    const { predicted, after } = await agrees(repository, ['commit', '-qm', 'x'], { afterwards: COMMITTED });
    expect(filesOf(after)).toEqual(predicted.files.items);
    expect(predicted.preview).toEqual({ kind: 'index', from: null });
    git(repository, 'commit', '-qm', 'x');
    git(repository, 'checkout', '-q', '--detach');
    write(repository, { a: 'b\n' });
    await agrees(repository, ['commit', '-qam', 'x']);
    await agrees(repository, ['commit', '-qam', 'x', '--amend']);
  });

  it('in the middle of a merge', async () => {
    const repository = fixture(folder);
    commit(repository, { a: '1\n' });
    git(repository, 'checkout', '-qb', 'other');
    commit(repository, { a: '2\n' });
    git(repository, 'checkout', '-q', 'main');
    commit(repository, { a: '3\n' });
    stopping(repository, 'merge', 'other');
    await agrees(repository, ['commit', '-m', 'x']);
    await agrees(repository, ['commit', '-qam', 'x']);
    await agrees(repository, ['commit', '--amend', '-m', 'x']);
    write(repository, { a: '3\n' });
    git(repository, 'add', 'a');
    await agrees(repository, ['commit', '-q', '--no-edit']);
    await agrees(repository, ['commit', '-m', 'x', 'a']);
  });
});
