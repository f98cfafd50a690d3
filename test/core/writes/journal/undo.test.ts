import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUndone, isUndoneInPart } from '../../../../src/core/writes/journal/storage/entry.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, refFormats, write } from '../../repository/support.ts';
import { fingerprint, journalWith, record, recorded, repositoryAt, runGit, thereAndBack, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();
let made = 0;

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  commit(folder, { 'a.txt': 'one\n', 'b/c.txt': 'c\n' }, 'one');
  commit(folder, { 'a.txt': 'two\n' }, 'two');
  git(folder, 'branch', 'side', 'HEAD~1');
  return folder;
}

const planIn = async (folder: string, id?: string) => {
  const planned = await journal.planUndo(await repositoryAt(folder), id);
  if (!planned.ok) throw new Error(planned.message);
  return planned.plan;
};

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('8.6 the repository has moved on', () => {
  it('refuses and says why, and the offer that is safe brings back what is nowhere else', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'never committed\n', 'b/c.txt': 'nor this\n' });
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    commit(folder, { 'd.txt': 'later\n' }, 'later');
    const plan = await planIn(folder);
    expect(plan.movedOn.join()).toContain('main is at');
    const before = await fingerprint(folder);
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: false, code: 'moved-on' });
    expect(await fingerprint(folder)).toEqual(before);
    expect(plan.safe).toEqual(['a.txt comes back as it was', 'b/c.txt comes back as it was']);
    expect(await journal.undo(plan, 'safe', 'palette')).toMatchObject({ ok: true });
    expect([read(folder, 'a.txt'), read(folder, 'b/c.txt'), read(folder, 'd.txt')]).toEqual([
      'never committed\n',
      'nor this\n',
      'later\n',
    ]);
  });

  it('what was undone in part is not called undone: the rest comes back by its id once nothing stands against it', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'never committed\n' });
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    const left = git(folder, 'rev-parse', 'HEAD').trim();
    commit(folder, { 'd.txt': 'later\n' }, 'later');
    expect(await journal.undo(await planIn(folder), 'safe', 'palette')).toMatchObject({ ok: true });
    const [undo, entry] = await journal.list(await repositoryAt(folder));
    if (undo === undefined || entry === undefined) throw new Error('no entries');
    expect([isUndone(entry, [undo, entry]), isUndoneInPart(entry, [undo, entry])]).toEqual([true, true]);
    git(folder, 'reset', '-q', '--soft', left);
    git(folder, 'rm', '-qf', 'd.txt');
    const plan = await planIn(folder, entry.id);
    expect(plan.movedOn).toEqual([]);
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: true });
    expect(await fingerprint(folder)).toEqual(first);
    const entries = await journal.list(await repositoryAt(folder));
    expect([isUndone(entry, entries), isUndoneInPart(entry, entries)]).toEqual([true, false]);
  });

  it('does what was planned or nothing: a plan that is not true any more is told by its values, not by its words', async () => {
    const folder = small();
    const files = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, text]));
    write(folder, files(14, 'untracked\n'));
    await recorded(journal, folder, ['clean', '-f']);
    write(folder, files(7, 'mine since\n'));
    const plan = await planIn(folder);
    // Another file in the place of one: so many are counted and not named, so that the words stay the same.
    rmSync(join(folder, 'u0'));
    write(folder, { u13: 'mine since\n' });
    const { safe, movedOn } = await planIn(folder);
    expect([safe, movedOn]).toEqual([plan.safe, plan.movedOn]);
    const before = await fingerprint(folder);
    expect(await journal.undo(plan, 'safe', 'palette')).toMatchObject({ ok: false, code: 'plan-outdated' });
    expect(await fingerprint(folder)).toEqual(before);
  });

  it('does what was planned when only something else has changed', async () => {
    const folder = small();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    const plan = await planIn(folder);
    git(folder, 'config', 'branch.main.description', 'written by an editor');
    git(folder, 'branch', 'other');
    write(folder, { 'other.txt': 'mine\n' });
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: true });
    expect([read(folder, 'a.txt'), read(folder, 'other.txt')]).toEqual(['two\n', 'mine\n']);
  });

  it('a plan that was carried out is not carried out twice', async () => {
    const folder = small();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    const plan = await planIn(folder);
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: true });
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: false, code: 'plan-outdated' });
  });

  it('does not overwrite a file that was edited since, nor touch one the command did not change', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'precious\n' });
    await recorded(journal, folder, ['checkout', '--', '.']);
    write(folder, { 'a.txt': 'newer\n', 'b/c.txt': 'edited since\n' });
    const plan = await planIn(folder);
    expect(plan.movedOn).toEqual(['a.txt has changed since']);
    expect(await journal.undo(plan, 'safe', 'palette')).toMatchObject({ ok: true });
    expect([read(folder, 'a.txt'), read(folder, 'b/c.txt')]).toEqual(['newer\n', 'edited since\n']);
  });

  it('an edit elsewhere is no reason to refuse', async () => {
    const folder = small();
    write(folder, { 'u.txt': 'u\n' });
    await recorded(journal, folder, ['clean', '-fd']);
    write(folder, { 'a.txt': 'edited since\n', 'other.txt': 'o\n' });
    commit(folder, { 'd.txt': 'd\n' });
    await undone(journal, folder);
    expect([read(folder, 'u.txt'), read(folder, 'a.txt')]).toEqual(['u\n', 'edited since\n']);
  });

  it('a stat-only change of the index by another git is none', async () => {
    const folder = small();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    write(folder, { 'b/c.txt': 'c\n' });
    git(folder, 'status');
    expect((await planIn(folder)).movedOn).toEqual([]);
  });

  it('a branch that came back by hand elsewhere is left there', async () => {
    const folder = small();
    await recorded(journal, folder, ['branch', '-D', 'side']);
    git(folder, 'branch', 'side', 'main');
    const plan = await planIn(folder);
    expect(plan.movedOn.join()).toMatch(/^side is at/);
    await journal.undo(plan, 'safe', 'palette');
    expect(git(folder, 'rev-parse', 'side')).toBe(git(folder, 'rev-parse', 'main'));
  });

  it('what was fetched since does not stand against undoing a pull', async () => {
    const folder = small();
    git(parent, 'clone', '-q', folder, `${folder}-clone`);
    const clone = `${folder}-clone`;
    commit(folder, { 'a.txt': 'three\n' }, 'three');
    const first = git(clone, 'rev-parse', 'main');
    await recorded(journal, clone, ['pull']);
    commit(folder, { 'a.txt': 'four\n' }, 'four');
    git(clone, 'fetch', '-q');
    await undone(journal, clone);
    expect(git(clone, 'rev-parse', 'main')).toBe(first);
    expect(git(clone, 'rev-parse', 'origin/main')).toBe(git(folder, 'rev-parse', 'main'));
  });
});

