import { lstatSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();

/** A git that tells the subcommands that were started since it was last asked. */
function countingGit() {
  let started: string[] = [];
  const ask = createAskGit({ environment, started: ([subcommand = '']) => void started.push(subcommand) });
  return {
    git: gitFrom(ask),
    started: () => {
      const since = started;
      started = [];
      return since;
    },
  };
}

const planned = async (journal: ReturnType<typeof journalWith>, folder: string) => {
  const answer = await journal.planUndo(await repositoryAt(folder));
  if (!answer.ok) throw new Error(answer.message);
  return answer.plan;
};

function stageOne(folder: string): void {
  write(folder, { 'd.txt': 'd\n' });
  git(folder, 'add', 'd.txt');
}

describe('the second plan of an undo', () => {
  it.each([
    ['files that are gone', ['rm', '-rf', '-q', '.']],
    ['files that are there', ['reset', '-q', '--hard']],
  ] as const)('of %s has no full look where stamps prove that nothing moved', async (what, words) => {
    const folder = newRepository(parent, `stamps of ${what}`);
    commit(folder, { 'a.txt': 'a\n', 'b/c.txt': 'c\n' }, 'one');
    if (words[0] === 'reset') write(folder, { 'a.txt': 'mine\n' });
    const counting = countingGit();
    const journal = journalWith({ git: counting.git });
    await recorded(journal, folder, words);
    // A file as young as the look proves nothing.
    await new Promise(resolve => setTimeout(resolve, 30));
    const plan = await planned(journal, folder);
    counting.started();
    expect(await journal.undo(plan, 'all', 'cli')).toMatchObject({ ok: true });
    const started = counting.started();
    const untilSaved = started.slice(0, started.indexOf('fast-import'));
    expect(untilSaved.filter(name => name === 'diff-files')).toEqual(['diff-files']);
  });

  it('sees an edit of the same size that carries the old time', async () => {
    const folder = newRepository(parent, 'same size');
    commit(folder, { 'a.txt': 'aaaa\n' }, 'one');
    write(folder, { 'a.txt': 'mine\n' });
    const journal = journalWith();
    await recorded(journal, folder, ['reset', '-q', '--hard']);
    const file = join(folder, 'a.txt');
    const { atime, mtime } = lstatSync(file);
    const plan = await planned(journal, folder);
    writeFileSync(file, 'else\n');
    utimesSync(file, atime, mtime);
    expect(await journal.undo(plan, 'all', 'cli')).toMatchObject({ ok: false, code: 'plan-outdated' });
    expect(readFileSync(file, 'utf8')).toBe('else\n');
  });

  it('sees what was written right before and right after it was made', async () => {
    const folder = newRepository(parent, 'racy');
    commit(folder, { 'a.txt': 'aaaa\n' }, 'one');
    const file = join(folder, 'a.txt');
    for (let round = 0; round < 3; round += 1) {
      const journal = journalWith();
      write(folder, { 'a.txt': `m${round}ne\n` });
      await recorded(journal, folder, ['reset', '-q', '--hard']);
      const plan = await planned(journal, folder);
      writeFileSync(file, 'aaax\n');
      expect(await journal.undo(plan, 'all', 'cli')).toMatchObject({ ok: false, code: 'plan-outdated' });
    }
  });

  it.each([
    ['a file in the way of a folder', (folder: string) => write(folder, { b: 'mine\n' })],
    ['a file that is there again', (folder: string) => write(folder, { 'a.txt': 'mine\n' })],
    ['another branch', (folder: string) => git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/other')],
    ['something staged', stageOne],
  ])('sees %s', async (what, meanwhile) => {
    const folder = newRepository(parent, `sees ${what}`);
    commit(folder, { 'a.txt': 'a\n', 'b/c.txt': 'c\n' }, 'one');
    git(folder, 'branch', 'other');
    const journal = journalWith();
    await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
    const plan = await planned(journal, folder);
    meanwhile(folder);
    // A branch that the command did not move is nothing the undo is about: HEAD is looked at, and comes out the same.
    const outdated = what === 'another branch' ? { ok: true } : { ok: false, code: 'plan-outdated' };
    expect(await journal.undo(plan, 'all', 'cli')).toMatchObject(outdated);
  });
});

describe('many files that git has', () => {
  const FILES = 4400;
  const names = Array.from({ length: FILES }, (_, n) => `folder ${n % 40}/deep/${n % 7 ? 'é' : ''}file${n}.txt`);

  it.each(['2', '4'])('are written side by side, and an index of version %s knows all of them', async version => {
    const folder = newRepository(parent, `lanes ${version}`);
    git(folder, 'config', 'index.version', version);
    commit(folder, Object.fromEntries(names.map(name => [name, `${name}\n`])), 'many');
    git(folder, 'update-index', '--index-version', version, '--force-write-index');
    const before = await fingerprint(folder);
    const counting = countingGit();
    const journal = journalWith({ git: counting.git });
    await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
    counting.started();
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
    const writers = counting.started().filter(name => name === 'checkout-index');
    expect(writers).toHaveLength(Math.min(2, availableParallelism()));
    const inodes = new Map(
      [
        ...git(folder, '-c', 'core.quotePath=false', 'ls-files', '--debug').matchAll(
          /^(\S.*)\n(?: .*\n)*? .*ino: (\d+)/gm,
        ),
      ].map(([, path = '', ino]) => [path, Number(ino)]),
    );
    expect(inodes.size).toBe(FILES);
    const unknown = names.filter(name => inodes.get(name) !== lstatSync(join(folder, name)).ino % 2 ** 32);
    expect(unknown).toEqual([]);
  });

  it('come back where the command put a file in the place of a folder', async () => {
    const folder = newRepository(parent, 'in the way');
    commit(folder, { 'folder 3': 'a file\n' }, 'one');
    git(folder, 'branch', 'small');
    git(folder, 'rm', '-q', 'folder 3');
    commit(folder, Object.fromEntries(names.map(name => [name, `${name}\n`])), 'many');
    const before = await fingerprint(folder);
    const journal = journalWith();
    await recorded(journal, folder, ['checkout', '-q', 'small']);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(before);
  });
});

it('an undo whose files nobody could read back has not come to its end', async () => {
  const folder = newRepository(parent, 'not read back');
  commit(folder, { 'a.txt': 'a\n', 'b/c.txt': 'c\n' }, 'one');
  const before = await fingerprint(folder);
  const ask = createAskGit({ environment });
  let written = false;
  const blind = gitFrom(async (args, cwd, options) => {
    if (args[0] === 'checkout-index') written = true;
    if (written && args[0] === 'diff-files') return { ok: false, reason: 'failed', message: 'no look at it' };
    return ask(args, cwd, options);
  });
  const journal = journalWith({ git: blind });
  await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
  const answer = await journal.undo(await planned(journal, folder), 'all', 'cli');
  expect(answer).toMatchObject({ ok: false, code: 'incomplete', message: expect.stringContaining('no look at it') });
  await undone(journalWith(), folder);
  expect(await fingerprint(folder)).toEqual(before);
});
