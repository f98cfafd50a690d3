import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareFiles, compareQuery } from '../../../../src/core/repository/status/compare.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, statusOf, write } from '../support.ts';
import { everyState } from './every-state.ts';

const folder = temporaryFolder();
const compared = (repository: string, base: string, ...more: string[]) => {
  const { args, options } = compareQuery(base);
  const config = options.config.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return compareFiles(git(repository, '--literal-pathspecs', ...config, ...more, ...args), statusOf(repository).files);
};

describe('compareFiles', () => {
  it('knows what was committed since, what is not committed and what is untracked', () => {
    const repository = newRepository(folder);
    const long = 'line\n'.repeat(20);
    commit(repository, { changed: '1\n', deleted: 'gone\n', 'old name': long, same: '1\n' });
    rmSync(join(repository, 'deleted'));
    git(repository, 'mv', 'old name', 'new\tname');
    commit(repository, { changed: '1\n2\n', added: '1\n', binary: 'a\0b' });
    write(repository, { added: '1\n2\n', untracked: '1\n' });
    const files = compared(repository, 'HEAD~1') ?? [];
    expect(files.map(file => [file.path, file.type, file.unstaged, file.added, file.removed, file.net])).toEqual([
      ['added', 'Added', 'M', 2, 0, 2],
      ['binary', 'Added', '.', null, null, null],
      ['changed', 'Modified', '.', 1, 0, 1],
      ['deleted', 'Deleted', '.', 0, 1, -1],
      ['new\tname', 'Renamed', '.', 0, 0, 0],
      ['untracked', 'Untracked', '?', null, null, null],
    ]);
    expect(files.find(({ type }) => type === 'Renamed')?.originalPath).toBe('old name');
  });

  it('knows the files git diff knows, and the conflicts that status knows', () => {
    const repository = everyState(folder);
    const files = compared(repository, 'HEAD') ?? [];
    const named = (...types: string[]) => files.filter(({ type }) => types.includes(type)).map(({ path }) => path);
    const said = git(repository, 'diff', '--name-only', '-M', 'HEAD').trimEnd().split('\n');
    const conflicted = ['both-added', 'both-changed', 'deleted-by-them', 'deleted-by-us'];
    const expected = new Set([...said, ...conflicted]);
    expect(named('Modified', 'Added', 'Deleted', 'Renamed', 'Conflicted').sort()).toEqual([...expected].sort());
    expect(named('Conflicted').sort()).toEqual(conflicted);
  });

  it.each([':1 1 a b M\0', ':1 1 a b M', ':1 1 a b R100\0from\0', ':1 1 a b M\0f\x001\t1\tf', 'text'])(
    'refuses %j',
    text => {
      expect(compareFiles(text, [])).toBeUndefined();
    },
  );

  it('leaves out what was only touched', () => {
    const repository = newRepository(folder, 'touched');
    commit(repository, { touched: '1\n', changed: '1\n', staged: '1\n' });
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'second');
    for (const name of ['touched', 'staged']) utimesSync(join(repository, name), 1, 1);
    write(repository, { changed: '2\n', staged: '2\n' });
    git(repository, 'add', 'staged');
    write(repository, { staged: '1\n' });
    const files = compared(repository, 'HEAD~1', '-c', 'diff.autoRefreshIndex=false');
    expect(files?.map(({ path, added }) => [path, added])).toEqual([
      ['changed', 1],
      ['staged', null],
    ]);
  });

  it('nothing differs', () => expect(compareFiles('', [])).toEqual([]));
});
