import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { writeLoose } from '../../../../src/core/writes/journal/storage/loose-objects.ts';
import { manifestOf } from '../../../../src/core/writes/journal/storage/manifest.ts';
import { createSealer } from '../../../../src/core/writes/journal/storage/seal.ts';
import { WIDEST } from '../../../../src/core/writes/snapshot-scope.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import {
  filesBelow,
  fingerprint,
  journalWith,
  git as ourGit,
  record,
  recorded,
  repositoryAt,
  undone,
} from './fixture.ts';
import { testKey } from './test-key.ts';

const parent = temporaryFolder();
const journal = journalWith();
const DAY_MS = 86_400_000;
let made = 0;

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  for (const text of ['one', 'two', 'three']) commit(folder, { 'a.txt': `${text}\n` }, text);
  git(folder, 'branch', 'side', 'HEAD~1');
  return folder;
}

const entriesIn = async (folder: string): Promise<readonly Entry[]> => journal.list(await repositoryAt(folder));
const everything = { ...WIDEST, untracked: 'ignored', unreachable: true, submodules: true } as const;

/** All of a git directory but what is ours, with every byte. */
const gitFiles = (folder: string) =>
  Object.fromEntries(filesBelow(join(folder, '.git'), path => !/^(?:objects|refs\/sluice)(?:\/|$)/.test(path)));

describe('8.6 a snapshot', () => {
  it('touches nothing, and nothing is left of it when the command did nothing', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'edited\n', 'u.txt': 'u\n' });
    git(folder, 'stash', '-q');
    write(folder, { 'a.txt': 'edited\n', 'u.txt': 'u\n' });
    const [before, print] = [gitFiles(folder), await fingerprint(folder)];
    const repository = await repositoryAt(folder);
    const recording = { repository, command: 'x', origin: 'cli', group: null, remote: [], evenUnsaved: false } as const;
    const result = await record(journal, { ...recording, touches: everything }, async () => {
      expect(gitFiles(folder)).toEqual(before);
      expect(await fingerprint(folder)).toEqual(print);
      return { ok: false };
    });
    expect(result).toEqual({ kind: 'ran', result: { ok: false }, entry: undefined });
    expect(gitFiles(folder)).toEqual(before);
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
  });

  it('is nowhere to be seen after a plain mutation, and does not leave with a push', async () => {
    const folder = small();
    const seen = () =>
      [['log', '--all', '--format=%H %D'], ['branch', '-a'], ['status'], ['tag'], ['stash', 'list']].map(words =>
        git(folder, ...words),
      );
    write(folder, { 'b.txt': 'b\n' });
    git(folder, 'add', 'b.txt');
    await recorded(journal, folder, ['commit', '-qm', 'four']);
    const after = seen();
    expect((await entriesIn(folder)).map(({ command, changes }) => [command, changes])).toEqual([
      ['git commit -qm four', [expect.stringMatching(/^moved main from [\da-f]{7} to [\da-f]{7}$/)]],
    ]);
    expect(after.join()).not.toContain('sluice');
    git(parent, 'init', '-q', '--bare', `${folder}.git`);
    git(folder, 'push', '-q', '--all', `${folder}.git`);
    git(folder, 'push', '-q', '--tags', `${folder}.git`);
    expect(git(`${folder}.git`, 'for-each-ref')).not.toContain('sluice');
  });

  it('keeps commits no ref reaches where no list shows them', async () => {
    const folder = small();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~2']);
    expect(git(folder, 'log', '--all', '--format=%s')).not.toContain('three');
  });

  it('many files make few objects', async () => {
    const folder = small();
    write(folder, Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`u/${n}`, `${n}\n`])));
    await recorded(journal, folder, ['clean', '-fdx']);
    expect(git(folder, 'count-objects')).toMatch(/^(?:\d|[1-5]\d) objects/);
    await undone(journal, folder);
    expect(readFileSync(join(folder, 'u/299'), 'utf8')).toBe('299\n');
  });
});

