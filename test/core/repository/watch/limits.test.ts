import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFolders } from '../../../../src/core/repository/watch/watch-folders.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../support.ts';
import { hear, heardAll, stopAfter, unexpected } from './support.ts';

/** The folders the system refuses to watch, and how: a limit cannot be reached in a test. */
const refused = vi.hoisted(() => ({ code: '', below: '' }));

vi.mock('node:fs', async original => {
  const fs = await original<typeof import('node:fs')>();
  const watch = (path: string, listener: Parameters<typeof fs.watch>[1]) => {
    if (refused.code !== '' && path.startsWith(refused.below))
      throw Object.assign(new Error(refused.code), { code: refused.code });
    return fs.watch(path, listener);
  };
  return { ...fs, watch };
});

const folder = temporaryFolder();

beforeEach(() => {
  refused.code = '';
});

describe('watch limits', () => {
  it.each([
    ['ENOSPC', 'max_user_watches'],
    ['EMFILE', 'ulimit'],
    ['EACCES', 'EACCES'],
  ])('%s is told once, with what to do, and the rest is still watched', async (code, advice) => {
    const repo = newRepository(folder, code);
    commit(repo, { 'a.txt': 'a\n' });
    git(repo, 'branch', 'deep/one');
    Object.assign(refused, { code, below: join(repo, '.git', 'refs') });
    const heard = await hear(repo);
    expect(heard.failures).toEqual([expect.stringContaining(advice)]);
    expect(heard.failures[0]).toContain('refresh by hand');
    git(repo, 'config', 'a.b', 'c');
    expect(await heard.takeWith('config')).toContain('worktree');
  });

  it('what vanishes while we turn to it is no failure', async () => {
    const repo = newRepository(folder, 'gone');
    Object.assign(refused, { code: 'ENOENT', below: join(repo, '.git', 'refs') });
    expect((await hear(repo)).failures).toEqual([]);
  });

  it('a flood of folders stops at a limit of our own', async () => {
    const top = join(folder, 'flood');
    const names = Array.from({ length: 4100 }, (_, i) => join(top, String(i)));
    for (const name of names) mkdirSync(name, { recursive: true });
    const failures: string[] = [];
    const folders = watchFolders(
      () => {},
      error => void failures.push(String(error)),
    );
    stopAfter(folders.close);
    for (const name of names) folders.add(name);
    expect(failures).toEqual([expect.stringContaining('git pack-refs --all')]);
  });

  it('a closed watch tells nothing more', async () => {
    const top = join(folder, 'closed');
    mkdirSync(top);
    const folders = watchFolders(unexpected, unexpected);
    folders.add(top);
    mkdirSync(join(top, 'unheard'));
    folders.close();
    await heardAll();
  });
});
