import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, record, recordingOf, repositoryAt, runGit, undone } from '../journal/fixture.ts';
import { agreeableCore } from './host.ts';
import { person, parent as processes, storage } from './processes.ts';

const parent = temporaryFolder();
let made = 0;

/** A repository with two branches and changes that are not committed. */
function repository(): string {
  made += 1;
  const folder = newRepository(parent, `r${made}`);
  commit(folder, { 'a.txt': 'one\n', 'b.txt': 'one\n', 'c.txt': 'one\n' }, 'one');
  git(folder, 'branch', 'spare');
  git(folder, 'switch', '-qc', 'side');
  commit(folder, { 'a.txt': 'side\n', 'side.txt': 'side\n' }, 'side');
  git(folder, 'switch', '-q', 'main');
  write(folder, { 'a.txt': 'two\n' });
  return folder;
}

interface Meanwhile {
  readonly first?: () => void;
  readonly last?: () => void;
}

/** Runs a command through the journal while somebody else does something, before its git and after it. */
async function during(folder: string, words: readonly string[], { first, last }: Meanwhile) {
  const journal = journalWith();
  const done = await record(journal, await recordingOf(folder, words), async () => {
    first?.();
    const result = runGit(folder, words);
    last?.();
    return result;
  });
  return { journal, entry: done.kind === 'ran' ? done.entry : undefined };
}

const subject = (folder: string, ref = 'HEAD'): string => git(folder, 'log', '-1', '--format=%s', ref).trim();
const text = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const leftAlone = (entry: Entry | undefined): string =>
  (entry?.changes ?? []).filter(each => each.includes('meanwhile')).join();

const COMMIT = ['commit', '-qam', 'two'];

describe('B8 refs that others moved meanwhile are not undone with ours', () => {
  it('a commit in another work tree', async () => {
    const folder = repository();
    git(folder, 'worktree', 'add', '-q', '-b', 'linked', `../linked${made}`);
    const side = join(parent, `linked${made}`);
    const { journal, entry } = await during(folder, COMMIT, {
      first: () => commit(side, { 'theirs.txt': 'x\n' }, 'theirs'),
    });
    expect(leftAlone(entry)).toContain('linked');
    await undone(journal, folder);
    expect(subject(folder, 'main')).toBe('one');
    expect(subject(folder, 'linked')).toBe('theirs');
  });

  it('not a branch that we move to where another work tree had come before, whatever its clock says', async () => {
    const folder = repository();
    git(folder, 'worktree', 'add', '-q', '-b', 'linked', `../linked${made}`);
    const side = join(parent, `linked${made}`);
    git(side, '-c', 'user.name=x', '-c', 'user.email=x@y.z', 'commit', '-q', '--allow-empty', '-m', 'theirs');
    const log = join(folder, '.git/worktrees', `linked${made}`, 'logs/HEAD');
    writeFileSync(log, text(folder, log.slice(folder.length + 1)).replaceAll(/> \d+ /g, '> 9999999999 '));
    await setTimeout(20);
    const { journal, entry } = await during(folder, ['branch', '-f', 'spare', 'linked'], {});
    expect(leftAlone(entry)).toBe('');
    await undone(journal, folder);
    expect(subject(folder, 'spare')).toBe('one');
  });

  const MOVES: readonly (readonly [what: string, words: readonly string[], name: string])[] = [
    ['a branch', ['branch', 'theirs'], 'refs/heads/theirs'],
    ['a branch that moves', ['branch', '-f', 'spare', 'side'], 'refs/heads/spare'],
    ['a branch that goes', ['branch', '-D', 'spare'], 'refs/heads/spare'],
    ['a tag', ['tag', 'theirs'], 'refs/tags/theirs'],
    ['a note', ['notes', '--ref', 'review', 'add', '-m', 'theirs'], 'refs/notes/review'],
    ['a remote branch', ['update-ref', 'refs/remotes/origin/theirs', 'main'], 'refs/remotes/origin/theirs'],
  ];
  const OURS: readonly (readonly string[])[] = [
    ['reset', '-q', '--hard', 'side'],
    ['stash', '-q'],
    ['tag', 'ours'],
    ['branch', 'ours'],
    ['checkout', '-qf', 'side'],
    COMMIT,
  ];
  for (const [what, words, name] of MOVES)
    it(`${what}`, async () => {
      const wrong: string[] = [];
      for (const ours of OURS) {
        // The notes of a commit may follow it.
        if (ours === COMMIT && name.startsWith('refs/notes/')) continue;
        const folder = repository();
        const first = git(folder, 'for-each-ref', name);
        const { journal, entry } = await during(folder, ours, { first: () => void runGit(folder, words) });
        const theirs = git(folder, 'for-each-ref', name);
        expect(theirs).not.toBe(first);
        await undone(journal, folder);
        if (git(folder, 'for-each-ref', name) !== theirs) wrong.push(`${ours.join(' ')}: undone`);
        if (!leftAlone(entry).includes(name.split('/').slice(2).join('/'))) wrong.push(`${ours.join(' ')}: not named`);
        if (subject(folder) !== 'one') wrong.push(`${ours.join(' ')}: ours is not undone`);
        if (text(folder, 'a.txt') !== 'two\n') wrong.push(`${ours.join(' ')}: a.txt`);
      }
      expect(wrong).toEqual([]);
    });

  it('a stash, with its list', async () => {
    const folder = repository();
    const { journal, entry } = await during(folder, ['tag', 'ours'], { first: () => git(folder, 'stash') });
    expect(leftAlone(entry)).toContain('stash');
    await undone(journal, folder);
    expect(git(folder, 'tag')).toBe('');
    expect(git(folder, 'stash', 'list')).toContain('WIP on main');
  });

  it('a stash of theirs beside one of ours: undo refuses, for nobody can tell them apart', async () => {
    const folder = repository();
    const { journal } = await during(folder, ['stash', '-q'], {
      last: () => {
        write(folder, { 'b.txt': 'theirs\n' });
        git(folder, 'stash');
      },
    });
    const planned = await journal.planUndo(await repositoryAt(folder));
    expect(planned.ok && planned.plan.movedOn.join()).toContain('stash');
    expect(git(folder, 'stash', 'list').trim().split('\n')).toHaveLength(2);
  });

  it('settings', async () => {
    const folder = repository();
    const { journal } = await during(folder, COMMIT, { first: () => git(folder, 'config', 'their.key', 'x') });
    await undone(journal, folder);
    expect(subject(folder)).toBe('one');
    expect(git(folder, 'config', 'their.key')).toBe('x\n');
  });
});

