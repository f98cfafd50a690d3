import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, compare, fixture } from './reality.ts';

const folder = temporaryFolder();

/** `side` has another a.txt than `main`; here b.txt is staged in one version and on disk in another. */
function parted(): string {
  const repository = fixture(folder);
  commit(repository, { 'a.txt': '1\n', 'b.txt': '1\n' }, 'one');
  git(repository, 'branch', 'side');
  commit(repository, { 'c.txt': '1\n' }, 'two');
  git(repository, 'switch', '-q', 'side');
  commit(repository, { 'a.txt': 'side\n' }, 'on the side');
  git(repository, 'switch', '-q', 'main');
  write(repository, { 'b.txt': 'staged\n' });
  git(repository, 'add', 'b.txt');
  write(repository, { 'b.txt': 'on disk\n' });
  return repository;
}

describe('changes that are put aside and applied again', () => {
  it.each([
    ['merge', '--autostash', 'side'],
    ['rebase', '--autostash', 'side'],
    ['rebase', '--autostash', 'HEAD~1'],
  ])('lose what is only staged: git %s %s %s', async (...words) => {
    const { real, predicted } = await agrees(parted(), words);
    expect(real.lostStaged).toEqual(['b.txt']);
    expect(predicted.sentences).toContain('The staged version of 1 file is not on disk and would be lost.');
    expect(predicted.unknown).toBeNull();
  });

  it.each([
    ['merge', '--autostash', 'side'],
    ['rebase', '--autostash', 'side'],
  ])('may conflict with what comes: git %s %s %s', async (...words) => {
    const repository = parted();
    write(repository, { 'a.txt': 'mine\n' });
    const afterwards = ['diff', '--name-only', '--diff-filter=U'];
    const { predicted, after } = await compare(repository, words, { afterwards });
    expect(after).toBe('a.txt\n');
    expect(predicted.unknown).toBe("Sluice cannot tell whether the stashed changes to 'a.txt' would conflict.");
  });

  it.each(['merge', 'rebase'])('take along what stands in the place of a file: %s', async subcommand => {
    const repository = fixture(folder);
    commit(repository, { swap: 'a file\n', 'a.txt': '1\n' }, 'one');
    git(repository, 'switch', '-qc', 'side');
    git(repository, 'rm', '-q', 'swap');
    commit(repository, { 'swap/x': 'in a folder\n' }, 'swapped');
    git(repository, 'switch', '-q', 'main');
    commit(repository, { 'b.txt': '1\n' }, 'two');
    rmSync(join(repository, 'swap'));
    write(repository, { 'swap/x': 'mine\n' });
    const { real } = await agrees(repository, [subcommand, '--autostash', 'side']);
    expect([real.refused, real.lost]).toEqual([false, ['swap/x']]);
  });

  it('stay aside where the merge is not committed', async () => {
    const afterwards = ['diff', '--name-only'];
    const { predicted, after } = await compare(parted(), ['merge', '--squash', '--autostash', 'side'], { afterwards });
    expect(after).toBe('');
    expect(predicted.sentences).toContain('Stashes local changes and applies them again when the result is committed.');
  });
});