describe('8.6 settings that were changed since', () => {
  it('in other lines stay, and those of the command come back', async () => {
    const folder = small();
    git(folder, 'config', 'branch.side.remote', 'origin');
    git(folder, 'config', 'branch.main.remote', 'origin');
    await recorded(journal, folder, ['branch', '-D', 'side']);
    git(folder, 'config', 'branch.main.vscode-merge-base', 'origin/main');
    git(folder, 'config', 'user.nickname', 'ada');
    const before = git(folder, 'config', '--local', '--list');
    await undone(journal, folder);
    const wanted = `${before}branch.side.remote=origin\n`;
    expect(git(folder, 'config', '--local', '--list').split('\n').sort()).toEqual(wanted.split('\n').sort());
    const [undo] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, undo?.id);
    expect(git(folder, 'config', '--local', '--list')).toBe(before);
  });

  it('in the same lines forbid undoing the whole', async () => {
    const folder = small();
    git(folder, 'config', 'a.b', 'one');
    await recorded(journal, folder, ['config', 'a.b', 'two']);
    git(folder, 'config', 'a.b', 'three');
    expect((await planIn(folder)).movedOn).toEqual(["the repository's settings have changed since"]);
  });
});

describe('8.6 an undo writes nowhere but in the work tree', () => {
  it('a folder that became a link since is left alone', async () => {
    const folder = small();
    const outside = join(parent, `outside${made}`);
    mkdirSync(outside);
    write(folder, { 'b/u.txt': 'u\n' });
    await recorded(journal, folder, ['clean', '-fd']);
    renameSync(join(folder, 'b'), join(folder, 'old-b'));
    symlinkSync(outside, join(folder, 'b'));
    const plan = await planIn(folder);
    expect(plan.movedOn).toEqual(["'b' is no longer a folder"]);
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: false });
    await journal.undo(plan, 'safe', 'palette');
    expect(existsSync(join(outside, 'u.txt'))).toBe(false);
  });

  it('a link that the command itself put in place of a folder goes first', async () => {
    const folder = small();
    const outside = join(parent, `outside${made}b`);
    mkdirSync(outside);
    git(folder, 'switch', '-qc', 'linked');
    rmSync(join(folder, 'b'), { recursive: true });
    symlinkSync(outside, join(folder, 'b'));
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'a link');
    git(folder, 'switch', '-q', 'main');
    await thereAndBack(journal, folder, ['switch', 'linked']);
    expect(read(folder, 'b/c.txt')).toBe('c\n');
  });

  it('files that came since under a folder that is to be a file again stay', async () => {
    const folder = small();
    git(folder, 'switch', '-qc', 'folder');
    git(folder, 'rm', '-q', 'a.txt');
    commit(folder, { 'a.txt/inside': 'i\n' }, 'a folder');
    git(folder, 'switch', '-q', 'main');
    await thereAndBack(journal, folder, ['switch', 'folder']);
    await recorded(journal, folder, ['switch', 'folder']);
    write(folder, { 'a.txt/mine': 'm\n' });
    const plan = await planIn(folder);
    expect(plan.movedOn).toEqual(["'a.txt/mine' is where 'a.txt' was"]);
    expect(await journal.undo(plan, 'all', 'palette')).toMatchObject({ ok: false });
    await journal.undo(plan, 'safe', 'palette');
    expect(read(folder, 'a.txt/mine')).toBe('m\n');
  });
});

