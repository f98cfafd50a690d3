import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstPathInGitDirectory } from '../../../../src/core/git/git-directory.ts';
import { makeRepository } from '../fixture.ts';
import { git, temporaryFolder } from '../support.ts';
import { guardedReads } from './fixture.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let repository: string;
let secret: string;
beforeEach(() => {
  folder = temporaryFolder();
  repository = makeRepository(folder);
  secret = join(folder, 'secret');
  writeFileSync(secret, 'x-secret-x\n');
});

async function trusted() {
  const { trust, read, guard } = guardedReads(folder);
  await trust();
  return { read, guard };
}

/** Puts a link to a file outside the workspace at a path of the git directory. */
function link(path: string, target = secret): void {
  const at = join(repository, '.git', path);
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { force: true });
  symlinkSync(target, at);
}

const outside = { stdout: '', failure: { reason: 'outside-workspace' }, heldBack: { effects: ['reads-outside'] } };

describe('3.3 a file of the git directory that is a link out of the workspace', () => {
  it.each([
    ['rebase-merge/git-rebase-todo', ['status']],
    ['rebase-apply/head-name', ['status']],
    ['worktrees/x/gitdir', ['worktree', 'list', '--porcelain']],
    ['worktrees/x/locked', ['worktree', 'list', '-v']],
    ['branches/x', ['ls-remote', '--get-url', 'x']],
    ['remotes/x', ['remote', 'get-url', 'x']],
    ['logs/refs/heads/main', ['reflog', 'show', 'main']],
    ['info/exclude', ['check-ignore', '-v', 'x-secret-x']],
  ])('is not read: %s', async (path, args) => {
    const { read } = await trusted();
    expect((await read('log')).ok).toBe(true);
    link(path);
    expect(await read(...args)).toMatchObject(outside);
  });

  it('is not read behind a link that stays inside', async () => {
    const { read } = await trusted();
    mkdirSync(join(repository, 'state'));
    symlinkSync(secret, join(repository, 'state/git-rebase-todo'));
    link('rebase-merge', join(repository, 'state'));
    expect(await read('status')).toMatchObject(outside);
  });

  it('is not read when what it leads to came later, or leads elsewhere by now', async () => {
    const { read } = await trusted();
    link('rebase-merge/git-rebase-todo', join(folder, 'later'));
    link('rebase-merge/head-name', join(repository, 'sub/name'));
    await delay(100);
    expect((await read('log')).ok).toBe(true);
    symlinkSync(folder, join(repository, 'sub'));
    writeFileSync(join(folder, 'name'), 'x-secret-x\n');
    expect(await read('status')).toMatchObject(outside);
    rmSync(join(repository, 'sub'));
    writeFileSync(join(folder, 'later'), 'x-secret-x\n');
    expect(await read('status')).toMatchObject(outside);
  });

  it('is not read by alternates whose folder became a link', async () => {
    git(repository, 'init', '-q', 'near');
    writeFileSync(join(repository, '.git/objects/info/alternates'), '../../near/.git/objects\n');
    const { read } = await trusted();
    await delay(100);
    expect((await read('log')).ok).toBe(true);
    git(folder, 'init', '-q', 'far');
    rmSync(join(repository, 'near'), { recursive: true });
    symlinkSync(join(folder, 'far'), join(repository, 'near'));
    expect(await read('log')).toMatchObject(outside);
  });
});

describe('3.3 the repository of a local address', () => {
  beforeEach(() => {
    git(folder, 'clone', '-q', '--bare', repository, 'victim.git');
  });

  it.each(['branches', 'remotes'])('is not read by a file in %s, which nobody has looked at', async name => {
    const { read } = await trusted();
    mkdirSync(join(repository, '.git', name), { recursive: true });
    const url = join(folder, 'victim.git');
    writeFileSync(join(repository, '.git', name, 'x'), name === 'remotes' ? `URL: ${url}\n` : `${url}\n`);
    const { stdout, failure } = await read('ls-remote', 'x');
    expect({ stdout, reason: failure?.reason }).toEqual({ stdout: '', reason: 'unsafe-config' });
  });

  it.each([
    ['a link to no branch', () => symlinkSync('refs/heads/none', join(repository, 'x/HEAD'))],
    [
      'longer than any',
      () => writeFileSync(join(repository, 'x/HEAD'), `ref: refs/heads/main\n${'x'.repeat(2 << 20)}`),
    ],
  ])('is looked at although its HEAD is %s', async (_, writeHead) => {
    const { read } = await trusted();
    git(repository, 'clone', '-q', '--bare', '.', 'x');
    for (const part of ['HEAD', 'refs', 'packed-refs']) rmSync(join(repository, 'x', part), { recursive: true });
    symlinkSync(join(folder, 'victim.git/refs'), join(repository, 'x/refs'));
    symlinkSync(join(folder, 'victim.git/packed-refs'), join(repository, 'x/packed-refs'));
    writeHead();
    expect(await read('ls-remote', 'x')).toMatchObject({ stdout: '', failure: { reason: 'outside-workspace' } });
  });
});

/** As somebody who may not read everything. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe.skipIf(process.platform === 'win32')('a folder that cannot be listed', () => {
  it('of the git directory holds a read back: a link in it leads anywhere', async () => {
    const { guard } = guardedReads(folder);
    // What is imported with the first use is imported now: somebody else may not read the folder of this project.
    await guard({ folder: repository }, { subcommand: 'status' });
    const parent = join(folder, 'theirs');
    mkdirSync(parent, { mode: 0o777 });
    chmodSync(parent, 0o777);
    chmodSync(folder, 0o755);
    const found = await asNobody(async () => {
      git(parent, 'init', '-q', 'repo');
      const state = join(parent, 'repo/.git/rebase-merge');
      mkdirSync(state);
      symlinkSync(secret, join(state, 'head-name'));
      writeFileSync(join(state, 'interactive'), '');
      chmodSync(state, 0o111);
      const before = git(join(parent, 'repo'), 'status');
      const theirs = guardedReads(parent);
      return { before, found: await theirs.guard({ folder: join(parent, 'repo') }, { subcommand: 'status' }) };
    });
    expect(found).toMatchObject({
      before: expect.stringContaining('x-secret-x'),
      found: {
        kind: 'obstacle',
        obstacle: { reason: 'unlisted-folder', detail: expect.stringContaining('rebase-merge') },
      },
    });
    chmodSync(join(parent, 'repo/.git/rebase-merge'), 0o755);
  });

  it('and that a write fills may have a link into the git directory', async () => {
    chmodSync(folder, 0o755);
    const filled = join(repository, 'out');
    mkdirSync(filled);
    symlinkSync('../.git/config', join(filled, '0001-x.patch'));
    chmodSync(filled, 0o333);
    const found = await asNobody(() => firstPathInGitDirectory({ paths: ['out/'], cwd: '' }, repository));
    chmodSync(filled, 0o755);
    expect(found).toBe('out/');
  });
});
