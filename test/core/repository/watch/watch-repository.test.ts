import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Facet } from '../../../../src/core/change.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, refFormats, stopping, write } from '../support.ts';
import { type Heard, hear, heardAll } from './support.ts';

const parent = temporaryFolder();
let folders = 0;
let folder: string;
let repo: string;
let heard: Heard;

const begin = async (refs?: string) => {
  folder = join(parent, String(++folders));
  mkdirSync(folder);
  repo = newRepository(folder, 'repo', refs);
  commit(repo, { 'a.txt': 'a\n', 'src/b.txt': 'b\n' }, 'first');
  git(repo, 'branch', 'other');
  heard = await hear(repo);
};
beforeEach(() => begin());

/** Something touches these and nothing else. */
async function touches(facets: readonly Facet[], act: () => void): Promise<void> {
  await heardAll();
  heard.take();
  act();
  const first = await heard.takeWith(...facets);
  await heardAll();
  expect([...new Set([...first, ...heard.take()])].sort()).toEqual(facets);
}

const inGit = (...path: string[]) => join(repo, '.git', ...path);

describe('6.1 what an outside change touches', () => {
  it.each<[string, Facet[], () => void]>([
    ['a commit', ['index', 'refs', 'worktree'], () => commit(repo, { 'a.txt': 'second\n' })],
    ['an edit', ['worktree'], () => write(repo, { 'src/b.txt': 'changed\n' })],
    ['a new folder', ['worktree'], () => mkdirSync(join(repo, 'new', 'deep'), { recursive: true })],
    ['a branch', ['refs'], () => git(repo, 'branch', 'topic')],
    ['a branch with slashes', ['refs'], () => git(repo, 'branch', 'a/b/c')],
    ['a tag', ['refs'], () => git(repo, 'tag', 'v1')],
    ['a remote’s ref', ['refs'], () => git(repo, 'update-ref', 'refs/remotes/origin/main', 'HEAD')],
    ['packed refs', ['refs'], () => git(repo, 'pack-refs', '--all')],
    ['a switch', ['index', 'refs'], () => git(repo, 'switch', '-q', 'other')],
    ['a setting', ['config', 'worktree'], () => git(repo, 'config', 'core.autocrlf', 'true')],
    ['an exclude', ['config', 'worktree'], () => writeFileSync(inGit('info', 'exclude'), '*.o\n')],
    ['an object', [], () => git(repo, 'hash-object', '-w', 'a.txt')],
    ['a ref of our own', [], () => git(repo, 'update-ref', 'refs/sluice/undo/1', 'HEAD')],
    ['a lock', [], () => writeFileSync(inGit('index.lock'), '')],
    ['a commit message', [], () => writeFileSync(inGit('COMMIT_EDITMSG'), 'draft')],
    ['git collecting', [], () => writeFileSync(inGit('gc.pid'), '1')],
    ['a fetch', ['refs', 'remote'], () => writeFileSync(inGit('FETCH_HEAD'), '')],
    ['a bisection', ['refs'], () => writeFileSync(inGit('BISECT_LOG'), '')],
  ])('%s', async (_, facets, act) => {
    await touches(facets, act);
    expect(heard.failures).toEqual([]);
  });

  it('adding touches the index, stashing the refs as well', async () => {
    write(repo, { 'a.txt': 'changed\n' });
    await touches(['index'], () => git(repo, 'add', 'a.txt'));
    await touches(['index', 'refs', 'worktree'], () => git(repo, 'stash', '-q'));
    write(repo, { 'a.txt': 'changed again\n' });
    git(repo, 'stash', '-q');
    await touches(['refs'], () => git(repo, 'stash', 'drop', '-q', 'stash@{1}'));
  });

  it('an operation tells how far it is', async () => {
    commit(repo, { 'a.txt': 'here\n' });
    git(repo, 'switch', '-q', 'other');
    commit(repo, { 'a.txt': 'there\n' });
    await touches(['index', 'refs', 'worktree'], () => stopping(repo, 'rebase', 'main'));
    await touches(['refs'], () => writeFileSync(inGit('rebase-merge', 'msgnum'), '7\n'));
    await touches(['index', 'refs', 'worktree'], () => git(repo, 'rebase', '--abort'));
  });

  it('a reftable', async () => {
    await touches([], () => mkdirSync(inGit('reftable')));
    await touches(['refs'], () => writeFileSync(inGit('reftable', 'tables.list'), 'one.ref\n'));
    await touches([], () => writeFileSync(inGit('reftable', 'tables.list.lock'), ''));
  });
});

describe('6.1 folders that come and go', () => {
  it('a branch below a folder that was there, went and came back', async () => {
    for (let i = 0; i < 3; i++) {
      await touches(['refs'], () => git(repo, 'branch', 'deep/er/one'));
      await touches(['refs'], () => git(repo, 'update-ref', 'refs/heads/deep/er/two', 'HEAD'));
      git(repo, 'update-ref', '-d', 'refs/heads/deep/er/one');
      await touches(['refs'], () => git(repo, 'update-ref', '-d', 'refs/heads/deep/er/two'));
    }
  });

  it('a folder of refs that was renamed', async () => {
    git(repo, 'branch', 'old/one');
    await touches(['refs'], () => renameSync(inGit('refs/heads/old'), inGit('refs/heads/new')));
    await touches(['refs'], () => git(repo, 'update-ref', 'refs/heads/new/two', 'HEAD'));
  });

  it('packing and collecting, and a branch after that', async () => {
    git(repo, 'branch', 'deep/one');
    git(repo, 'gc', '-q', '--prune=now');
    expect(await heard.takeWith('refs')).not.toContain('config');
    await touches(['refs'], () => git(repo, 'branch', 'deep/two'));
  });

  it('the whole git directory', async () => {
    const everything: Facet[] = ['config', 'index', 'refs', 'worktree'];
    await touches(everything, () => rmSync(inGit(), { recursive: true }));
    await touches(everything, () => git(repo, 'init', '-q'));
    await touches(['index'], () => git(repo, 'add', '.'));
    await touches(['index', 'refs'], () => git(repo, 'commit', '-qm', 'again'));
    expect(heard.failures).toEqual([]);
  });

  it('refs that lead out of the repository are not followed', async () => {
    mkdirSync(join(folder, 'elsewhere', 'x'), { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), inGit('refs', 'heads', 'link'));
    await heardAll();
    await touches([], () => writeFileSync(join(folder, 'elsewhere', 'y'), ''));
  });
});