describe('8.6 names', () => {
  const odd = [
    'new\nline',
    'quo"te',
    "apo'strophe",
    '-dash',
    ' blank ',
    'tab\there',
    'ümlaut',
    '日本',
    'back\\slash',
    ':colon',
    '*',
  ];

  it('of files', async () => {
    const folder = small();
    write(folder, Object.fromEntries(odd.map(name => [`tracked ${name}`, 'old\n'])));
    commit(folder, { '-x': 'x\n' }, 'odd');
    for (const name of odd)
      write(folder, { [name]: 'untracked\n', [`tracked ${name}`]: 'new\n', [`dir ${name}/in`]: 'd\n' });
    await thereAndBack(journal, folder, ['stash', 'push', '-u']);
    await thereAndBack(journal, folder, ['clean', '-fdx']);
    await thereAndBack(journal, folder, ['reset', '--hard', 'HEAD~1']);
  });

  it('of files that are no UTF-8', async () => {
    const folder = small();
    const at = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(at('tr\xe4cked'), 'old\n');
    commit(folder, { x: 'x\n' }, 'odd');
    writeFileSync(at('tr\xe4cked'), 'new\n');
    writeFileSync(at('\xff\xfe'), 'untracked\n');
    await thereAndBack(journal, folder, ['reset', '--hard', 'HEAD~1']);
    await thereAndBack(journal, folder, ['clean', '-fdx']);
    await thereAndBack(journal, folder, ['add', '-A']);
  });

  it('of branches', async () => {
    const folder = small();
    for (const name of ['ünd', "it's", 'a&b', 'deep/er/x']) git(folder, 'branch', name, 'HEAD~1');
    await thereAndBack(journal, folder, ['branch', '-D', 'ünd', "it's", 'a&b', 'deep/er/x']);
    git(folder, 'branch', '-D', 'deep/er/x');
    await recorded(journal, folder, ['branch', 'deep']);
    await recorded(journal, folder, ['branch', '-m', 'deep', 'deep/er']);
    await undone(journal, folder);
    expect(git(folder, 'branch', '--list', 'deep*')).toBe('  deep\n');
  });
});

