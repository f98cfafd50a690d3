import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type NumstatEntry, parseNumstat, withCounts } from '../../../../src/core/repository/status/numstat.ts';
import fc from '../../../support/fast-check.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, statusOf, write } from '../support.ts';
import { COPIES, everyState } from './every-state.ts';
import { fileNames } from './file-names.ts';

const folder = temporaryFolder();
const diff = (repository: string, ...args: string[]) =>
  parseNumstat(git(repository, 'diff', '--numstat', '-z', '-M', ...args)) ?? [];

const printed = ({ path, originalPath, added, removed }: NumstatEntry): string => {
  const counts = `${added ?? '-'}\t${removed ?? '-'}\t`;
  return originalPath === null ? `${counts}${path}\0` : `${counts}\0${originalPath}\0${path}\0`;
};

describe('parseNumstat', () => {
  it('gives back what was printed', () => {
    const counts = fc.oneof(fc.tuple(fc.nat(), fc.nat()), fc.constant([null, null] as const));
    const entry = fc.tuple(fileNames(2), counts, fc.boolean()).map(([[a = '', b = ''], [added, removed], renamed]) => ({
      path: a,
      originalPath: renamed ? b : null,
      added,
      removed,
    }));
    fc.assert(
      fc.property(fc.array(entry), entries => {
        expect(parseNumstat(entries.map(printed).join(''))).toEqual(entries);
      }),
    );
  });

  it('reads real git for any name', () => {
    const repository = newRepository(folder, 'names');
    commit(repository, { first: '1' });
    fc.assert(
      fc.property(fileNames(10), names => {
        write(repository, Object.fromEntries(names.map((name, i) => [name, 'line\n'.repeat(i + 1)])));
        git(repository, 'add', '-A');
        const found = diff(repository, 'HEAD').map(({ path, added, removed }) => [path, added, removed]);
        expect(found.sort()).toEqual(names.map((name, i) => [name, i + 1, 0]).sort());
        git(repository, 'reset', '-q', '--hard');
      }),
      { numRuns: 15 },
    );
  });

  it.each(['1\t2\ta', 'x\t2\ta\0', '1\t2\0', '1\t2\t\0from\0', '\0', 'text'])('refuses %j', text => {
    expect(parseNumstat(text)).toBeUndefined();
  });
});

describe('withCounts', () => {
  it('counts what is counted and leaves the rest null', () => {
    const repository = newRepository(folder, 'counts');
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `line ${from + i}\n`).join('');
    commit(repository, { a: lines(0, 5), binary: 'a\0b', deleted: '1\n2\n', moved: lines(0, 20), again: '1\n' });
    write(repository, { a: lines(2, 9), binary: 'c\0d', untracked: 'x\n' });
    rmSync(join(repository, 'deleted'));
    git(repository, 'mv', 'moved', 'there');
    git(repository, 'rm', '-q', '--cached', 'again');
    write(repository, { there: lines(0, 21) });
    const counted = withCounts(statusOf(repository).files, diff(repository, 'HEAD'));
    expect(counted.map(({ path, type, added, removed, net }) => [path, type, added, removed, net])).toEqual([
      ['a', 'Modified', 4, 2, 2],
      ['again', 'Deleted', 0, 1, -1],
      ['binary', 'Modified', null, null, null],
      ['deleted', 'Deleted', 0, 2, -2],
      ['there', 'Renamed', 1, 0, 1],
      ['again', 'Untracked', null, null, null],
      ['untracked', 'Untracked', null, null, null],
    ]);
  });

  it('adds up what is staged and what is not', () => {
    const repository = newRepository(folder, 'both');
    commit(repository, { a: '1\n' });
    write(repository, { a: '1\n2\n' });
    git(repository, 'add', 'a');
    write(repository, { a: '1\n2\n3\n' });
    const entries = [...diff(repository, '--cached'), ...diff(repository)];
    expect(withCounts(statusOf(repository).files, entries)).toMatchObject([
      { path: 'a', added: 2, removed: 0, net: 2 },
    ]);
  });

  it('uses up every entry of a diff against HEAD, in every state', () => {
    const repository = everyState(folder);
    const { files } = statusOf(repository, ...COPIES);
    const entries = diff(repository, 'HEAD');
    const total = (all: readonly Pick<NumstatEntry, 'added' | 'removed'>[]) => ({
      added: all.reduce((sum, { added }) => sum + (added ?? 0), 0),
      removed: all.reduce((sum, { removed }) => sum + (removed ?? 0), 0),
    });
    const counted = withCounts(files, entries);
    expect(total(counted)).toEqual(total(entries));
    expect(counted.find(({ path }) => path === 'renamed-deleted')).toMatchObject({ added: 0, removed: 20, net: -20 });
  });
});
