import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit } from '../../repository/support.ts';
import { agrees, fixture } from '../impact/reality.ts';

const folder = temporaryFolder();

/** merged is in main, ahead and longer are not; longer has all of ahead. */
function branches(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n' }, 'first');
  git(repository, 'branch', 'merged');
  git(repository, 'checkout', '-qb', 'ahead');
  commit(repository, { a: '2\n' }, 'ahead');
  git(repository, 'checkout', '-qb', 'longer');
  commit(repository, { a: '3\n' }, 'longer');
  commit(repository, { a: '4\n' }, 'longest');
  git(repository, 'checkout', '-q', 'main');
  git(repository, 'update-ref', 'refs/sluice/undo', 'longer');
  return repository;
}

describe('branch', () => {
  it.each([
    [['-d', 'merged'], 0],
    [['-d', 'ahead'], 0],
    [['-D', 'ahead'], 0],
    [['-D', 'longer'], 2],
    [['-D', 'longer', 'ahead'], 3],
    [['-d', '-f', 'longer'], 2],
    [['-D', 'main'], 0],
    [['-D', 'nothing'], 0],
    [['-d'], 0],
    [['new'], 0],
    [['new', 'ahead'], 0],
    [['new', 'nothing'], 0],
    [['merged'], 0],
    [['-f', 'longer'], 2],
    [['-f', 'longer', 'ahead'], 2],
    [['-f', 'main', 'ahead'], 0],
    [['-m', 'renamed'], 0],
    [['-m', 'ahead', 'renamed'], 0],
    [['-m', 'ahead', 'longer'], 0],
    [['-M', 'ahead', 'longer'], 2],
    [['-M', 'ahead', 'main'], 0],
    [['-m', 'nothing', 'x'], 0],
    [['-M', 'longer'], 2],
    [['-c', 'ahead', 'copy'], 0],
    [['-c', 'ahead', 'longer'], 0],
    [['-C', 'ahead', 'longer'], 2],
    [['-C', 'merged', 'longer'], 2],
    [['-u', 'ahead'], 0],
    [['--unset-upstream'], 0],
  ])('%j', async (words: string[], unreachable) => {
    const { predicted } = await agrees(branches(), ['branch', '-q', ...words]);
    expect(predicted.unreachable.total).toBe(unreachable);
  });

  it('says what would be out of reach first', async () => {
    const { predicted } = await agrees(branches(), ['branch', '-D', 'longer']);
    expect(predicted.sentences).toEqual([
      '2 commits would no longer be on any branch or tag.',
      "Deletes the branch 'longer'.",
    ]);
    expect(predicted.unreachable.items.map(({ subject }) => subject)).toEqual(['longest', 'longer']);
  });

  it('with an upstream, another work tree, a detached HEAD, tags', async () => {
    const repository = branches();
    git(repository, 'branch', '-q', '-u', 'longer', 'ahead');
    await agrees(repository, ['branch', '-d', 'ahead']);
    git(repository, 'worktree', 'add', '-q', '../linked', 'ahead');
    await agrees(repository, ['branch', '-D', 'ahead']);
    await agrees(repository, ['branch', '-f', 'ahead', 'main']);
    git(join(repository, '../linked'), 'checkout', '-q', '--detach', 'longer');
    expect((await agrees(repository, ['branch', '-D', 'longer'])).predicted.unreachable.total).toBe(0);
    git(repository, 'tag', '-am', 'x', 'kept', 'longer~1');
    git(join(repository, '../linked'), 'checkout', '-q', 'ahead');
    expect((await agrees(repository, ['branch', '-D', 'longer'])).predicted.unreachable.total).toBe(1);
    git(repository, 'checkout', '-q', '--detach', 'longer');
    await agrees(repository, ['branch', '-D', 'longer']);
    await agrees(repository, ['branch', '-m', 'x']);
    git(repository, 'update-ref', 'refs/remotes/origin/x', 'longer');
    await agrees(repository, ['branch', '-rd', 'origin/x']);
  });

  it('before the first commit', async () => {
    const repository = fixture(folder);
    await agrees(repository, ['branch', 'x']);
    await agrees(repository, ['branch', '-m', 'x']);
    await agrees(repository, ['tag', 'x']);
  });
});

describe('tag', () => {
  /** Two commits only tags reach: one plain, one annotated. */
  function tags(): string {
    const repository = branches();
    git(repository, 'tag', 'plain', 'longer');
    git(repository, 'tag', '-am', 'note', 'noted', 'longer~1');
    git(repository, 'tag', '-am', 'tree', 'tree', 'HEAD^{tree}');
    git(repository, 'branch', '-q', '-D', 'longer');
    return repository;
  }
  it.each([
    [['-d', 'plain'], 1],
    [['-d', 'noted'], 0],
    [['-d', 'plain', 'noted'], 2],
    [['-d', 'tree'], 0],
    [['-d', 'nothing'], 0],
    [['-d', 'nothing', 'plain'], 1],
    [['new'], 0],
    [['new', 'nothing'], 0],
    [['plain'], 0],
    [['-f', 'plain'], 1],
    [['-f', 'plain', 'noted'], 1],
    [['-a', 'new'], 0],
    [['-m', 'x', 'new', 'plain'], 0],
    [['-f', '-m', 'x', 'noted', 'main'], 0],
  ])('%j', async (words: string[], unreachable) => {
    const { predicted } = await agrees(tags(), ['tag', ...words]);
    expect(predicted.unreachable.total).toBe(unreachable);
  });
});