describe('8.6 limits', () => {
  const files = { 'one.txt': '1', 'two.txt': '22', 'large.bin': 'x'.repeat(1000) };

  it('asks before it runs what it cannot save', async () => {
    const folder = small();
    write(folder, files);
    const limited = journalWith({ limits: { bytes: 500 } });
    const print = await fingerprint(folder);
    const result = await recorded(limited, folder, ['clean', '-fd']);
    expect(result).toMatchObject({
      kind: 'unsaved',
      code: 'too-much',
      message: expect.stringMatching(/^1 file \(0\.0 MiB\), large\.bin/),
    });
    expect(await fingerprint(folder)).toEqual(print);
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
  });

  it('saves the small ones when the person says yes all the same', async () => {
    const folder = small();
    write(folder, files);
    const limited = journalWith({ limits: { bytes: 500 } });
    const result = await recorded(limited, folder, ['clean', '-fd'], { evenUnsaved: true });
    expect(result).toMatchObject({ kind: 'ran', entry: { notSaved: [expect.stringContaining('large.bin')] } });
    await undone(limited, folder);
    expect(['one.txt', 'two.txt', 'large.bin'].map(name => existsSync(join(folder, name)))).toEqual([
      true,
      true,
      false,
    ]);
    const few = journalWith({ limits: { files: 1 } });
    expect(await recorded(few, folder, ['clean', '-fd'])).toMatchObject({ kind: 'unsaved' });
  });

  it('says so when no snapshot can be taken', async () => {
    const folder = small();
    const broken = journalWith({
      git: gitFrom(async () => ({ ok: false, reason: 'failed', message: 'no git today' })),
    });
    expect(await recorded(broken, folder, ['reset', '--hard', 'HEAD~1'])).toMatchObject({
      kind: 'unsaved',
      code: 'no-snapshot',
      message: expect.stringContaining('no git today'),
    });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('three\n');
  });
});

describe('8.6 what has begun', () => {
  const begin = async (folder: string, of = journal) => {
    const repository = await repositoryAt(folder);
    const recording = { repository, command: 'x', origin: 'cli', group: null, remote: [], evenUnsaved: false } as const;
    const begun = await of.begin({ ...recording, touches: everything });
    if (!begun.ok) throw new Error(begun.message);
    return begun.pending;
  };

  it('is not taken for abandoned while it runs', async () => {
    const folder = small();
    const pending = await begin(folder);
    git(folder, 'branch', 'new');
    const repository = await repositoryAt(folder);
    await journal.tidy(repository);
    expect(await journal.planUndo(repository)).toMatchObject({ ok: false, code: 'running' });
    expect(await entriesIn(folder)).toMatchObject([{ outcome: 'pending' }]);
    expect(await journal.settle(pending, true)).toMatchObject({ outcome: 'ok' });
  });

  it('leaves nothing when it is dropped', async () => {
    const folder = small();
    await journal.drop(await begin(folder));
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
  });

  it('and cannot be dropped is forgotten by the next who looks', async () => {
    const folder = small();
    let isBroken = false;
    const moody = journalWith({
      git: {
        ...ourGit,
        write: async (...args) => {
          if (isBroken) throw new Error('no git now');
          return ourGit.write(...args);
        },
      },
    });
    const pending = await begin(folder, moody);
    isBroken = true;
    await moody.drop(pending);
    expect(await entriesIn(folder)).toHaveLength(1);
    isBroken = false;
    await moody.tidy(await repositoryAt(folder));
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
  });
});

