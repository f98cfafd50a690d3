import { chmodSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { discover } from '../../../../src/core/repository/discover.ts';
import { add } from '../../../../src/core/writes/commands/add.ts';
import { push } from '../../../../src/core/writes/commands/push.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { foretell, impactBy, newPair } from './foretell.ts';
import { fixture, predict } from './reality.ts';

const folder = temporaryFolder();
const LONG = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

/** `side` has a.txt under another name and with another line, and run.sh made executable. */
function renamed(): string {
  const repository = fixture(folder);
  commit(repository, { 'a.txt': LONG, 'run.sh': '#!/bin/sh\n', 'c.txt': '1\n' }, 'one');
  git(repository, 'switch', '-qc', 'side');
  moved(repository);
  commit(repository, {}, 'renamed');
  git(repository, 'switch', '-q', 'main');
  commit(repository, { 'c.txt': '2\n' }, 'two');
  return repository;
}

/** The same change on disk. */
function moved(repository: string): void {
  renameSync(join(repository, 'a.txt'), join(repository, 'b.txt'));
  write(repository, { 'b.txt': `${LONG}more\n` });
  chmodSync(join(repository, 'run.sh'), 0o755);
}

const MODES = 'Makes 1 file executable.';

describe('a rename is one file, and a change of mode is told', () => {
  it.each([
    ['merge side', 'Merges 1 commit of side (2 files).'],
    ['checkout side', 'Changes 3 files.'],
    ['cherry-pick side', 'Picks 1 commit (2 files).'],
  ])('git %s', async (words, says) => {
    const { sentences, files, renames } = await predict(renamed(), words.split(' '));
    expect(sentences).toEqual(expect.arrayContaining([says, MODES]));
    expect(renames).toEqual([{ from: 'a.txt', to: 'b.txt' }]);
    expect(files.total).toBe(Number(/(\d) files/.exec(says)?.[1]));
  });

  it.each([
    ['add -A', 'Stages 2 files: 1 changed, 1 renamed.', [MODES]],
    ['add .', 'Stages 2 files: 1 changed, 1 renamed.', [MODES]],
  ])('git %s', async (words, says, more) => {
    const repository = renamed();
    moved(repository);
    const { sentences } = await predict(repository, words.split(' '));
    git(repository, 'add', '-A');
    // As git itself shows it.
    expect(git(repository, 'diff', '--cached', '--shortstat', '-M')).toMatch(/^ 2 files changed/);
    expect(sentences).toEqual([says, ...more]);
  });

  it('of a split index too, of which nothing is written', async () => {
    const repository = renamed();
    git(repository, 'config', 'core.splitIndex', 'true');
    git(repository, 'update-index', '--split-index');
    moved(repository);
    const parts = () => readdirSync(join(repository, '.git')).filter(name => name.startsWith('sharedindex'));
    const [before, found] = [parts(), await discover(repository)];
    if (!found.ok) throw new Error(found.message);
    const context = { git: createGitReader({ environment }), repository: found.repository, soFar: () => {} };
    const { sentences } = await impactBy(add, add.read(['-A'], repository), context);
    expect([sentences[0], parts()]).toEqual(['Stages 2 files: 1 changed, 1 renamed.', before]);
  });

  it.each([
    ['commit -m words', ['Commits 2 files.', MODES]],
    ['commit --amend --no-edit', ['Replaces the last commit.', 'Commits 2 files.', MODES]],
    ['commit -am words', ['Commits 2 files.', MODES]],
    ['reset', ['Unstages 2 files; the files stay as they are.']],
    ['stash', ['Stashes changes in 2 files.']],
  ])('git %s of what is staged', async (words, says) => {
    const repository = renamed();
    moved(repository);
    git(repository, 'add', '-A');
    expect((await predict(repository, words.split(' '))).sentences).toEqual(says);
  });

  it('git stash pop', async () => {
    const repository = renamed();
    moved(repository);
    git(repository, 'add', '-A');
    git(repository, 'stash', '-q');
    const { sentences } = await predict(repository, ['stash', 'pop']);
    expect(sentences).toContain('Applies a stash to 2 files.');
  });

  it('of a link and a file in each other’s place', async () => {
    const repository = renamed();
    rmSync(join(repository, 'c.txt'));
    symlinkSync('a.txt', join(repository, 'c.txt'));
    expect((await predict(repository, ['commit', '-am', 'words'])).sentences).toContain('Replaces 1 file with a link.');
    git(repository, 'commit', '-qam', 'linked');
    expect((await predict(repository, ['checkout', 'HEAD~1'])).sentences).toContain('Replaces 1 link with a file.');
  });
});

describe('the headline of a push is what it sends', () => {
  const pair = () => {
    const made = newPair(folder);
    commit(made.here, { 'a.txt': LONG, 'run.sh': '#!/bin/sh\n' }, 'one');
    git(made.here, 'push', '-q', '-u', 'origin', 'main');
    return made;
  };

  it('a rename is one file', async () => {
    const made = pair();
    moved(made.here);
    commit(made.here, {}, 'renamed');
    const { sentences, files } = await foretell(push, made);
    expect(sentences.slice(0, 2)).toEqual(['Sends 1 commit (2 files) to origin/main.', MODES]);
    expect(files.items).toEqual(['b.txt', 'run.sh']);
  });

  it('a new branch without new commits, one that goes on to what is there, a tag', async () => {
    const made = pair();
    const first = async (...words: string[]) => (await foretell(push, made, ...words)).sentences[0];
    expect(await first('origin', 'main:fresh')).toBe('Creates origin/fresh and sends no new commits.');
    commit(made.here, { more: '1\n' }, 'two');
    git(made.here, 'push', '-q', 'origin', 'main:further');
    expect(await first('origin', 'main')).toBe('Moves origin/main and sends no new commits.');
    git(made.here, 'tag', 'v1');
    expect(await first('origin', 'v1')).toBe('Sets origin/v1 and sends no new commits.');
  });
});
