import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitReader } from '../../src/core/git/reader.ts';
import { createCompletionNames, filesIn } from '../../src/vscode/completion-names.ts';
import { git, temporaryFolder } from '../core/git/support.ts';
import { commit, newRepository } from '../core/repository/support.ts';

const outside = temporaryFolder();
const folder = newRepository(temporaryFolder(), 'names');
commit(folder, { 'a.txt': 'a\n', 'src/b.txt': 'b\n' }, 'one');

it('finds names by their kinds, and none of the journal', async () => {
  git(folder, 'tag', 'v1');
  git(folder, 'branch', 'topic');
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  git(folder, 'update-ref', 'refs/sluice/keep/1/0', 'HEAD');
  git(folder, 'config', 'remote.origin.url', 'https://user:secret@example.com/octo/demo.git');
  git(folder, 'config', 'remote.upstream.url', 'git@github.com:upstream/demo.git');
  writeFileSync(join(folder, 'a.txt'), 'stashed\n');
  git(folder, 'stash');
  writeFileSync(join(folder, 'a.txt'), 'changed\n');
  writeFileSync(join(folder, 'new file'), '');
  const names = createCompletionNames(createGitReader(), folder, ['example.com']);
  const found = await names.load(
    ['branch', 'remote-branch', 'tag', 'remote', 'repository', 'stash', 'changed', 'path'],
    'src/',
  );
  expect({ ...found, branches: [...(found.branches ?? [])].sort() }).toEqual({
    branches: ['main', 'topic'],
    remoteBranches: ['origin/main'],
    tags: ['v1'],
    remotes: ['origin', 'upstream'],
    repositories: ['upstream/demo', 'example.com/octo/demo'],
    stashes: ['stash@{0}'],
    changed: ['a.txt', 'new file'],
    paths: ['src/b.txt'],
  });
});

it('lists files of the repository alone, wherever a link leads', async () => {
  writeFileSync(join(outside, 'secret.txt'), '');
  symlinkSync(outside, join(folder, 'link'));
  mkdirSync(join(folder, 'empty'));
  expect(await filesIn(folder, '')).toEqual(expect.arrayContaining(['src/', 'empty/', 'a.txt', 'link']));
  expect(await filesIn(folder, '')).not.toContain('.git/');
  for (const path of ['link/', '../', '/etc/', 'src/../../', '.git/', 'missing/', 'a.txt/'])
    expect(await filesIn(folder, path), path).toEqual([]);
});
