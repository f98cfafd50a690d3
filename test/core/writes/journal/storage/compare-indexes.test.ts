import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf, pathsThatDiffer } from '../../../../../src/core/writes/journal/storage/compare-indexes.ts';
import { git, temporaryFolder } from '../../../git/support.ts';

const SHA1 = 20;

/** A repository with every kind of entry that a digest tells apart. */
function indexes(files = 40) {
  const folder = temporaryFolder();
  const run = (...args: string[]) => git(folder, ...args);
  const read = () => readFileSync(join(folder, '.git/index'));
  run('init', '-q');
  for (let n = 0; n < files; n += 1) writeFileSync(join(folder, `file${n}`), `${n}\n`);
  writeFileSync(join(folder, 'ünïcode'), 'x\n');
  run('add', '.');
  return { folder, run, read };
}

describe('two indexes', () => {
  test('has the same digest in every version, and after a refresh', () => {
    const { run, read } = indexes();
    const first = digestOf(read(), SHA1);
    for (const version of ['4', '3', '2']) {
      run('update-index', '--index-version', version, '--force-write-index');
      expect(digestOf(read(), SHA1)).toBe(first);
    }
    run('update-index', '--really-refresh', '--force-write-index');
    expect(digestOf(read(), SHA1)).toBe(first);
  });

  test.each([
    ['another mode', ['update-index', '--chmod=+x', 'file3'], ['file3']],
    ['a file that is left out', ['update-index', '--skip-worktree', 'file3'], ['file3']],
    ['a file that is assumed unchanged', ['update-index', '--assume-unchanged', 'file3'], ['file3']],
    ['a file less', ['rm', '-q', '--cached', 'file0'], ['file0']],
    ['a name of another alphabet', ['rm', '-q', '--cached', 'ünïcode'], ['ünïcode']],
  ])('tells %s', (_, words, paths) => {
    for (const version of ['2', '4']) {
      const { run, read } = indexes();
      run('update-index', '--index-version', version, '--force-write-index');
      const before = read();
      run(...words);
      const after = read();
      expect([...pathsThatDiffer(before, after, SHA1)]).toEqual(paths);
      expect([...pathsThatDiffer(after, before, SHA1)]).toEqual(paths);
      expect(digestOf(after, SHA1)).not.toBe(digestOf(before, SHA1));
    }
  });

  test('tells another content, and no difference by times alone', () => {
    const { folder, run, read } = indexes();
    const before = read();
    writeFileSync(join(folder, 'file7'), 'other\n');
    run('add', 'file7');
    expect([...pathsThatDiffer(before, read(), SHA1)]).toEqual(['file7']);
    writeFileSync(join(folder, 'file7'), '7\n');
    run('add', 'file7');
    expect([...pathsThatDiffer(before, read(), SHA1)]).toEqual([]);
    expect(digestOf(read(), SHA1)).toBe(digestOf(before, SHA1));
  });

  test('of many files differ where they do, whatever is the same before, between and after', () => {
    const { folder, run, read } = indexes(2000);
    const before = read();
    run('rm', '-q', '--cached', 'file1', 'file1005', 'file999');
    writeFileSync(join(folder, 'file1500'), 'other\n');
    for (const name of ['afile', 'file1500b', 'z']) writeFileSync(join(folder, name), 'new\n');
    run('add', 'afile', 'file1500', 'file1500b', 'z');
    run('update-index', '--chmod=+x', 'file7');
    const after = read();
    const differing = ['afile', 'file1', 'file1005', 'file1500', 'file1500b', 'file7', 'file999', 'z'];
    expect([...pathsThatDiffer(before, after, SHA1)].toSorted()).toEqual(differing);
    expect([...pathsThatDiffer(after, before, SHA1)].toSorted()).toEqual(differing);
  });
});
