import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openConflicts } from '../../../src/core/repository/conflicts.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { countingGit } from './status/scan-support.ts';
import { commit, newRepository, stopping, write } from './support.ts';

const folder = temporaryFolder();
const { git: reader } = countingGit();

/** Two branches that do not agree about two files. */
function torn(name: string): string {
  const repository = newRepository(folder, name);
  commit(repository, { 'a b.txt': '1\n', 'c.txt': '1\n' });
  git(repository, 'checkout', '-qb', 'topic');
  commit(repository, { 'a b.txt': '2\n', 'c.txt': '2\n' });
  git(repository, 'checkout', '-q', '-');
  commit(repository, { 'a b.txt': '3\n', 'c.txt': '3\n' });
  return repository;
}
const conflictsIn = (root: string) =>
  openConflicts(reader, {
    ...{ root, name: '', workTree: root, gitDirectory: join(root, '.git'), commonDirectory: join(root, '.git') },
  });

it('are the files of a merge, with the ways on and back', async () => {
  const repository = torn('merge');
  expect(await conflictsIn(repository)).toBeUndefined();
  stopping(repository, 'merge', 'topic');
  expect(await conflictsIn(repository)).toMatchObject({
    files: ['a b.txt', 'c.txt'],
    operation: { kind: 'merge', commands: { continue: 'git merge --continue', abort: 'git merge --abort' } },
  });
});

it('have no way on but the files where a stash left them', async () => {
  const repository = torn('stash');
  write(repository, { 'c.txt': 'stashed\n' });
  git(repository, 'stash', '-q');
  commit(repository, { 'c.txt': '4\n' });
  stopping(repository, 'stash', 'pop');
  expect(await conflictsIn(repository)).toEqual({ files: ['c.txt'], operation: undefined });
});
