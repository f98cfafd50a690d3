import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import { agrees, fixture, predict } from '../impact/reality.ts';

const folder = temporaryFolder();

function mixed(): string {
  const repository = fixture(folder);
  commit(repository, {
    clean: '1\n',
    changed: '2\n',
    staged: '3\n',
    both: '4\n',
    'sub/in': '5\n',
    gone: '6\n',
    '-dash': '7\n',
  });
  write(repository, { changed: 'c\n', staged: 's\n', both: 'b1\n', added: 'a\n', stray: 'x\n' });
  git(repository, 'add', 'staged', 'both', 'added');
  write(repository, { both: 'b2\n' });
  rmSync(join(repository, 'gone'));
  return repository;
}

describe('rm', () => {
  it.each([
    [['clean']],
    [['changed']],
    [['staged']],
    [['both']],
    [['added']],
    [['gone']],
    [['stray']],
    [['nothing']],
    [['--ignore-unmatch', 'nothing', 'clean']],
    [['sub']],
    [['-r', 'sub']],
    [['-r', '.']],
    [['-rf', '.']],
    [['-f', 'clean', 'changed', 'both', 'added']],
    [['--cached', 'changed', 'staged', 'clean']],
    [['-r', '--cached', '.']],
    [['-f', '--cached', 'added']],
    [['--', '-dash']],
    [['./-dash']],
    [['*in']],
    [[]],
  ])('%j', async words => {
    await agrees(mixed(), ['rm', '-q', ...words], { staged: !words.includes('--cached') });
  });

  it('from a subfolder, and in words', async () => {
    const repository = mixed();
    expect((await agrees(repository, ['rm', 'in'], { cwd: 'sub' })).predicted.sentences).toEqual(['Deletes 1 file.']);
    const { predicted, real } = await agrees(repository, ['rm', '-rfq', '.']);
    expect(predicted.sentences[0]).toBe('Changes in 4 files would be lost.');
    expect([...predicted.files.items].sort()).toEqual([...real.restaged].sort());
  });

  it('a file in conflict', async () => {
    const repository = fixture(folder);
    commit(repository, { a: '1\n' });
    git(repository, 'checkout', '-qb', 'other');
    commit(repository, { a: '2\n' });
    git(repository, 'checkout', '-q', 'main');
    commit(repository, { a: '3\n' });
    stopping(repository, 'merge', 'other');
    expect((await agrees(repository, ['rm', 'a'])).predicted.lost.items).toEqual(['a']);
    await agrees(repository, ['mv', 'a', 'b']);
  });

  it('a submodule: says that what is in it is not counted', async () => {
    const repository = mixed();
    const inner = fixture(folder);
    commit(inner, { in: 'in\n' });
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module');
    git(repository, 'commit', '-qm', 'module');
    expect((await predict(repository, ['rm', 'module'])).unknown).toMatch(/'module' is not counted/);
    expect((await predict(repository, ['rm', 'clean'])).unknown).toBeNull();
  });

  it('only a mode', async () => {
    const repository = mixed();
    chmodSync(join(repository, 'clean'), 0o755);
    await agrees(repository, ['rm', 'clean']);
    await agrees(repository, ['rm', '-f', 'clean']);
  });
});

describe('mv', () => {
  it.each([
    [['clean', 'renamed']],
    [['changed', 'renamed']],
    [['clean', 'changed']],
    [['-f', 'clean', 'changed']],
    [['-f', 'clean', 'both']],
    [['-f', 'clean', 'added']],
    [['-f', 'clean', 'stray']],
    [['-f', 'changed', 'clean']],
    [['clean', 'sub']],
    [['sub', 'other']],
    [['sub', 'sub/deeper']],
    [['clean', 'changed', 'sub']],
    [['clean', 'changed', 'nowhere']],
    [['clean', 'nowhere/x']],
    [['stray', 'x']],
    [['-k', 'stray', 'clean', 'sub']],
    [['gone', 'x']],
    [['nothing', 'x']],
    [['clean']],
    [['--', '-dash', 'dash']],
  ])('%j', async words => {
    await agrees(mixed(), ['mv', ...words]);
  });

  it('over a file in the folder, from a subfolder', async () => {
    const repository = mixed();
    write(repository, { 'sub/clean': 'in the way\n' });
    await agrees(repository, ['mv', 'clean', 'sub']);
    expect((await agrees(repository, ['mv', '-f', '../clean', '.'], { cwd: 'sub' })).predicted.lost.items).toEqual([
      'sub/clean',
    ]);
    mkdirSync(join(repository, 'place'));
    expect((await agrees(repository, ['mv', 'sub', 'place'])).predicted.files.items).toEqual(['sub/in']);
  });
});
