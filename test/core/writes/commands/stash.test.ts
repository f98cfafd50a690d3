import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, compare, fixture, refuses } from '../impact/reality.ts';

const folder = temporaryFolder();

function changed(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n2\n3\n4\n5\n6\n7\n8\n9\n', b: 'b1\n', 'sub/c': 'c1\n', '.gitignore': '*.log\n' });
  write(repository, { a: '1\n2\n3\n4\n5\n6\n7\n8\nnine\n', b: 'b2\n', stray: 's\n', 'x.log': 'l\n', 'sub/new': 'n\n' });
  git(repository, 'add', 'b');
  return repository;
}

/** Two stashes, the older one with untracked files. */
function stashed(): string {
  const repository = changed();
  git(repository, 'stash', '-q', '-u');
  write(repository, { b: 'b3\n' });
  git(repository, 'stash', 'push', '-q', '-m', 'newer');
  return repository;
}

describe('stash push', () => {
  it.each([
    [[], ['a', 'b']],
    [
      ['push', '-u'],
      ['a', 'b', 'stray', 'sub/new'],
    ],
    [['-a'], ['a', 'b', 'stray', 'sub/new', 'x.log']],
    [
      ['push', '-k'],
      ['a', 'b'],
    ],
    [['push', '-S'], ['b']],
    [['push', '--', 'a'], ['a']],
    [['push', '-u', 'sub'], ['sub/new']],
    [['push', 'nothing'], []],
  ])('%j', async (words: string[], files) => {
    const { predicted } = await agrees(changed(), ['stash', ...words]);
    expect([...predicted.files.items].sort()).toEqual(files);
  });

  it('nothing to put aside, no commit, a conflict, meant to be added', async () => {
    const repository = changed();
    git(repository, 'add', '-N', 'stray');
    await agrees(repository, ['stash']);
    git(repository, 'reset', '-q', '--hard');
    await agrees(repository, ['stash']);
    commit(repository, { a: 'main\n' });
    git(repository, 'checkout', '-qb', 'other', 'HEAD~1');
    commit(repository, { a: 'other\n' });
    stopping(repository, 'merge', 'main');
    await agrees(repository, ['stash']);
    await agrees(repository, ['stash', 'push', 'b']);
    const fresh = fixture(folder);
    write(fresh, { a: 'a\n' });
    git(fresh, 'add', 'a');
    await agrees(fresh, ['stash']);
  });
});

describe('throwing stashes away', () => {
  it('one or all, as far as nothing else reaches them', async () => {
    const repository = stashed();
    const { predicted } = await agrees(repository, ['stash', 'drop']);
    expect(predicted.sentences).toEqual(["A stash would be gone: 'On main: newer'."]);
    for (const words of [['stash@{1}'], ['1'], ['stash@{7}'], ['x']])
      await agrees(repository, ['stash', 'drop', ...words]);
    expect((await agrees(repository, ['stash', 'clear'])).predicted.unreachable.total).toBe(2);
    git(repository, 'branch', 'saved', 'stash@{1}');
    expect((await agrees(repository, ['stash', 'clear'])).predicted.unreachable.total).toBe(1);
    git(repository, 'stash', 'clear');
    await agrees(repository, ['stash', 'drop']);
    await agrees(repository, ['stash', 'clear']);
  });

  it('with commits that only a stash reaches', async () => {
    const repository = changed();
    git(repository, 'checkout', '-q', '--detach');
    git(repository, 'commit', '-qm', 'lonely');
    git(repository, 'stash', '-q');
    git(repository, 'checkout', '-q', 'main');
    expect((await agrees(repository, ['stash', 'drop'])).predicted.unreachable.total).toBe(2);
  });
});

describe('bringing a stash back', () => {
  it('onto what it was made from', async () => {
    const repository = stashed();
    await agrees(repository, ['stash', 'apply']);
    await agrees(repository, ['stash', 'pop']);
    expect((await agrees(repository, ['stash', 'pop', 'stash@{1}'])).predicted.files.items).toEqual([
      'a',
      'b',
      'stray',
      'sub/new',
    ]);
    await agrees(repository, ['stash', 'apply', '9']);
    await agrees(repository, ['stash', 'branch', 'new']);
    await agrees(repository, ['stash', 'branch', 'main']);
  });

  it('onto changes that are in the way, and that are not', async () => {
    const repository = stashed();
    write(repository, { b: 'mine\n' });
    expect(refuses((await agrees(repository, ['stash', 'pop'])).predicted)).toBe(true);
    git(repository, 'checkout', '-q', '.');
    write(repository, { 'sub/c': 'mine\n' });
    await agrees(repository, ['stash', 'pop']);
    write(repository, { stray: 'in the way\n' });
    await agrees(repository, ['stash', 'pop', '1']);
    rmSync(join(repository, 'stray'));
  });

  it('onto commits that agree, and that do not', async () => {
    const repository = stashed();
    commit(repository, { a: 'one\n2\n3\n4\n5\n6\n7\n8\n9\n' });
    expect((await agrees(repository, ['stash', 'pop', '1'])).predicted.conflicts.total).toBe(0);
    commit(repository, { b: 'b conflict\n' });
    const { predicted, real } = await compare(repository, ['stash', 'pop', '-q']);
    expect(real.refused).toBe(true);
    expect(predicted.conflicts.items).toEqual(['b']);
    expect(predicted.sentences[0]).toBe('Conflicts in 1 file; the stash is kept then.');
    expect([real.unreachable, predicted.unreachable.total]).toEqual([[], 0]);
  });
});
