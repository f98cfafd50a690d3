import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstPathInGitDirectory, isEmbeddedRepository } from '../../../src/core/git/git-directory.ts';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { approved, runWrite } from '../../support/approved.ts';
import { makeRepository, makeRunner, mutating } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = makeRepository(folder);
const bare = join(repository, 'embedded');
git(repository, 'clone', '-q', '--bare', '.', 'embedded');
git(repository, 'worktree', 'add', '-q', 'linked');
git(bare, 'worktree', 'add', '-q', 'inside', '-b', 'inside');
mkdirSync(join(repository, 'plain/hooks'), { recursive: true });
symlinkSync('.git/hooks', join(repository, 'hooks'));
symlinkSync('.git/hooks/post-commit', join(repository, 'dangling'));
symlinkSync('embedded', join(repository, 'short'));

symlinkSync('.git/objects', join(repository, 'objects'));
symlinkSync('loop', join(repository, 'loop'));
symlinkSync('nowhere', join(repository, 'broken'));
mkdirSync(join(repository, 'out'));
symlinkSync('../.git/hooks/x', join(repository, 'out/0001-x.patch'));

const found = (paths: string[], cwd = '') => firstPathInGitDirectory({ paths, cwd }, repository);

describe('the real path of a file that a write names', () => {
  it.each([
    'new.txt',
    'plain/hooks/pre-commit',
    'plain',
    'linked/x',
    'embedded/inside/x',
    'embedded/topic',
    '../beside',
    'loop',
    'broken',
    'broken/x',
    'out',
    'plain/../x',
  ])('%s is in no git directory', async path => expect(await found([path])).toBeUndefined());

  it.each([
    'hooks',
    'hooks/pre-commit',
    'dangling',
    'embedded',
    'embedded/config',
    'embedded/hooks/pre-receive',
    'embedded/hooks/new/x',
    'short/hooks/x',
    'short/refs/heads/x',
    'embedded/worktrees/inside/x',
    'objects/../hooks/pre-commit',
    'hooks/../config',
  ])('%s is in one', async path => expect(await found(['new.txt', path])).toBe(path));

  it('is that of any file in a folder that is filled', async () => {
    expect(await found(['out/'])).toBe('out/0001-x.patch');
    expect(await found(['plain/'])).toBeUndefined();
  });

  it('is seen from where -C leads', async () => {
    expect(await found(['hooks/x'], 'embedded')).toBe('hooks/x');
    expect(await found(['pre-commit'], 'hooks')).toBe('pre-commit');
    expect(await found(['../out.tar'], 'embedded')).toBeUndefined();
  });
});

it('a write through a link into the git directory is not run', async () => {
  const { runner } = makeRunner(folder);
  const command = mutating(repository, 'archive', '-o', 'hooks/post-commit', 'HEAD');
  const approval = await approved(command, repository, createGitReader());
  const result = await runWrite(runner, command, approval, { repository, origin: 'cli' });
  expect(result.failure).toMatchObject({
    reason: 'git-directory',
    message: expect.stringContaining('hooks/post-commit'),
  });
  expect(existsSync(join(repository, '.git/hooks/post-commit'))).toBe(false);
});

it('a write into a bare repository among the files of the work tree is not run', async () => {
  const mark = join(folder, 'mark');
  const hook = join(bare, 'hooks/reference-transaction');
  writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`);
  chmodSync(hook, 0o755);
  git(repository, '-C', 'embedded', 'update-ref', 'refs/heads/first', 'HEAD');
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);

  const { runner } = makeRunner(folder);
  const command = mutating(repository, '-C', 'embedded', 'update-ref', 'refs/heads/second', 'HEAD');
  const approval = await approved(command, repository, createGitReader());
  const { failure } = await runWrite(runner, command, approval, { repository, origin: 'cli' });
  expect([failure?.reason, existsSync(mark)]).toEqual(['embedded-repository', false]);
  expect(failure?.message.match(/Not run/g)).toHaveLength(1);
});

it.each([
  ['embedded', true],
  ['short', true],
  ['embedded/hooks', true],
  ['embedded/inside', false],
  ['linked', false],
  ['plain', false],
  ['.git', false],
  ['..', false],
])('%s is a repository among files: %s', async (path, expected) => {
  expect(await isEmbeddedRepository(resolve(repository, path))).toBe(expected);
});
