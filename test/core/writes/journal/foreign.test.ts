import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRefState } from '../../../../src/core/writes/journal/record/ref-state.ts';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { full } from '../../../support/full.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, git as ourGit, recorded, repositoryAt, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();
let made = 0;

/** Three commits on main, a branch that leads elsewhere, a tag, and a remote. */
function repository(): string {
  made += 1;
  const folder = newRepository(parent, `foreign${made}`);
  for (const text of ['one', 'two', 'three'])
    commit(folder, { 'a.txt': `${text}\n`, [`${text}.txt`]: `${text}\n` }, text);
  git(folder, 'checkout', '-q', '-b', 'side', 'HEAD~1');
  commit(folder, { 's.txt': 's\n' }, 'aside');
  git(folder, 'checkout', '-q', 'main');
  git(folder, 'tag', 'v1');
  const remote = `${folder}-remote.git`;
  git(parent, 'init', '-q', '--bare', remote);
  git(folder, 'remote', 'add', 'origin', remote);
  git(folder, 'push', '-q', '-u', 'origin', 'main', 'side');
  return folder;
}

const know = async (folder: string) => readRefState(ourGit, await repositoryAt(folder));
const noted = async (folder: string, known: Awaited<ReturnType<typeof know>>, by = journal) =>
  by.noteForeign(await repositoryAt(folder), known, text => text);
const listed = async (folder: string): Promise<readonly Entry[]> => journal.list(await repositoryAt(folder));

/** What a terminal does, and what a window notes of it. */
async function foreign(folder: string, ...lines: readonly string[]): Promise<Entry | undefined> {
  const known = await know(folder);
  for (const line of lines) runGit(folder, line.split(' '));
  return (await noted(folder, known))?.entry;
}

/** All that git says of a repository but what an undo leaves behind: reflogs, and settings of branches. */
const print = async (folder: string) =>
  Object.fromEntries(
    Object.entries(await fingerprint(folder)).filter(
      ([name]) => !/^(?:config|state (?:.*_HEAD|AUTO_MERGE))$/.test(name),
    ),
  );

