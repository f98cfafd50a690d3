import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture } from './reality.ts';

const folder = temporaryFolder();

/** A rebase of `side` that stopped at a.txt and has one more commit to go. */
function stoppedRebase(): string {
  const repository = fixture(folder);
  commit(repository, { 'a.txt': '1\n', 'b.txt': '1\n' }, 'one');
  git(repository, 'switch', '-qc', 'side');
  commit(repository, { 'a.txt': 'side\n' }, 'clash');
  commit(repository, { 'later.txt': 'later\n' }, 'later');
  git(repository, 'switch', '-q', 'main');
  commit(repository, { 'a.txt': 'main\n' }, 'two');
  git(repository, 'switch', '-q', 'side');
  stopping(repository, 'rebase', 'main');
  return repository;
}

describe('a rebase that stopped', () => {
  it('leaves the old commits when what it stopped at is skipped', async () => {
    const { real, predicted } = await agrees(stoppedRebase(), ['rebase', '--skip']);
    expect(real.unreachable).toHaveLength(2);
    expect(predicted.sentences).toContain('Rewrites 2 commits.');
  });

  it('leaves the old commits when it goes on', async () => {
    const repository = stoppedRebase();
    write(repository, { 'a.txt': 'both\n' });
    git(repository, 'add', 'a.txt');
    const { real } = await agrees(repository, ['rebase', '--continue']);
    expect(real.unreachable).toHaveLength(2);
  });

  it('leaves nothing where another branch has them, or where no branch moves', async () => {
    const repository = stoppedRebase();
    git(repository, 'branch', 'kept', 'side');
    await agrees(repository, ['rebase', '--skip']);
  });

  it.each([
    ['--amend', '--no-edit', 'a.txt'],
    ['-m', 'words', 'a.txt'],
    ['-m', 'words', 'b.txt'],
    ['-i', '-m', 'words', 'b.txt'],
    ['-i', '-m', 'words', 'a.txt'],
    ['-m', 'words'],
  ])('lets files in conflict be committed by name: commit %s %s %s %s', async (...words) => {
    const repository = stoppedRebase();
    write(repository, { 'b.txt': '2\n' });
    await agrees(repository, ['commit', ...words], { staged: false });
  });
});

it.each([
  ['checkout', '--', '.'],
  ['checkout', '--', 'promised.txt'],
  ['restore', '.'],
  ['reset', '--keep'],
  ['reset', '--hard'],
])('a file that is only meant to be added: %s %s %s', async (...words) => {
  const repository = fixture(folder);
  commit(repository, { 'a.txt': '1\n' });
  write(repository, { 'promised.txt': 'mine\n' });
  git(repository, 'add', '-N', 'promised.txt');
  await agrees(repository, words);
});

it.each(['--assume-unchanged', '--skip-worktree'])(
  'a file that git does not look at (%s) is moved over',
  async mark => {
    const repository = fixture(folder);
    commit(repository, { 'a.txt': '1\n', 'b.txt': '2\n' });
    git(repository, 'update-index', mark, 'b.txt');
    write(repository, { 'b.txt': 'hidden edit\n' });
    const { real } = await agrees(repository, ['mv', '-f', 'a.txt', 'b.txt']);
    expect(real.lost).toEqual(['b.txt']);
  },
);
