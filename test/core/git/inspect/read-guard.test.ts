import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeRepository } from '../fixture.ts';
import { git, temporaryFolder } from '../support.ts';
import { guardedReads } from './fixture.ts';

let folder: string;
let repository: string;
let mark: string;
beforeEach(() => {
  folder = temporaryFolder();
  repository = makeRepository(folder);
  mark = join(folder, 'ran');
});

const guarded = (roots = [repository], gitPath = 'git') => guardedReads(folder, roots, gitPath);

const program = () => `touch '${mark}'; cat`;
const attribute = (at: string) => writeFileSync(join(at, '.gitattributes'), '*.txt filter=x\n');
const touch = (at = repository) => utimesSync(join(at, 'file.txt'), 1, 1);
const addFilter = (at = repository, key = 'clean') => {
  attribute(at);
  git(at, 'config', `filter.x.${key}`, program());
};
const hasRun = () => {
  const there = existsSync(mark);
  rmSync(mark, { force: true });
  return there;
};

describe('4.2a a filter', () => {
  it('that was there when the workspace was trusted runs', async () => {
    addFilter();
    const { trust, read } = guarded();
    await trust();
    touch();
    const { notes } = await read('status');
    expect({ ran: hasRun(), notes }).toEqual({ ran: true, notes: undefined });
  });

  it.each(['clean', 'process'])('that appears afterwards as %s is off, and the result says so', async key => {
    const { trust, read, reader } = guarded();
    await trust();
    await read('status');
    addFilter(repository, key);
    touch();
    const { ok, stdout, notes } = await read('status', '--short');
    expect({ ok, stdout, ran: hasRun() }).toEqual({ ok: true, stdout: '?? .gitattributes\n', ran: false });
    expect(notes?.join()).toContain("'x'");
    expect((await reader.read(['status'], repository)).ok).toBe(true);
    await reader.read(['hash-object', '--', 'file.txt'], repository);
    expect(hasRun()).toBe(false);
  });

  it('that changes is off until the person has allowed its program', async () => {
    attribute(repository);
    git(repository, 'config', 'filter.x.clean', 'cat');
    const { trust, read, guard, known } = guarded();
    await trust();
    expect((await read('status')).notes).toBeUndefined();
    addFilter();
    touch();
    await read('status');
    expect(hasRun()).toBe(false);
    const found = await guard({ folder: repository }, { subcommand: 'status' });
    if (found.kind !== 'guarded') throw new Error(found.kind);
    for (const { commonDirectory, filter } of found.filtersOff) await known.addFilter(commonDirectory, filter);
    expect((await read('status')).notes).toBeUndefined();
    expect(hasRun()).toBe(true);
  });

  it('whose script in the work tree changes is off', async () => {
    const script = join(repository, 'clean.sh');
    writeFileSync(script, 'cat\n');
    attribute(repository);
    git(repository, 'config', 'filter.x.clean', 'sh ./clean.sh');
    const { trust, read } = guarded();
    await trust();
    writeFileSync(script, `touch '${mark}'; cat\n`);
    touch();
    await read('status');
    expect(hasRun()).toBe(false);
  });

  it.each([
    ['an included file', 'include.path', 'extra'],
    ['a file included on a condition', 'includeIf.onbranch:ma*.path', 'extra'],
  ])('that comes in by %s is off', async (_, key, value) => {
    git(repository, 'config', key, value);
    const { trust, read } = guarded();
    await trust();
    await read('status');
    attribute(repository);
    writeFileSync(join(repository, '.git', value), `[filter "x"]\n\tclean = "${program()}"\n`);
    touch();
    expect((await read('status')).notes).toHaveLength(1);
    expect(hasRun()).toBe(false);
  });

  it("that comes in by the work tree's own config or the person's is off", async () => {
    git(repository, 'config', 'extensions.worktreeConfig', 'true');
    const { trust, read } = guarded();
    await trust();
    attribute(repository);
    touch();
    for (const file of [join(repository, '.git/config.worktree'), join(folder, 'home/.gitconfig')]) {
      writeFileSync(file, `[filter "x"]\n\tclean = "${program()}"\n`);
      await read('status');
      expect({ file, ran: hasRun() }).toEqual({ file, ran: false });
      writeFileSync(file, '');
    }
  });

  it("of the person's own that is known holds in every repository", async () => {
    writeFileSync(join(folder, 'home/.gitconfig'), `[filter "x"]\n\tclean = "${program()}"\n`);
    const { trust, read } = guarded();
    await trust();
    git(repository, 'clone', '-q', '.', 'later');
    attribute(join(repository, 'later'));
    touch(join(repository, 'later'));
    await read('-C', 'later', 'status');
    expect(hasRun()).toBe(true);
  });

  it('of a repository that turns up later is off', async () => {
    const { trust, read } = guarded();
    await trust();
    git(repository, 'clone', '-q', '.', 'later');
    addFilter(join(repository, 'later'));
    touch(join(repository, 'later'));
    await read('-C', 'later', 'status');
    await read('--git-dir=later/.git', '--work-tree=later', 'status');
    expect(hasRun()).toBe(false);
  });

  it('of a submodule, also one that fills an empty folder, is off when git goes on to it', async () => {
    git(folder, 'clone', '-q', repository, 'library');
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(folder, 'library'), 'sub');
    git(repository, 'commit', '-qm', 'submodule');
    const { trust, read } = guarded();
    await trust();
    addFilter(join(repository, 'sub'));
    touch(join(repository, 'sub'));
    await read('status');
    expect(hasRun()).toBe(false);
    git(repository, 'submodule', 'deinit', '-f', 'sub');
    await read('status');
    git(join(repository, 'sub'), 'init', '-q');
    writeFileSync(join(repository, 'sub/file.txt'), 'x\n');
    git(join(repository, 'sub'), 'add', '.');
    git(join(repository, 'sub'), 'commit', '-qm', 'x');
    addFilter(join(repository, 'sub'));
    touch(join(repository, 'sub'));
    await read('status');
    expect(hasRun()).toBe(false);
  });

  it('whose name no option can say makes the read wait', async () => {
    const { trust, read } = guarded();
    await trust();
    git(repository, 'config', 'filter.a=b.clean', program());
    expect((await read('status')).failure?.reason).toBe('unsafe-config');
  });

  it('is looked for without a process while no file of the config changes', async () => {
    const asked: string[] = [];
    const counting = join(folder, 'git');
    writeFileSync(counting, `#!/bin/sh\necho "$@" >> ${folder}/asked\nexec git "$@"\n`, { mode: 0o755 });
    const { guard } = guarded([repository], counting);
    // A file that has just been written may change again within the same tick of the clock.
    await delay(60);
    await guard({ folder: repository }, { subcommand: 'status' });
    rmSync(join(folder, 'asked'));
    await guard({ folder: repository }, { subcommand: 'status' });
    expect({ asked, again: existsSync(join(folder, 'asked')) }).toEqual({ asked: [], again: false });
  });
});