describe('8.10 what somebody did without us', () => {
  it.each([
    ['reset --hard HEAD~2', /^reset: moving to HEAD~2$/, [/^moved main from/, /^changed \d files$/]],
    ['reset -q HEAD~1', /^reset: moving/, [/^moved main from/]],
    ['reset --soft HEAD~1', /^reset: moving/, [/^moved main from/]],
    ['branch -D side', /^deleted branch side/, [/^deleted branch side/]],
    ['commit --amend -q -m Amended', /^commit \(amend\): Amended$/, [/^moved main from/]],
    ['commit -q --allow-empty -m Empty', /^commit: Empty$/, [/^moved main from/]],
    ['rebase -q side', /^rebase/, [/^moved main from/, /^changed/]],
    ['merge -q --no-edit side', /^merge side/, [/^moved main from/, /^changed/]],
    ['checkout -q side', /^checkout: moving from main to side$/, [/^switched to side$/, /^changed/]],
    ['checkout -q -b new', /^checkout: moving from main to new$/, [/^switched to new$/, /^made branch new/]],
    ['checkout -q --detach HEAD~1', /^checkout: moving/, [/^detached HEAD/, /^changed/]],
    ['cherry-pick side', /^cherry-pick: aside$/, [/^moved main from/, /^changed/]],
    ['revert --no-edit HEAD', /^(?:commit|revert): Revert/, [/^moved main from/]],
    ['branch -f side main', /^moved side/, [/^moved side from/]],
    ['branch -M main trunk', /main|trunk/i, [/switched to trunk/, /deleted branch main/, /made branch trunk/]],
    ['tag -d v1', /^deleted tag v1/, [/^deleted tag v1/]],
    ['tag -f v1 HEAD~1', /^moved v1/, [/^moved v1/]],
    ['update-ref -d refs/heads/side', /^deleted branch side/, [/^deleted branch side/]],
  ] as const)(
    'git %s is noted with what moved, and undone to exactly what was there',
    async (line, command, changes) => {
      const folder = repository();
      const before = await print(folder);
      const entry = await foreign(folder, line);
      expect(entry).toMatchObject({ origin: 'foreign', command: expect.stringMatching(command), undoes: null });
      for (const each of changes) expect(entry?.changes).toEqual(expect.arrayContaining([expect.stringMatching(each)]));
      const after = await print(folder);
      await undone(journal, folder, entry?.id);
      const back = await print(folder);
      // The index and the files stay as they are where what was there is not known: after a commit they are as they were.
      if (/^(?:commit|revert)/.test(line))
        expect({ ...back, ...only(before, 'index', 'status') }).toEqual(
          expect.objectContaining(only(before, 'HEAD', 'refs')),
        );
      else expect(back).toEqual(before);
      const [redo] = await listed(folder);
      await undone(journal, folder, redo?.id);
      expect(await print(folder)).toEqual(after);
    },
  );

  it('a stash that was dropped comes back', async () => {
    const folder = repository();
    write(folder, { 'a.txt': 'edited\n' });
    runGit(folder, ['stash', '-q']);
    const before = git(folder, 'rev-parse', 'refs/stash');
    const entry = await foreign(folder, 'stash drop -q');
    await undone(journal, folder, entry?.id);
    expect(git(folder, 'rev-parse', 'refs/stash')).toBe(before);
  });

  it('commits that nothing reaches any more are kept over gc', async () => {
    const folder = repository();
    const side = git(folder, 'rev-parse', 'side');
    git(folder, 'update-ref', '-d', 'refs/remotes/origin/side');
    const entry = await foreign(folder, 'branch -D side');
    git(folder, 'reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
    git(folder, 'gc', '-q', '--prune=now');
    await undone(journal, folder, entry?.id);
    expect(git(folder, 'rev-parse', 'side')).toBe(side);
    expect(git(folder, 'log', '-1', '--format=%s', 'side').trim()).toBe('aside');
  });

  it('an undo leaves files alone that somebody works on, and says so before', async () => {
    const folder = repository();
    write(folder, { 'work.txt': 'mine\n' });
    const entry = await foreign(folder, 'reset --hard HEAD~1');
    write(folder, { 'a.txt': 'edited since\n' });
    const planned = await journal.planUndo(await repositoryAt(folder), entry?.id);
    expect(planned.ok && planned.plan.movedOn).toEqual(['a.txt has changed since']);
    git(folder, 'checkout', '-q', '--', 'a.txt');
    await undone(journal, folder, entry?.id);
    expect((await print(folder))['file work.txt']).toContain('mine');
  });

  it('does not promise what was not committed, and does where a checkpoint has it', async () => {
    const folder = repository();
    write(folder, { 'a.txt': 'not committed\n' });
    const entry = await foreign(folder, 'reset --hard HEAD~1');
    expect(entry?.notSaved).toEqual([expect.stringContaining('what was not committed')]);
    await undone(journal, folder, entry?.id);
    expect((await print(folder))['file a.txt']).toContain('three');

    write(folder, { 'a.txt': 'not committed\n', 'one.txt': 'staged\n' });
    git(folder, 'add', 'one.txt');
    const saved = await print(folder);
    await journal.saveCheckpoint({
      ...{
        repository: await repositoryAt(folder),
        origin: 'agent',
        actor: 'claude',
        label: 'x',
        command: 'checkpoint “x”',
      },
    });
    const second = await foreign(folder, 'reset --hard HEAD~1');
    expect(second?.notSaved).toEqual([expect.stringContaining('edited after checkpoint “x”')]);
    await undone(journal, folder, second?.id);
    expect(await print(folder)).toEqual(saved);
  });

  it('a forced push is noted with the command that reverts it', async () => {
    const folder = repository();
    git(folder, 'commit', '-q', '--amend', '-m', 'Amended');
    const entry = await foreign(folder, 'push -q --force origin main');
    expect(entry).toMatchObject({ sentTo: ['origin'] });
    expect(entry?.reverts).toEqual([
      expect.stringMatching(/^git push --force-with-lease=refs\/heads\/main:\w+ origin \w+:refs\/heads\/main$/),
    ]);
  });

  it('a rebase that stops is noted once, when it is over', async () => {
    const folder = repository();
    git(folder, 'checkout', '-q', '-b', 'other', 'HEAD~2');
    commit(folder, { 'a.txt': 'other\n' }, 'other');
    const before = await print(folder);
    const known = await know(folder);
    runGit(folder, ['rebase', 'main']);
    expect(await noted(folder, known)).toBeUndefined();
    write(folder, { 'a.txt': 'resolved\n' });
    git(folder, 'add', 'a.txt');
    runGit(folder, ['rebase', '--continue']);
    const entry = (await noted(folder, known))?.entry;
    expect(entry?.command).toMatch(/^rebase/);
    await undone(journal, folder, entry?.id);
    expect(await print(folder)).toEqual(before);
  });

  it('is not what undoing the last command means', async () => {
    const folder = repository();
    await recorded(journal, folder, ['branch', 'mine']);
    await foreign(folder, 'commit -q --allow-empty -m theirs');
    await undone(journal, folder);
    expect(git(folder, 'branch', '--list', 'mine')).toBe('');
    expect(git(folder, 'log', '-1', '--format=%s').trim()).toBe('theirs');
  });
});

describe('8.10 never a false entry', () => {
  it('for what we did, also while somebody looks', async () => {
    const folder = repository();
    const known = await know(folder);
    await recorded(journal, folder, ['commit', '--allow-empty', '-m', 'ours']);
    await recorded(journal, folder, ['branch', '-D', 'side']);
    await undone(journal, folder);
    expect((await noted(folder, known))?.entry).toBeUndefined();
    // What came after ours is theirs, and no more than that.
    await recorded(journal, folder, ['branch', 'ours']);
    git(folder, 'branch', 'theirs');
    expect((await noted(folder, known))?.entry?.changes).toEqual([expect.stringMatching(/^made branch theirs/)]);
  });

  it('twice, when two windows see the same', async () => {
    const folder = repository();
    const known = await know(folder);
    git(folder, 'branch', '-D', 'side');
    const [one, other] = [journalWith(), journalWith()];
    expect((await noted(folder, known, one))?.entry).toBeDefined();
    expect((await noted(folder, known, other))?.entry).toBeUndefined();
    expect(await listed(folder)).toHaveLength(1);
  });

  it('beside that of an agent’s call, which knows more', async () => {
    const folder = repository();
    write(folder, { 'a.txt': 'not committed\n' });
    const at = await repositoryAt(folder);
    const known = await know(folder);
    await journal.saveCheckpoint({ repository: at, command: 'x', origin: 'agent', actor: 'claude', call: 'c' });
    runGit(folder, ['reset', '-q', '--hard', 'HEAD~1']);
    const seen = await noted(folder, known);
    expect(seen?.entry).toBeDefined();
    await journal.settleCall(at, 'c');
    expect((await listed(folder)).map(({ origin }) => origin)).toEqual(['agent']);
    expect((await noted(folder, known))?.entry).toBeUndefined();
  });

  /** What people and editors do all day besides moving branches. */
  const ORDINARY: readonly ((folder: string) => void)[] = [
    folder => void runGit(folder, ['fetch', '-q']),
    folder => void runGit(folder, ['fetch', '-q', '--prune', '--tags', '--force']),
    folder => void runGit(folder, ['gc', '-q']),
    folder => void runGit(folder, ['pack-refs', '--all']),
    folder => void runGit(folder, ['reflog', 'expire', '--expire=now', '--all']),
    folder => void runGit(folder, ['update-index', '--refresh']),
    folder => void runGit(folder, ['status']),
    folder => void runGit(folder, ['add', '-A']),
    folder => void runGit(folder, ['reset', '-q']),
    folder => void runGit(folder, ['repack', '-adq']),
    folder => void runGit(folder, ['maintenance', 'run', '--quiet']),
    folder => write(folder, { 'a.txt': `${Math.random()}\n` }),
    folder => rmSync(join(folder, 'one.txt'), { force: true }),
    // Somebody else pushes commits and tags, which the next fetch brings, and prunes.
    folder => void runGit(`${folder}-remote.git`, ['update-ref', 'refs/heads/theirs', 'refs/heads/side']),
    folder => void runGit(`${folder}-remote.git`, ['update-ref', '-d', 'refs/heads/theirs']),
    folder => void runGit(`${folder}-remote.git`, ['tag', '-f', 'v2', 'side']),
    folder => void runGit(`${folder}-remote.git`, ['tag', '-f', 'v2', 'main']),
  ];

  it('for ordinary work', async () => {
    const folder = repository();
    let known = await know(folder);
    for (let round = 0; round < (full ? 40 : 2); round += 1)
      for (const [at] of ORDINARY.entries()) {
        ORDINARY[(at * (round + 1) + round) % ORDINARY.length]?.(folder);
        const seen = await noted(folder, known);
        expect([at, seen?.entry]).toEqual([at, undefined]);
        known = seen?.state ?? known;
      }
    // And all the while it is awake.
    git(folder, 'branch', '-D', 'side');
    expect((await noted(folder, known))?.entry?.changes).toHaveLength(1);
  });
});

describe('8.10 an attack', () => {
  it('that moves refs all day pushes out none of our entries', async () => {
    const folder = repository();
    const small = journalWith({ keepEntries: 3 });
    await recorded(small, folder, ['branch', 'ours']);
    for (let at = 0; at < 6; at += 1) {
      const known = await know(folder);
      git(folder, 'branch', `flood${at}`);
      await noted(folder, known, small);
    }
    await small.tidy(await repositoryAt(folder));
    expect((await listed(folder)).map(({ command }) => command.replace(/ at .*/, ''))).toEqual([
      'made branch flood5',
      'made branch flood4',
      'made branch flood3',
      'git branch ours',
    ]);
  });

  it('by a message in a reflog is only text, in one line, redacted and cut', async () => {
    const folder = repository();
    const known = await know(folder);
    const message = `reset: \u001b[31m token-123 ${'x'.repeat(500)}`;
    git(folder, 'update-ref', '-m', message, 'HEAD', 'HEAD~1');
    const found = await journal.noteForeign(await repositoryAt(folder), known, text =>
      text.replaceAll('token-123', '***'),
    );
    expect(found?.entry?.command).toMatch(/^reset: .*\*\*\* x+$/);
    expect(found?.entry?.command.length).toBeLessThan(201);
  });
});

const only = (all: Record<string, string>, ...names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, all[name]]));
