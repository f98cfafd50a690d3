import { appendFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeType } from '../../../../src/core/repository/status/parse-status.ts';
import { git } from '../../git/support.ts';
import { commit, newRepository, stopping, write } from '../support.ts';

/** Copies are looked for only on request, and only among changed files. */
export const COPIES = ['-c', 'status.renames=copies'];

/** The type of each file of `everyState`, and its letters. */
export const STATES: Readonly<Record<string, readonly [letters: string, type: ChangeType]>> = {
  'added-changed': ['AM', 'Added'],
  'added-deleted': ['AD', 'Deleted'],
  'added staged': ['A.', 'Added'],
  both: ['MM', 'Modified'],
  'both-added': ['AA', 'Conflicted'],
  'both-changed': ['UU', 'Conflicted'],
  copied: ['C.', 'Added'],
  'copy-source': ['M.', 'Modified'],
  'deleted-by-them': ['UD', 'Conflicted'],
  'deleted-by-us': ['DU', 'Conflicted'],
  'deleted-staged': ['D.', 'Deleted'],
  'deleted-unstaged': ['.D', 'Deleted'],
  intended: ['.A', 'Added'],
  'link-now': ['.T', 'Modified'],
  renamed: ['R.', 'Renamed'],
  'renamed-changed': ['RM', 'Renamed'],
  'renamed-deleted': ['RD', 'Deleted'],
  staged: ['M.', 'Modified'],
  'staged-deleted': ['MD', 'Deleted'],
  sub: ['.M', 'Modified'],
  'sub-dirty': ['.M', 'Modified'],
  unstaged: ['.M', 'Modified'],
  'dir/untracked file': ['??', 'Untracked'],
};

const text = (name: string) => Array.from({ length: 20 }, (_, i) => `${name} ${i}\n`).join('');

/** A repository with a file in every state there is. */
export function everyState(folder: string): string {
  const inner = newRepository(folder, 'inner');
  commit(inner, { s: 'one\n' });
  const repository = newRepository(folder, 'every');
  for (const name of ['sub', 'sub-dirty'])
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../inner', name);
  const tracked = ['both', 'both-changed', 'copy-source', 'deleted-by-them', 'deleted-by-us', 'deleted-staged'];
  tracked.push('deleted-unstaged', 'link-now', 'old', 'old-changed', 'old-deleted', 'staged', 'staged-deleted');
  const content = Object.fromEntries([...tracked, 'unstaged', 'unchanged'].map(name => [name, text(name)]));
  commit(repository, { '.gitignore': 'ignored\n', ...content });

  git(repository, 'checkout', '-qb', 'theirs');
  rmSync(join(repository, 'deleted-by-them'));
  commit(repository, { 'both-added': 'theirs\n', 'both-changed': 'theirs\n', 'deleted-by-us': 'theirs\n' });
  git(repository, 'checkout', '-q', 'main');
  rmSync(join(repository, 'deleted-by-us'));
  commit(repository, { 'both-added': 'ours\n', 'both-changed': 'ours\n', 'deleted-by-them': 'ours\n' });
  stopping(repository, 'merge', '-q', 'theirs');

  const append = (...names: string[]) => names.map(name => appendFileSync(join(repository, name), 'more\n'));
  const added = { copied: text('copy-source'), 'added staged': 'a\n', 'added-changed': 'a\n', 'added-deleted': 'a\n' };
  const changed = ['both', 'copy-source', 'staged', 'staged-deleted'];
  write(repository, added);
  append(...changed);
  git(repository, 'add', ...Object.keys(added), ...changed);
  for (const suffix of ['', '-changed', '-deleted']) git(repository, 'mv', `old${suffix}`, `renamed${suffix}`);
  git(repository, 'rm', '-q', 'deleted-staged');
  append('both', 'added-changed', 'renamed-changed', 'unstaged', 'sub-dirty/s');
  for (const name of ['added-deleted', 'staged-deleted', 'renamed-deleted', 'deleted-unstaged', 'link-now'])
    rmSync(join(repository, name));
  symlinkSync('staged', join(repository, 'link-now'));
  write(repository, { intended: 'i\n', ignored: 'i\n', 'dir/untracked file': 'u\n' });
  git(repository, 'add', '-N', 'intended');
  commit(join(repository, 'sub'), { t: 'two\n' });
  return repository;
}