describe('B8 HEAD that others moved meanwhile', () => {
  const theirs = (folder: string) => () => {
    write(folder, { 'b.txt': 'theirs\n' });
    git(folder, 'commit', '-qm', 'theirs', 'b.txt');
  };

  it('their commit while a command runs that moves no HEAD is left alone', async () => {
    const folder = repository();
    const { journal, entry } = await during(folder, ['tag', 'ours'], { first: theirs(folder) });
    expect(leftAlone(entry)).toContain('main');
    await undone(journal, folder);
    expect(git(folder, 'tag')).toBe('');
    expect(subject(folder)).toBe('theirs');
  });

  for (const [when, which] of [
    ['before', 'first'],
    ['after', 'last'],
  ] as const)
    for (const ours of [
      COMMIT,
      ['reset', '-q', '--hard', 'side'],
      ['checkout', '-qf', 'side'],
      ['merge', '-q', 'side'],
    ])
      it(`their commit right ${when} git ${ours[0]}: undo does not take it away`, async () => {
        const folder = repository();
        if (ours[0] === 'merge') git(folder, 'checkout', '-q', 'a.txt');
        const { journal } = await during(folder, ours, { [which]: theirs(folder) });
        const planned = await journal.planUndo(await repositoryAt(folder));
        expect(planned.ok && planned.plan.movedOn.join()).toMatch(/HEAD|main|side/);
        expect(planned.ok && planned.plan.movedOn.join()).toContain('somebody else');
        expect(planned.ok && (await journal.undo(planned.plan, 'all', 'palette')).ok).toBe(false);
        expect(git(folder, 'log', '--branches', '--reflog', '--format=%s')).toContain('theirs');
      });

  it('a commit of ours that failed because of theirs has changed nothing', async () => {
    const folder = repository();
    const hook = join(folder, '.git/hooks/pre-commit');
    write(folder, {
      '.git/hooks/pre-commit': `#!/bin/sh\nunset GIT_INDEX_FILE\ntest -e go && exit 0\ntouch go\ngit commit -q --allow-empty -m theirs\n`,
    });
    chmodSync(hook, 0o755);
    git(folder, 'add', 'a.txt');
    const { entry } = await during(folder, ['commit', '-qm', 'ours'], {});
    expect(subject(folder)).toBe('theirs');
    expect(entry?.changes.filter(each => each.startsWith('moved')) ?? []).toEqual([]);
  });
});