describe('4.2a hooks of the config', () => {
  it('are switched off by name', async () => {
    git(repository, 'config', 'hook.a.b.event', 'post-index-change');
    git(repository, 'config', 'hook.post-index-change.command', 'x');
    const found = await guarded().guard({ folder: repository }, { subcommand: 'status' });
    expect(found).toMatchObject({
      config: [
        ['hook.a.b.enabled', 'false'],
        ['hook.post-index-change.enabled', 'false'],
      ],
    });
  });
});

describe('3.3 what git reads of a repository', () => {
  let victim: string;
  beforeEach(() => {
    victim = join(folder, 'victim');
    git(folder, 'clone', '-q', repository, 'victim');
    mkdirSync(join(repository, 'x'));
  });
  const outside = { failure: { reason: 'outside-workspace' }, heldBack: { effects: ['reads-outside'] } };

  it.each([
    ['a .git file', () => writeFileSync(join(repository, 'x/.git'), `gitdir: ${victim}/.git\n`)],
    ['a linked .git', () => symlinkSync(join(victim, '.git'), join(repository, 'x/.git'))],
    [
      'core.worktree',
      () => {
        git(repository, 'init', '-q', 'x');
        git(join(repository, 'x'), 'config', 'core.worktree', victim);
      },
    ],
    [
      'alternates',
      () => {
        git(repository, 'init', '-q', 'x');
        writeFileSync(join(repository, 'x/.git/objects/info/alternates'), `${victim}/.git/objects\n`);
      },
    ],
    [
      'alternates of alternates',
      () => {
        for (const name of ['x', 'y']) git(repository, 'init', '-q', name);
        writeFileSync(join(repository, 'x/.git/objects/info/alternates'), `../../../y/.git/objects\n`);
        writeFileSync(join(repository, 'y/.git/objects/info/alternates'), `${victim}/.git/objects\n`);
      },
    ],
    [
      'a linked object directory',
      () => {
        git(repository, 'init', '-q', 'x');
        rmSync(join(repository, 'x/.git/objects'), { recursive: true });
        symlinkSync(join(victim, '.git/objects'), join(repository, 'x/.git/objects'));
      },
    ],
    [
      'linked logs',
      () => {
        git(repository, 'init', '-q', 'x');
        symlinkSync(join(victim, '.git/logs'), join(repository, 'x/.git/logs'));
      },
    ],
    [
      'a common directory',
      () => {
        git(repository, 'init', '-q', 'x');
        writeFileSync(join(repository, 'x/.git/commondir'), `${victim}/.git\n`);
      },
    ],
  ])('is not read when %s leads outside the workspace', async (_, prepare) => {
    const { trust, read } = guarded();
    await trust();
    prepare();
    expect(await read('-C', 'x', 'log', '-p')).toMatchObject(outside);
  });

  it('is read where the workspace folder was so when it was trusted', async () => {
    git(folder, 'init', '-q', '--separate-git-dir', join(folder, 'elsewhere.git'), repository);
    const { trust, read } = guarded();
    await trust();
    expect((await read('log')).ok).toBe(true);
  });

  it('is read of a linked work tree or a submodule whose git directory says that it is its own', async () => {
    git(victim, 'worktree', 'add', '-q', join(folder, 'tree'));
    const { guard } = guarded([join(folder, 'tree')]);
    expect(await guard({ folder: join(folder, 'tree') }, { subcommand: 'log' })).toMatchObject({ kind: 'guarded' });
    writeFileSync(join(repository, 'x/.git'), `gitdir: ${victim}/.git/worktrees/tree\n`);
    const inside = guarded();
    expect(await inside.guard({ folder: join(repository, 'x') }, { subcommand: 'log' })).toMatchObject({
      kind: 'obstacle',
    });
    git(victim, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository, 'sub');
    const sub = guarded([join(victim, 'sub')]);
    expect(await sub.guard({ folder: join(victim, 'sub') }, { subcommand: 'log' })).toMatchObject({ kind: 'guarded' });
    writeFileSync(join(repository, 'x/.git'), `gitdir: ${victim}/.git/modules/sub\n`);
    expect(await inside.guard({ folder: join(repository, 'x') }, { subcommand: 'log' })).toMatchObject({
      kind: 'obstacle',
    });
  });

  it.each([
    ['core.excludesFile', ['status', '--ignored', '--short']],
    ['mailmap.file', ['log']],
  ])('leaves out a file outside the workspace that %s names', async (key, args) => {
    const { trust, read } = guarded();
    await trust();
    writeFileSync(join(folder, 'secret'), 'x-secret-x\n');
    git(repository, 'config', key, join(folder, 'secret'));
    const { ok, notes, stderr } = await read(...args);
    expect({ ok, stderr }).toEqual({ ok: true, stderr: '' });
    expect(notes?.join()).toContain(key.toLowerCase());
  });

  it.each([
    ['blame.ignoreRevsFile', ['blame', 'file.txt']],
    ['fsck.skipList', ['fsck']],
  ])('is not read by who would read a file outside the workspace that %s names', async (key, args) => {
    const { trust, read } = guarded();
    await trust();
    writeFileSync(join(folder, 'secret'), 'x-secret-x\n');
    git(repository, 'config', key, join(folder, 'secret'));
    expect(await read(...args)).toMatchObject(outside);
    expect((await read('log')).ok).toBe(true);
  });

  it('is not searched where a folder of it was replaced by a link that leads outside', async () => {
    mkdirSync(join(repository, 'docs'));
    writeFileSync(join(repository, 'docs/file.txt'), 'ours\n');
    git(repository, 'add', 'docs');
    git(repository, 'commit', '-qm', 'docs');
    const { trust, read } = guarded();
    await trust();
    expect((await read('grep', '-h', 'ours')).stdout).toBe('ours\n');
    rmSync(join(repository, 'docs'), { recursive: true });
    expect((await read('grep', 'one')).ok).toBe(true);
    symlinkSync(victim, join(repository, 'docs'));
    expect(await read('grep', '-h', 'one')).toMatchObject(outside);
  });

  it('does not print a config that includes a file outside the workspace', async () => {
    const { trust, read } = guarded();
    await trust();
    writeFileSync(join(folder, 'secret'), '[default]\nkey = x\n');
    git(repository, 'config', 'include.path', join(folder, 'secret'));
    expect(await read('config', '--list')).toMatchObject(outside);
    expect((await read('log')).ok).toBe(true);
  });
});

