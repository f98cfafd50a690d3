import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture } from '../impact/reality.ts';

const folder = temporaryFolder();

function changed(): string {
  const repository = fixture(folder);
  commit(repository, { a: '1\n', b: '2\n', 'sub/c': '3\n', gone: '4\n', run: '5\n', '.gitignore': '*.log\nbuilt/\n' });
  write(repository, {
    a: 'a\n',
    'sub/c': 'c\n',
    'sub/new': 'n\n',
    'x y': 'x\n',
    'x.log': 'l\n',
    'built/out': 'o\n',
    'sub/y.log': 'y\n',
  });
  write(repository, { 'new\nline': 'nl\n', '-dash': 'd\n' });
  rmSync(join(repository, 'gone'));
  chmodSync(join(repository, 'run'), 0o755);
  rmSync(join(repository, 'b'));
  symlinkSync('a', join(repository, 'b'));
  mkdirSync(join(repository, 'empty'));
  return repository;
}

describe('add', () => {
  it.each([
    [['.']],
    [['-A']],
    [['-u']],
    [['-u', 'sub']],
    [['-f', '.']],
    [['--no-all', '.']],
    [['--ignore-removal', '.']],
    [['a', 'sub']],
    [['gone']],
    [['x.log']],
    [['built']],
    [['-f', 'x.log']],
    [['*.log']],
    [['sub']],
    [['empty']],
    [['nothing']],
    [['a', 'nothing']],
    [['--', '-dash']],
    [['./-dash']],
    [['-A', '-u']],
    [['-N', 'x y']],
    [[':!sub']],
    [[]],
  ])('%j', async words => {
    const { predicted, real } = await agrees(changed(), ['add', ...words], { staged: false });
    if (!real.refused) expect([...predicted.files.items].sort()).toEqual([...real.restaged].sort());
  });

  it('from a subfolder, all of it or what is there', async () => {
    const repository = changed();
    for (const words of [['-A'], ['.'], ['-u'], ['..']]) {
      const { predicted, real } = await agrees(repository, ['add', ...words], { cwd: 'sub' });
      expect([...predicted.files.items].sort()).toEqual([...real.restaged].sort());
    }
    const { predicted } = await agrees(repository, ['stage', '.'], { cwd: 'sub' });
    expect(predicted.sentences).toEqual(['Stages 2 files: 1 changed, 1 new.']);
  });

  it('before the first commit, in conflict, a repository inside', async () => {
    const fresh = fixture(folder);
    write(fresh, { a: 'a\n' });
    expect((await agrees(fresh, ['add', '.'])).predicted.files.items).toEqual(['a']);

    const repository = fixture(folder);
    commit(repository, { a: '1\n' });
    git(repository, 'checkout', '-qb', 'other');
    commit(repository, { a: '2\n' });
    git(repository, 'checkout', '-q', 'main');
    commit(repository, { a: '3\n' });
    stopping(repository, 'merge', 'other');
    expect((await agrees(repository, ['add', 'a'])).predicted.files.items).toEqual(['a']);
    git(repository, 'init', '-q', 'inner');
    commit(join(repository, 'inner'), { deep: 'd\n' });
    const { predicted, real } = await agrees(repository, ['add', '.']);
    expect([...predicted.files.items].sort()).toEqual([...real.restaged].sort());
  });
});