describe('8.6 undo and redo', () => {
  it('undo again takes back the one before; what is undone comes back by undoing the undo', async () => {
    const folder = small();
    const states = [await fingerprint(folder)];
    for (const words of [
      ['reset', '--hard', 'HEAD~1'],
      ['branch', '-D', 'side'],
      ['checkout', '--detach'],
    ]) {
      await recorded(journal, folder, words);
      states.push(await fingerprint(folder));
    }
    for (const state of states.slice(0, -1).toReversed()) {
      await undone(journal, folder);
      expect(await fingerprint(folder)).toEqual(state);
    }
    expect(await journal.planUndo(await repositoryAt(folder))).toMatchObject({
      ok: false,
      code: 'nothing-to-undo',
      message: 'There is nothing to undo.',
    });
    const [last] = await entriesIn(folder);
    await undone(journal, folder, last?.id);
    expect(await fingerprint(folder)).toEqual(states[1]);
    expect((await entriesIn(folder))[0]?.command).toBe('redo git reset --hard HEAD~1');
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(states[0]);
  });

  it('a group is undone as one, the newest first, and comes back as one', async () => {
    const folder = small();
    const first = await fingerprint(folder);
    for (const words of [
      ['checkout', '-b', 'topic'],
      ['reset', '--hard', 'HEAD~2'],
      ['branch', '-D', 'main', 'side'],
    ])
      await recorded(journal, folder, words, { group: 'plan 1' });
    const last = await fingerprint(folder);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
    const [undo] = await entriesIn(folder);
    await undone(journal, folder, undo?.id);
    expect(await fingerprint(folder)).toEqual(last);
  });

  it('an undo that fails in the middle is finished by the next', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'mine\n' });
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    const planned = await journal.planUndo(await repositoryAt(folder));
    writeFileSync(join(folder, '.git/index.lock'), '');
    expect(planned.ok && (await journal.undo(planned.plan, 'all', 'palette'))).toMatchObject({
      ok: false,
      code: 'incomplete',
    });
    git(folder, 'update-ref', '--no-deref', 'refs/tags/unrelated', 'HEAD');
    git(folder, 'tag', '-d', 'unrelated');
    renameSync(join(folder, '.git/index.lock'), join(folder, '.git/gone'));
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
  });

  it('a repository that was moved has its journal with it', async () => {
    const folder = small();
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    renameSync(folder, `${folder}-moved`);
    await undone(journal, `${folder}-moved`);
    expect(await fingerprint(`${folder}-moved`)).toEqual(first);
  });

  it('each work tree has its own entries', async () => {
    const folder = small();
    git(folder, 'worktree', 'add', '-q', `${folder}-tree`, 'side');
    const first = await fingerprint(`${folder}-tree`);
    await recorded(journal, `${folder}-tree`, ['reset', '--hard', 'HEAD~1']);
    expect(await entriesIn(folder)).toEqual([]);
    await undone(journal, `${folder}-tree`);
    expect(await fingerprint(`${folder}-tree`)).toEqual(first);
  });

  it('an entry that would write outside the work tree is none', async () => {
    const folder = small();
    await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
    const [entry] = await entriesIn(folder);
    if (entry === undefined) throw new Error('no entry');
    const file = { mode: 'file', oid: git(folder, 'rev-parse', 'HEAD:a.txt').trim() } as const;
    for (const path of ['../evil', '.git/hooks/pre-commit', '/etc/evil', 'a/../../evil', '.GIT/config']) {
      const forged = { ...entry, id: 'forged', files: [{ [path]: { before: file, after: null } }] };
      const input = await createSealer(testKey).seal(manifestOf(forged), await repositoryAt(folder));
      const blob = await writeLoose(join(folder, '.git'), 'blob', input, 'sha1');
      const row = Buffer.from(`100644 blob ${blob}\tentry\n`);
      const tree = await ourGit.write(['mktree'], folder, { input: row });
      git(folder, 'update-ref', 'refs/sluice/journal/forged', tree.trim());
      expect((await entriesIn(folder)).map(({ id }) => id)).toEqual([entry.id]);
    }
  });
});

describe('8.6 tidying', () => {
  it('forgets what is too old or too many, with the commits it kept', async () => {
    const folder = small();
    let time = 0;
    const clock = journalWith({ now: () => time, keepEntries: 2 });
    const repository = await repositoryAt(folder);
    for (const at of [1, 2, 3]) {
      time = at * DAY_MS;
      commit(folder, { 'a.txt': `${at}\n` });
      await recorded(clock, folder, ['reset', '--hard', 'HEAD~1']);
    }
    await clock.tidy(repository);
    expect((await clock.list(repository)).map(entry => entry.time / DAY_MS)).toEqual([3, 2]);
    time = 16.5 * DAY_MS;
    await clock.tidy(repository);
    expect((await clock.list(repository)).map(entry => entry.time / DAY_MS)).toEqual([3]);
    const [left] = await clock.list(repository);
    const kept = git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sluice/keep').trim().split('\n');
    expect(kept.every(name => name.includes(`/${left?.id}/`))).toBe(true);
    git(folder, 'update-ref', 'refs/sluice/journal/19700101T000000000Z-unreadable', 'HEAD^{tree}');
    git(folder, 'update-ref', 'refs/sluice/keep/19700101T000000000Z-orphan/0', 'HEAD');
    time = 40 * DAY_MS;
    await clock.tidy(repository);
    expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
  });
});