describe('3.3 a local repository on the other side', () => {
  beforeEach(() => {
    git(folder, 'clone', '-q', '--bare', repository, 'victim.git');
  });

  it.each([
    ['a link', () => symlinkSync(join(folder, 'victim.git'), join(repository, 'x'))],
    ['a link with an ending', () => symlinkSync(join(folder, 'victim.git'), join(repository, 'x.git'))],
    [
      'a .git file',
      () => {
        mkdirSync(join(repository, 'x'));
        writeFileSync(join(repository, 'x/.git'), `gitdir: ${folder}/victim.git\n`);
      },
    ],
    ['the config', () => git(repository, 'config', 'remote.x.url', '../victim.git')],
    ['an address replaced', () => git(repository, 'config', `url.${join(folder, 'victim.git')}.insteadOf`, 'x')],
  ])('is not read when %s leads outside the workspace', async (_, prepare) => {
    const { trust, read } = guarded();
    await trust();
    prepare();
    expect(await read('ls-remote', 'x')).toMatchObject({ failure: { reason: 'outside-workspace' } });
  });

  it('is read inside the workspace, and outside where the remote was there when it was trusted', async () => {
    git(repository, 'config', 'remote.x.url', '../victim.git');
    git(repository, 'clone', '-q', '--bare', '.', 'inner.git');
    const { trust, read } = guarded();
    await trust();
    expect((await read('ls-remote', 'x')).ok).toBe(true);
    expect((await read('ls-remote', 'inner.git')).ok).toBe(true);
  });

  it('waits for the person with a git that could start programs by its config', async () => {
    const old = join(folder, 'old-git');
    const script = `case "$*" in *--version) echo git version 2.39.3;; *) exec git "$@";; esac`;
    writeFileSync(old, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    git(repository, 'clone', '-q', '--bare', '.', 'inner.git');
    const { trust, read } = guarded([repository], old);
    await trust();
    const { failure, heldBack } = await read('ls-remote', 'inner.git');
    expect({ reason: failure?.reason, effects: heldBack?.effects }).toEqual({
      reason: 'old-git',
      effects: ['runs-program'],
    });
  });
});