describe.each(refFormats(parent))('6.1 refs in %s', format => {
  beforeEach(() => begin(format));

  it.each<[string, Facet[], () => void]>([
    ['a commit', ['index', 'refs', 'worktree'], () => commit(repo, { 'a.txt': 'second\n' })],
    ['a branch', ['refs'], () => git(repo, 'branch', 'a/b/c')],
    ['a switch', ['index', 'refs'], () => git(repo, 'switch', '-q', 'other')],
    ['a stash', ['index', 'refs', 'worktree'], () => stash(repo)],
    ['a revert that stops', ['index', 'refs', 'worktree'], () => revertHalf(repo)],
  ])('%s', async (_, facets, act) => {
    await touches(facets, act);
    expect(heard.failures).toEqual([]);
  });

  const stash = (at: string) => {
    write(at, { 'a.txt': 'put away\n' });
    git(at, 'stash', '-q');
  };
  const revertHalf = (at: string) => {
    commit(at, { 'a.txt': 'second\n' });
    commit(at, { 'a.txt': 'third\n' });
    stopping(at, 'revert', '--no-edit', 'HEAD~1');
  };

  it('linked work trees hear of their own HEAD and index, and of what all share', async () => {
    git(repo, 'worktree', 'add', '-q', '../linked', 'other');
    const linked = join(folder, 'linked');
    const main = heard;
    heard = await hear(linked);
    await touches(['index', 'refs', 'worktree'], () => commit(linked, { 'c.txt': 'c\n' }));
    await touches(['refs'], () => git(repo, 'branch', 'topic'));
    await touches(['config', 'worktree'], () => git(repo, 'config', 'core.autocrlf', 'true'));
    await touches([], () => write(repo, { 'a.txt': 'main only\n' }));
    await touches([], () => git(repo, 'add', 'a.txt'));
    heard = main;
    await touches([], () => write(linked, { 'c.txt': 'linked only\n' }));
    await touches([], () => git(linked, 'add', '.'));
    await touches(['refs'], () => git(linked, 'switch', '-q', '--detach'));
    await touches(['refs'], () => git(repo, 'worktree', 'remove', '-f', '../linked'));
  });
});

describe('6.1 submodules', () => {
  const allow = ['-c', 'protocol.file.allow=always'];

  beforeEach(async () => {
    newRepository(folder, 'lib');
    commit(join(folder, 'lib'), { 'lib.txt': 'lib\n' });
    git(repo, ...allow, 'submodule', '--quiet', 'add', '../lib', 'deps/lib');
    git(repo, 'commit', '-qm', 'with lib');
  });

  it.each(['absorbed', 'inner'])('with an %s git directory', async kind => {
    const lib = join(repo, 'deps', 'lib');
    if (kind === 'inner') {
      rmSync(join(lib, '.git'));
      renameSync(inGit('modules', 'deps', 'lib'), join(lib, '.git'));
      git(folder, 'config', '-f', join(lib, '.git', 'config'), '--unset', 'core.worktree');
    }
    await heardAll();
    await touches(['worktree'], () => git(lib, 'commit', '-q', '--allow-empty', '-m', 'inside'));
    await touches(['worktree'], () => git(lib, 'update-ref', 'refs/heads/x/y', 'HEAD'));
    expect(heard.failures).toEqual([]);
  });

  it('one that is there from the start, and one that goes', async () => {
    heard = await hear(repo);
    const lib = join(repo, 'deps', 'lib');
    await touches(['worktree'], () => git(lib, 'commit', '-q', '--allow-empty', '-m', 'inside'));
    git(repo, 'submodule', '--quiet', 'deinit', '-f', '--all');
    await heardAll();
    await touches([], () => writeFileSync(inGit('modules/deps/lib/index'), ''));
  });

  it('none where .gitmodules or a .git file leads out of the work tree', async () => {
    const stranger = newRepository(folder, 'stranger');
    write(repo, { 'planted/.git': `gitdir: ${join(stranger, '.git')}\n` });
    symlinkSync(stranger, join(repo, 'link'));
    const paths = ['../stranger', 'link', 'planted', '/', '.', '..', stranger];
    write(repo, { '.gitmodules': paths.map(path => `[submodule "${path}"]\n\tpath = ${path}\n`).join('') });
    heard = await hear(repo);
    await touches([], () => git(stranger, 'commit', '-q', '--allow-empty', '-m', 'x'));
  });

  it.skipIf(process.platform === 'win32')('none where .gitmodules is a pipe nobody writes to', async () => {
    rmSync(join(repo, '.gitmodules'));
    execFileSync('mkfifo', [join(repo, '.gitmodules')]);
    heard = await hear(repo);
    await touches(['refs'], () => git(repo, 'tag', 'v1'));
  });
});
