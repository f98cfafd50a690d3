import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCoreConfig } from '../../../src/core/repository/core-config.ts';
import { discover } from '../../../src/core/repository/discover.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { commit, newRepository } from './support.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);

const plain = newRepository(folder, 'plain');
commit(plain, { 'sub/deep/f': '1\n' });
git(plain, 'worktree', 'add', '-q', '--detach', at('linked'));
git(plain, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', plain, 'module dir#1');
git(folder, 'init', '-q', '--separate-git-dir', at('elsewhere'), at('separate'));
git(folder, 'clone', '-q', '--bare', plain, at('bare.git'));
git(at('bare.git'), 'worktree', 'add', '-q', '--detach', at('of-bare'));
git(folder, 'init', '-q', at('moved'));
mkdirSync(at('tree'));
git(at('moved'), 'config', 'core.worktree', '../../tree');
for (const [name, scope] of [
  ['own', '--worktree'],
  ['shared', '--local'],
] as const) {
  git(folder, 'clone', '-q', plain, at(name));
  git(at(name), 'worktree', 'add', '-q', '--detach', at(`${name}-linked`));
  git(at(name), 'config', 'extensions.worktreeConfig', 'true');
  git(at(name), 'config', scope, 'core.bare', 'true');
}
git(at('own'), 'config', '--local', '--unset', 'core.bare');
symlinkSync(at('plain', 'sub'), at('symlink'));
mkdirSync(at('plain', 'not', '.git'), { recursive: true });

/** Git's own answer, or undefined where it has no work tree. */
function asked(cwd: string) {
  try {
    const answer = git(cwd, 'rev-parse', '--git-dir', '--git-common-dir', '--show-toplevel');
    const [gitDirectory, commonDirectory, workTree] = answer.split('\n').map(path => resolve(cwd, path));
    return { gitDirectory, commonDirectory, workTree };
  } catch {
    return undefined;
  }
}

describe('discover finds what git finds', () => {
  it.each([
    ['a plain repository', 'plain'],
    ['a subfolder', 'plain/sub/deep'],
    ['a folder with a .git that is none', 'plain/not'],
    ['a linked work tree', 'linked'],
    ['its subfolder', 'linked/sub'],
    ['a submodule', 'plain/module dir#1'],
    ['a submodule’s subfolder', 'plain/module dir#1/sub'],
    ['a separate git directory', 'separate'],
    ['a linked work tree of a bare repository', 'of-bare'],
    ['a linked work tree of one that became bare', 'own-linked'],
    ['a work tree set by config', 'moved'],
  ])('in %s', async (_, name) => {
    const repository = asked(at(name));
    expect(repository).toBeDefined();
    expect(await discover(at(name))).toEqual({ ok: true, repository });
  });

  it('through a symbolic link', async () => {
    const found = await discover(at('symlink'));
    expect(found).toMatchObject({ ok: true, repository: { workTree: plain, gitDirectory: join(plain, '.git') } });
  });

  it.each([
    ['a bare repository', 'bare.git'],
    ['a folder inside it', 'bare.git/refs/heads'],
    ['a git directory', 'plain/.git'],
    ['a repository that became bare', 'own'],
    ['a linked work tree that its repository’s config calls bare', 'shared-linked'],
  ])('no work tree in %s', async (_, name) => {
    expect(asked(at(name))).toBeUndefined();
    expect(await discover(at(name))).toMatchObject({ ok: false, reason: 'bare' });
  });
});

describe('discover says why it finds none', () => {
  it('no repository', async () => {
    expect(await discover(folder)).toEqual({
      ok: false,
      reason: 'not-a-repository',
      message: `'${folder}' is not in a git repository. Run git init there, or open a folder that is.`,
    });
  });

  it('no folder', async () => {
    expect(await discover(at('nowhere'))).toMatchObject({ ok: false, reason: 'missing' });
  });

  it.each(['gitdir: ../gone\n', 'gitdir: \n', 'something else'])('a .git file that says %j', async text => {
    const broken = at('plain', 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, '.git'), text);
    expect(asked(broken)).toBeUndefined();
    expect(await discover(broken)).toMatchObject({ ok: false, reason: 'missing' });
    rmSync(broken, { recursive: true });
  });

  it('a FIFO called .git, which would hold up whoever reads it', async () => {
    const trap = at('plain', 'trap');
    mkdirSync(trap);
    execFileSync('mkfifo', [join(trap, '.git')]);
    expect(await discover(trap)).toMatchObject({ ok: true, repository: { workTree: at('plain') } });
    rmSync(trap, { recursive: true });
  });

  it('a bare repository among the files that claims a work tree', async () => {
    git(folder, 'clone', '-q', '--bare', plain, at('plain', 'embedded'));
    appendFileSync(at('plain', 'embedded', 'config'), '[core]\n\tbare = false\n\tworktree = ..\n');
    expect(await discover(at('plain', 'embedded'))).toMatchObject({ ok: false, reason: 'bare' });
  });
});

describe('parseCoreConfig', () => {
  it.each([
    ['[core]\n\tbare = true\n', { bare: true }],
    ['[CORE] Bare\n', { bare: true }],
    ['[core]\nbare = false ; why\n[core]\nbare = yes # now\n', { bare: true }],
    ['[core "x"]\nbare = true\n[corex]\nbare = true\n# bare = true\n', {}],
    ['[core]\n\tworktree = " a #b\\t\\"c\\\\"  ; d\n', { worktree: ' a #b\t"c\\' }],
    ['\uFEFF[core]\r\n\tworktree = a \\\r\nb c \r\n', { worktree: 'a b c' }],
    ['[extensions]\n\tworktreeConfig = 1\n', { worktreeConfig: true }],
    ['', {}],
  ])('%j', (text, expected) => expect(parseCoreConfig(text)).toEqual(expected));
});
