import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  conflictsIn,
  entriesAt,
  isSplit,
  pathsIn,
  unwatchedIn,
} from '../../../../../src/core/writes/journal/storage/index-file.ts';
import { git, temporaryFolder } from '../../../git/support.ts';

const SHA1 = 20;

describe('an index file', () => {
  test('finds few entries and many alike', () => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q');
    for (const name of ['file1', 'file2', 'file3', 'file4', 'file5', 'ünïcode'])
      writeFileSync(join(folder, name), 'x\n');
    git(folder, 'add', '.');
    const index = readFileSync(join(folder, '.git/index'));
    const all = entriesAt(index, SHA1, [...pathsIn(index, SHA1), 'none']);
    expect([...all.keys()]).toEqual(pathsIn(index, SHA1));
    for (const path of ['file3', 'ünïcode'])
      expect(entriesAt(index, SHA1, [path])).toEqual(new Map([[path, all.get(path)]]));
    expect(entriesAt(Buffer.alloc(0), SHA1, ['file3'])).toEqual(new Map());
  });

  test.each(['2', '4'])('of version %s tells a few of many, conflicts and files that are not watched', version => {
    const folder = temporaryFolder();
    const run = (...args: string[]) => git(folder, ...args);
    run('init', '-q');
    for (let n = 0; n < 50; n += 1) writeFileSync(join(folder, `file${n}`), `${n}\n`);
    run('add', '.');
    run('commit', '-qm', 'one');
    run('switch', '-qc', 'side');
    writeFileSync(join(folder, 'file20'), 'side\n');
    run('commit', '-qam', 'side');
    run('switch', '-q', '-');
    writeFileSync(join(folder, 'file20'), 'main\n');
    run('commit', '-qam', 'main');
    expect(() => run('merge', '-q', 'side')).toThrow();
    run('update-index', '--assume-unchanged', 'file7', '--index-version', version, '--force-write-index');
    const index = readFileSync(join(folder, '.git/index'));
    expect(unwatchedIn(index, SHA1).map(({ path }) => path)).toEqual(['file7']);
    expect(conflictsIn(index, SHA1).map(({ path, stage }) => [path, stage])).toEqual([1, 2, 3].map(n => ['file20', n]));
    const found = entriesAt(index, SHA1, ['file0', 'file20', 'file49', 'afile', 'file200', 'z']);
    expect([...found.values()].map(({ path, stage }) => [path, stage])).toEqual([
      ['file0', 0],
      ['file20', 3],
      ['file49', 0],
    ]);
    expect(isSplit(index, SHA1)).toBe(false);
    run('update-index', '--split-index');
    expect(isSplit(readFileSync(join(folder, '.git/index')), SHA1)).toBe(true);
  });

  test('of a path that looks like the name of an extension is not split', () => {
    const folder = temporaryFolder();
    git(folder, 'init', '-q');
    writeFileSync(join(folder, 'link'), 'x\n');
    git(folder, 'add', '.');
    expect(isSplit(readFileSync(join(folder, '.git/index')), SHA1)).toBe(false);
  });
});
