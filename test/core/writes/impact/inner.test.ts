import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, compare, fixture, predict } from './reality.ts';

const folder = temporaryFolder();

/** A submodule with two commits, the first of which is recorded. */
function outer(): { repository: string; module: string } {
  const inner = fixture(folder);
  commit(inner, { in: 'in1\n', other: 'o1\n', '.gitignore': '*.log\n' }, 'one');
  commit(inner, { in: 'in2\n', fresh: 'f\n' }, 'two');
  const repository = fixture(folder);
  commit(repository, { a: 'a\n' });
  git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module');
  git(repository, 'config', '-f', '.gitmodules', 'submodule.module.url', inner);
  const module = join(repository, 'module');
  git(module, 'checkout', '-q', 'HEAD~1');
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', 'module');
  return { repository, module };
}

describe('submodule update', () => {
  it('goes back to what is recorded', async () => {
    const { repository, module } = outer();
    expect((await agrees(repository, ['submodule', 'update'])).predicted.sentences).toEqual([
      'No submodule would change.',
    ]);
    git(module, 'checkout', '-q', 'main');
    const { predicted } = await agrees(repository, ['submodule', '--quiet', 'update']);
    expect(predicted.sentences).toEqual(["Changes 1 submodule: 'module'."]);
    write(module, { other: 'mine\n' });
    await agrees(repository, ['submodule', '--quiet', 'update', '--', 'module']);
    expect((await agrees(repository, ['submodule', '-q', 'update', '-f'])).predicted.lost.items).toEqual([
      'module/other',
    ]);
    write(module, { in: 'mine too\n' });
    await agrees(repository, ['submodule', 'update']);
    expect((await agrees(repository, ['submodule', '-q', 'update', '--force'])).predicted.lost.total).toBe(2);
    await agrees(repository, ['submodule', 'update', 'nothing']);
  });

  it('leaving commits that nothing reaches', async () => {
    const { repository, module } = outer();
    commit(module, { in: 'lonely\n' }, 'lonely');
    const { predicted } = await agrees(repository, ['submodule', '--quiet', 'update']);
    expect(predicted.unreachable.items).toMatchObject([{ subject: 'lonely' }]);
  });

  it('says what it cannot tell', async () => {
    const { repository } = outer();
    git(repository, 'submodule', '--quiet', 'deinit', '-f', 'module');
    expect((await predict(repository, ['submodule', 'update', '--init'])).unknown).toMatch(/cloned/);
    expect((await predict(repository, ['submodule', 'update', '--remote'])).unknown).not.toBeNull();
    expect((await predict(repository, ['submodule', 'sync'])).unknown).not.toBeNull();
  });
});

describe('submodule deinit', () => {
  it('refuses what is dirty and loses it by force', async () => {
    const { repository, module } = outer();
    await agrees(repository, ['submodule', '--quiet', 'deinit', 'module']);
    await agrees(repository, ['submodule', 'deinit']);
    write(module, { 'x.log': 'ignored\n' });
    expect((await agrees(repository, ['submodule', '--quiet', 'deinit', '--all'])).predicted.lost.items).toEqual([
      'module/x.log',
    ]);
    write(module, { in: 'mine\n', stray: 's\n' });
    await agrees(repository, ['submodule', 'deinit', 'module']);
    const { predicted } = await agrees(repository, ['submodule', '--quiet', 'deinit', '-f', 'module']);
    expect([...predicted.lost.items].sort()).toEqual(['module/in', 'module/stray', 'module/x.log']);
  });

  it('refuses when another commit is checked out', async () => {
    const { repository, module } = outer();
    git(module, 'checkout', '-q', 'main');
    await agrees(repository, ['submodule', 'deinit', 'module']);
    await agrees(repository, ['submodule', '--quiet', 'deinit', '-f', '.']);
  });
});

describe('worktree remove', () => {
  function linked(): { repository: string; place: string } {
    const repository = fixture(folder);
    commit(repository, { a: 'a\n', '.gitignore': '*.log\n' });
    git(repository, 'worktree', 'add', '-q', '--detach', '../linked');
    return { repository, place: join(repository, '../linked') };
  }

  it('refuses what is dirty and loses it by force', async () => {
    const { repository, place } = linked();
    await agrees(repository, ['worktree', 'remove', '../linked']);
    await agrees(repository, ['worktree', 'remove', 'linked']);
    await agrees(repository, ['worktree', 'remove', '.']);
    await agrees(repository, ['worktree', 'remove', 'nothing']);
    await agrees(repository, ['worktree', 'remove']);
    write(place, { 'x.log': 'ignored\n' });
    const silent = await compare(repository, ['worktree', 'remove', '../linked']);
    expect(silent.real.refused).toBe(false);
    expect(silent.predicted.lost.items).toEqual(['../linked/x.log']);
    write(place, { a: 'changed\n', stray: 's\n' });
    expect((await compare(repository, ['worktree', 'remove', '../linked'])).predicted.sentences[0]).toMatch(
      /^Git would refuse/,
    );
    const { predicted, real } = await compare(repository, ['worktree', 'remove', '-f', '../linked']);
    expect(real.refused).toBe(false);
    expect([...predicted.lost.items].sort()).toEqual(['../linked/a', '../linked/stray', '../linked/x.log']);
    git(repository, 'worktree', 'lock', '../linked');
    expect((await predict(repository, ['worktree', 'remove', '-f', '../linked'])).sentences[0]).toMatch(/locked/);
    expect((await predict(repository, ['worktree', 'remove', '-ff', '../linked'])).lost.total).toBe(3);
  });

  it('with commits only its HEAD reaches', async () => {
    const { repository, place } = linked();
    commit(place, { a: 'alone\n' }, 'alone');
    const { predicted } = await agrees(repository, ['worktree', 'remove', '../linked']);
    expect(predicted.unreachable.items).toMatchObject([{ subject: 'alone' }]);
    git(place, 'checkout', '-qb', 'kept');
    expect((await agrees(repository, ['worktree', 'remove', '../linked'])).predicted.unreachable.total).toBe(0);
    expect((await predict(repository, ['worktree', 'add', '../x'])).unknown).toMatch(/not known/);
  });
});