describe('8.6 what git does not look at', () => {
  it.each(['--assume-unchanged', '--skip-worktree'])('an edit of a file marked %s is saved', async flag => {
    const folder = small();
    git(folder, 'update-index', flag, 'a.txt');
    write(folder, { 'a.txt': 'a secret of mine\n' });
    await thereAndBack(journal, folder, ['checkout', '--ignore-skip-worktree-bits', 'side', '--', 'a.txt']);
    expect(read(folder, 'a.txt')).toBe('a secret of mine\n');
  });

  it('a split index, an index of version 4, line endings that are converted', async () => {
    const folder = small();
    git(folder, 'update-index', '--split-index');
    await thereAndBack(journal, folder, ['rm', '-q', 'a.txt']);
    git(folder, 'update-index', '--no-split-index', '--index-version', '4');
    await thereAndBack(journal, folder, ['rm', '-q', 'a.txt']);
    git(folder, 'config', 'core.autocrlf', 'true');
    unlinkSync(join(folder, 'a.txt'));
    git(folder, 'checkout', '--', 'a.txt');
    expect(read(folder, 'a.txt')).toBe('two\r\n');
    await thereAndBack(journal, folder, ['reset', 'HEAD~1']);
    await thereAndBack(journal, folder, ['reset', '--hard', 'HEAD~1']);
    await thereAndBack(journal, folder, ['rm', '--cached', 'a.txt']);
  });

  it('ignored files that lie where a branch has files', async () => {
    const folder = small();
    git(folder, 'switch', '-qc', 'env');
    commit(folder, { '.env': 'theirs\n', 'conf/x': 'theirs\n' }, 'env');
    git(folder, 'switch', '-q', 'main');
    write(folder, { '.git/info/exclude': '.env\nconf\n', '.env': 'SECRET=1\n', conf: 'mine\n' });
    for (const words of [
      ['checkout', 'env'],
      ['merge', 'env'],
      ['reset', '--hard', 'env'],
      ['cherry-pick', 'env'],
    ])
      await thereAndBack(journal, folder, words);
    expect([read(folder, '.env'), read(folder, 'conf')]).toEqual(['SECRET=1\n', 'mine\n']);
  });

  it('hooks of the repository run for the command and not for the journal', async () => {
    const folder = small();
    for (const hook of ['reference-transaction', 'post-index-change', 'post-checkout'])
      writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> "$(git rev-parse --git-dir)/ran"\n`, {
        mode: 0o755,
      });
    await record(
      journal,
      {
        repository: await repositoryAt(folder),
        command: 'nothing',
        origin: 'cli',
        group: null,
        touches: {
          tracked: true,
          untracked: 'ignored',
          writes: null,
          unreachable: true,
          submodules: true,
          workTrees: [],
          reflogs: true,
        },
        remote: [],
        evenUnsaved: false,
      },
      async () => {
        write(folder, { 'a.txt': 'by hand\n' });
        return { ok: true };
      },
    );
    await undone(journal, folder);
    expect(existsSync(join(folder, '.git/ran'))).toBe(false);
    expect(read(folder, 'a.txt')).toBe('two\n');
  });
});

describe('8.6 other repositories and objects', () => {
  it('git worktree remove --force', async () => {
    const folder = small();
    const tree = `${folder}-tree`;
    git(folder, 'worktree', 'add', '-q', tree, 'side');
    write(tree, { 'a.txt': 'edited\n', 'u/v.txt': 'u\n', staged: 's\n', '.gitignore': 'ign\n', ign: 'i\n' });
    git(tree, 'add', 'staged');
    mkdirSync(join(tree, 'empty'));
    const [main, linked] = [await fingerprint(folder), await fingerprint(tree)];
    expect(
      await recorded(journal, folder, ['worktree', 'remove', '--force', `../${tree.split('/').at(-1)}`]),
    ).toMatchObject({ result: { ok: true } });
    expect(existsSync(tree)).toBe(false);
    await undone(journal, folder);
    expect([await fingerprint(folder), await fingerprint(tree)]).toEqual([main, linked]);
    const [undo] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, undo?.id);
    expect([existsSync(tree), existsSync(join(folder, '.git/worktrees', tree.split('/').at(-1) ?? ''))]).toEqual([
      false,
      false,
    ]);
    await undone(journal, folder);
    expect(await fingerprint(tree)).toEqual(linked);
  });

  it('git submodule update --force and deinit', async () => {
    const library = small();
    const folder = small();
    runGit(folder, ['submodule', 'add', library, 'lib']);
    git(folder, 'commit', '-qm', 'with a library');
    const lib = join(folder, 'lib');
    git(lib, 'checkout', '-q', 'HEAD~1');
    write(lib, { 'a.txt': 'edited in the library\n', 'u.txt': 'u\n' });
    for (const words of [
      ['submodule', 'update', '--force'],
      ['submodule', 'deinit', '-f', 'lib'],
    ]) {
      const [main, inner] = [await fingerprint(folder), await fingerprint(lib)];
      expect(await recorded(journal, folder, words)).toMatchObject({ result: { ok: true } });
      await undone(journal, folder);
      expect([await fingerprint(folder), await fingerprint(lib)]).toEqual([main, inner]);
    }
  });

  it('git gc --prune=now after git reflog expire: lost commits and staged blobs stay', async () => {
    const folder = small();
    const lost = git(folder, 'rev-parse', 'HEAD').trim();
    git(folder, 'reset', '-q', '--hard', 'HEAD~1');
    write(folder, { loose: 'only ever added\n' });
    git(folder, 'add', 'loose');
    const blob = git(folder, 'rev-parse', ':loose').trim();
    git(folder, 'rm', '-q', '--cached', 'loose');
    await recorded(journal, folder, ['reflog', 'expire', '--expire=now', '--all']);
    await recorded(journal, folder, ['gc', '--prune=now', '-q']);
    expect(git(folder, 'cat-file', '-t', lost)).toBe('commit\n');
    expect(git(folder, 'cat-file', '-t', blob)).toBe('blob\n');
    const [, expired] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, expired?.id);
    expect(git(folder, 'reflog', '--format=%H')).toContain(lost);
  });

  it('commits that no ref reaches survive a gc', async () => {
    const folder = small();
    const print = await fingerprint(folder);
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, 'gc', '-q', '--prune=now');
    await undone(journal, folder);
    expect({ ...(await fingerprint(folder)), refs: '' }).toEqual({ ...print, refs: '' });
  });
});

describe('8.6 repositories that are not like others', () => {
  it('one before its first commit', async () => {
    const folder = newRepository(parent, 'unborn');
    write(folder, { 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await thereAndBack(journal, folder, ['add', 'a.txt']);
    git(folder, 'add', 'a.txt');
    await thereAndBack(journal, folder, ['commit', '-m', 'first']);
    await thereAndBack(journal, folder, ['rm', '-f', 'a.txt']);
    await thereAndBack(journal, folder, ['clean', '-fd']);
  });

  it('one with SHA-256', async () => {
    git(parent, 'init', '-q', '--object-format=sha256', 'long');
    const folder = join(parent, 'long');
    commit(folder, { 'a.txt': 'one\n', 'b/c': 'c\n' }, 'one');
    commit(folder, { 'a.txt': 'two\n' }, 'two');
    git(folder, 'branch', 'side');
    write(folder, { 'a.txt': 'edited\n', 'u.txt': 'u\n' });
    for (const line of ['reset --hard HEAD~1', 'branch -D side', 'stash push -u', 'clean -fdx', 'commit -am three'])
      await thereAndBack(journal, folder, line.split(' '));
  });

  it.runIf(refFormats(parent).includes('reftable'))('one with its refs in tables', async () => {
    const folder = newRepository(parent, 'tables', 'reftable');
    commit(folder, { 'a.txt': 'one\n' }, 'one');
    commit(folder, { 'a.txt': 'two\n' }, 'two');
    git(folder, 'branch', 'side');
    for (const name of ['first', 'second', 'third']) {
      write(folder, { 'a.txt': `${name}\n` });
      git(folder, 'stash', 'push', '-q', '-m', name);
    }
    write(folder, { 'b.txt': 'b\n' });
    const lines = [
      'stash drop',
      'stash drop stash@{1}',
      'stash clear',
      'stash push -u',
      'stash pop',
      'reset --hard HEAD~1',
    ];
    for (const line of [...lines, 'branch -D side', 'checkout --detach HEAD~1', 'commit --allow-empty -m three'])
      await thereAndBack(journal, folder, line.split(' '));
    git(folder, 'stash', 'drop', '-q', 'stash@{1}');
    git(folder, 'stash', 'drop', '-q', 'stash@{1}');
    for (const line of ['stash drop', 'stash pop']) await thereAndBack(journal, folder, line.split(' '));
  });

  it('one in the work tree of another: git clean -ffdx takes it whole, and it comes back whole', async () => {
    const folder = small();
    const inner = newRepository(folder, 'inner');
    commit(inner, { 'x.txt': 'x\n' }, 'inside');
    write(inner, { 'x.txt': 'edited\n' });
    await thereAndBack(journal, folder, ['clean', '-ffdx']);
    expect(git(inner, 'status', '--short')).toBe(' M x.txt\n');
  });

  it('one with an empty folder where the command puts files', async () => {
    const folder = small();
    git(folder, 'switch', '-qc', 'more');
    commit(folder, { 'e/f/g.txt': 'g\n' }, 'more');
    git(folder, 'switch', '-q', 'main');
    mkdirSync(join(folder, 'e'));
    await thereAndBack(journal, folder, ['switch', 'more']);
  });

  it('one with a sparse work tree', async () => {
    const folder = small();
    commit(folder, { 'in/x': 'x\n', 'out/y': 'y\n', '.gitignore': '*.o\n' }, 'wide');
    write(folder, { 'out/z.o': 'o\n' });
    await thereAndBack(journal, folder, ['sparse-checkout', 'set', 'in']);
    git(folder, 'sparse-checkout', 'set', 'in');
    await thereAndBack(journal, folder, ['reset', '--hard', 'HEAD~1']);
    await thereAndBack(journal, folder, ['sparse-checkout', 'disable']);
  });
});