describe('B8 files that others wrote meanwhile', () => {
  const WRITES: readonly (readonly string[])[] = [
    ['checkout', '-qf', 'side'],
    ['reset', '-q', '--hard', 'side'],
    ['restore', '--source=side', '-SW', '.'],
    ['stash', '-q', '-u'],
    ['clean', '-fdq'],
    ['rm', '-qf', 'c.txt'],
    ['mv', 'c.txt', 'd.txt'],
    COMMIT,
    ['add', 'a.txt'],
  ];
  for (const words of WRITES)
    it(`git ${words.join(' ')}: undo leaves them alone and takes back the rest`, async () => {
      const folder = repository();
      write(folder, { 'untracked.txt': 'mine\n' });
      const { journal, entry } = await during(folder, words, {
        last: () => write(folder, { 'b.txt': 'saved while it ran\n', 'new.txt': 'theirs\n' }),
      });
      const planned = await journal.planUndo(await repositoryAt(folder));
      expect(planned.ok && planned.plan.movedOn).toEqual([]);
      for (const name of entry?.byOthers ?? []) expect(planned.ok && planned.plan.leftAlone).toContain(name);

      await undone(journal, folder);
      expect(text(folder, 'b.txt')).toBe('saved while it ran\n');
      expect(text(folder, 'new.txt')).toBe('theirs\n');
      expect(text(folder, 'a.txt')).toBe('two\n');
      expect(text(folder, 'c.txt')).toBe('one\n');
      expect(text(folder, 'untracked.txt')).toBe('mine\n');
      expect(subject(folder)).toBe('one');
    });

  it('a file that the command writes as well', async () => {
    const folder = repository();
    const { journal, entry } = await during(folder, ['checkout', '-qf', 'side'], {
      last: () => write(folder, { 'side.txt': 'side\nand theirs\n' }),
    });
    expect(leftAlone(entry)).toContain('side.txt');
    await undone(journal, folder);
    expect(subject(folder)).toBe('one');
    expect(text(folder, 'side.txt')).toBe('side\nand theirs\n');
  });

  it('what git itself merged, with line endings or by a filter counts as ours', async () => {
    const folder = repository();
    write(folder, { '.gitattributes': '*.txt text eol=crlf\n*.up filter=up\n' });
    git(folder, 'config', 'filter.up.smudge', 'tr a-z A-Z');
    git(folder, 'config', 'filter.up.clean', 'tr A-Z a-z');
    git(folder, 'add', '.gitattributes');
    git(folder, 'commit', '-qam', 'attributes');
    write(folder, { 'f.up': 'upper\n', 'a.txt': '1\r\n2\r\n3\r\n4\r\n5\r\n' });
    git(folder, 'add', 'f.up', 'a.txt');
    git(folder, 'commit', '-qm', 'base');
    write(folder, { 'f.up': 'ANOTHER\n', 'a.txt': '1\r\n2\r\n3\r\n4\r\nfive\r\n' });
    git(folder, 'stash');
    write(folder, { 'a.txt': 'one\r\n2\r\n3\r\n4\r\n5\r\n' });
    git(folder, 'commit', '-qam', 'other');
    const { journal, entry } = await during(folder, ['stash', 'pop', '-q'], {});
    expect(text(folder, 'a.txt')).toBe('one\r\n2\r\n3\r\n4\r\nfive\r\n');
    expect(leftAlone(entry)).toBe('');
    await undone(journal, folder);
    expect(text(folder, 'a.txt')).toBe('one\r\n2\r\n3\r\n4\r\n5\r\n');
    expect(text(folder, 'f.up')).toBe('UPPER\n');
  });
});

describe('B8 with real processes side by side', () => {
  it('a commit, a tag and a saved file while ours is held by its hook', async () => {
    const folder = newRepository(processes, 'held');
    commit(folder, { 'a.txt': 'one\n', 'b.txt': 'one\n' }, 'one');
    write(folder, { 'a.txt': 'two\n' });
    const [held, go] = [join(folder, '.git/held'), join(folder, '.git/go')];
    write(folder, {
      '.git/hooks/pre-commit': `#!/bin/sh\ntouch '${held}'\nwhile ! test -e '${go}'; do sleep 0.02; done\n`,
    });
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    const core = await agreeableCore(folder, storage, person);
    const running = core.execute('git', "git commit -qam 'two'", { repository: folder, origin: 'cli' });
    await vi.waitUntil(() => existsSync(held), 20_000);
    git(folder, 'tag', 'theirs');
    git(folder, 'branch', 'their-branch');
    write(folder, { '.git/go': '' });
    expect((await running).kind).toBe('ran');
    rmSync(go);
    expect(subject(folder)).toBe('two');
    const undo = await core.undoLast();
    expect(undo.kind).toBe('undone');
    expect(undo.message).toContain('theirs');
    core.dispose();
    expect(subject(folder)).toBe('one');
    expect(git(folder, 'tag')).toBe('theirs\n');
    expect(git(folder, 'branch', '--list', 'their-branch')).toContain('their-branch');
  });
});
