import { expect, it } from 'vitest';
import { createGitReader } from '../../src/core/git/reader.ts';
import { refNames } from '../../src/vscode/refs.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { commit, newRepository } from '../core/repository/support.ts';

it('C9 names offered are those of branches and tags, never of the journal', async () => {
  const folder = newRepository(temporaryFolder(), 'named');
  commit(folder, { 'a.txt': 'a\n' }, 'one');
  git(folder, 'tag', 'v1');
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(folder, 'update-ref', 'refs/sluice/journal/1', 'HEAD^{tree}');
  git(folder, 'update-ref', 'refs/sluice/keep/1/0', 'HEAD');
  expect([...(await refNames(createGitReader(), folder))].sort()).toEqual(['main', 'origin/main', 'v1']);
});
