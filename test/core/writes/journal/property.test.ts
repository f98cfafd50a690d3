import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import fc from '../../../support/fast-check.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();

const branch = fc.constantFrom('main', 'side', 'other');
const path = fc.constantFrom('a.txt', 'b/c.txt', 'u.txt', '.');
const back = fc.constantFrom('HEAD', 'HEAD~1', 'HEAD~2', 'side');
const words = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map(part => (typeof part === 'string' ? fc.constant(part) : part)));

/** Commands with work in the way of most of them: many fail, and that must leave nothing to mend either. */
const command = fc.oneof(
  words('reset', fc.constantFrom('--soft', '--mixed', '--hard'), back),
  words('checkout', '-f', branch),
  words('switch', '-c', fc.constantFrom('x', 'y', 'x/z')),
  words('branch', fc.constantFrom('-D', '-d'), branch),
  words('branch', '-M', branch, fc.constantFrom('x', 'y')),
  words('checkout', back, '--', path),
  words('add', path),
  words('rm', '-rf', path),
  words('mv', path, fc.constantFrom('moved', 'b/moved')),
  words('commit', '-am', 'again'),
  words('commit', '--amend', '--allow-empty', '-m', 'other words'),
  words('stash', fc.constantFrom('push', 'pop', 'drop', 'clear')),
  words('stash', 'push', fc.constantFrom('-u', '-a')),
  words('clean', fc.constantFrom('-fd', '-fdx', '-f')),
  words('merge', branch),
  words('rebase', branch),
  words('cherry-pick', fc.constantFrom('side', 'side~1')),
  words('revert', '--no-edit', back),
  words(fc.constantFrom('merge', 'rebase', 'cherry-pick', 'revert'), '--abort'),
  words('tag', '-f', 'v1', back),
);

function make(): string {
  const folder = newRepository(parent, 'original');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  commit(folder, { 'a.txt': 'one\n', 'b/c.txt': 'c\n', '.gitignore': '*.o\n' }, 'one');
  git(folder, 'branch', 'other');
  commit(folder, { 'a.txt': 'two\n' }, 'two');
  git(folder, 'switch', '-qc', 'side', 'HEAD~1');
  commit(folder, { 'a.txt': 'side\n', 'u.txt': 'theirs\n' }, 'side');
  commit(folder, { 'b/c.txt': 'side\n' }, 'side again');
  git(folder, 'switch', '-q', 'main');
  write(folder, { 'a.txt': 'stashed\n' });
  git(folder, 'stash', 'push', '-q');
  write(folder, { 'b/c.txt': 'edited\n', 'x.o': 'o\n', 'v.txt': 'v\n', 'd/e/f': 'f\n' });
  return folder;
}

it('8.6 whatever was done, undoing all of it gives back the first state', async () => {
  const original = make();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 7 }), async commands => {
      const folder = join(mkdtempSync(join(parent, 'run-')), 'repo');
      cpSync(original, folder, { recursive: true });
      git(folder, 'update-index', '-q', '--refresh');
      const states = [await fingerprint(folder)];
      for (const each of commands) {
        const result = await recorded(journal, folder, each);
        if (result.kind === 'ran' && result.entry) states.push(await fingerprint(folder));
      }
      for (const state of states.slice(0, -1).toReversed()) {
        await undone(journal, folder);
        expect(await fingerprint(folder)).toEqual(state);
      }
      expect(await journal.planUndo(await repositoryAt(folder))).toMatchObject({ ok: false });
    }),
    {
      numRuns: Number(process.env.SLUICE_JOURNAL_RUNS ?? 5),
      endOnFailure: true,
      examples: [
        // Found by chance: an ignored file that a stash brings back is in no index.
        [
          [
            ['branch', '-D', 'side'],
            ['stash', 'push', '-a'],
            ['rebase', 'main'],
            ['switch', '-c', 'x'],
            ['stash', 'pop'],
          ],
        ],
        // Found by chance: git takes an empty folder away and makes it anew for a file.
        [
          [
            ['mv', 'b/c.txt', 'moved'],
            ['stash', 'push', '-u'],
          ],
        ],
      ],
    },
  );
});
