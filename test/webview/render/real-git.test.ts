import { beforeAll, describe, expect, test } from 'vitest';
import type { Kind } from '../../../webview/render/document.ts';
import { git, temporaryFolder } from '../../core/git/support.ts';
import { newHistory, PLAIN, shown, textOf } from './fixture.ts';

const folder = temporaryFolder();
let repository = '';
beforeAll(() => {
  repository = newHistory(folder);
});

const KINDS: readonly (readonly [string, Kind])[] = [
  ['blame src/app.ts', 'blame'],
  ['blame -e --date=relative src/app.ts', 'blame'],
  ['blame -s src/app.ts', 'blame'],
  ['blame --porcelain src/app.ts', 'blame'],
  ['blame --line-porcelain src/app.ts', 'blame'],
  ['branch', 'text'],
  ['branch -v', 'table'],
  ['branch -vv', 'table'],
  ['config --list', 'table'],
  ['config --list --show-origin', 'table'],
  ['count-objects -v', 'table'],
  ['diff HEAD~3', 'diff'],
  ['diff HEAD~3 --name-only', 'text'],
  ['diff HEAD~3 --numstat', 'bars'],
  ['diff HEAD~3 --shortstat', 'bars'],
  ['diff HEAD~3 --stat', 'bars'],
  ['diff HEAD~3 --stat -p', 'diff'],
  ['for-each-ref', 'table'],
  ['format-patch --stdout -3', 'diff'],
  ['log', 'log'],
  ['log --format=fuller --decorate', 'log'],
  ['log --graph', 'log'],
  ['log --graph --oneline --decorate', 'log'],
  ['log --oneline', 'log'],
  ['log --stat', 'bars'],
  ['log -p', 'diff'],
  ['log --format=%an', 'text'],
  ['ls-files', 'text'],
  ['ls-files -s', 'table'],
  ['ls-tree -r HEAD', 'table'],
  ['ls-tree -l HEAD', 'table'],
  ['shortlog HEAD', 'table'],
  ['shortlog -sne HEAD', 'bars'],
  ['show', 'diff'],
  ['show HEAD:src/app.ts', 'text'],
  ['show-ref', 'table'],
  ['-C . -c color.ui=false log --oneline', 'log'],
  ['status', 'text'],
  ['tag -n', 'table'],
  ['worktree list', 'table'],
];

describe('what git printed', () => {
  test.each(KINDS)('git %s is shown as %s', (command, kind) => {
    expect(shown(repository, command.split(' ')).kind).toBe(kind);
  });

  test.each(KINDS)('git %s loses no line', command => {
    const document = shown(repository, command.split(' '));
    expect(textOf(document)).toBe(document.output.replace(/\n$/, ''));
  });

  test('remote -v is a table of three columns', () => {
    git(repository, 'remote', 'add', 'origin', 'https://example.com/x.git');
    expect(shown(repository, ['remote', '-v']).columns?.map(({ name }) => name)).toEqual(['Remote', 'Address', 'For']);
  });
});

describe('a log', () => {
  const subjects = (args: string[]) =>
    shown(repository, args)
      .rows.filter(({ depth, text }) => depth === 0 && /[0-9a-f]{7}/.test(text))
      .map(({ text }) => text.split('\n').at(-1));

  test('has one row for each commit at the top', () => {
    const count = Number(git(repository, 'rev-list', '--count', 'HEAD'));
    for (const args of [['log'], ['log', '--graph'], ['log', '--oneline'], ['log', '--graph', '--oneline']]) {
      expect(subjects(args)).toHaveLength(count);
    }
  });

  test('folds the rest of a message under its commit, and bullets in it are no commits', () => {
    const { rows } = shown(repository, ['log', '--graph']);
    const at = rows.findIndex(({ text }) => text.includes('Add four'));
    expect(rows[at]?.heads).toBe(true);
    expect(rows.slice(at + 1, at + 4).map(({ depth }) => depth)).toEqual([1, 1, 1]);
    expect(rows[at + 2]?.text).toMatch(/\* a bullet$/);
  });

  test('asks about the commits it shows, also when git drew a graph', () => {
    const ids = git(repository, 'log', '--format=%h').trim().split('\n');
    expect(shown(repository, ['log', '--oneline']).wantsCommits).toEqual(ids);
    expect(shown(repository, ['log', '--graph', '--oneline']).wantsCommits).toEqual(
      git(repository, 'log', '--graph', '--format=%h').match(/[0-9a-f]{7,}/g),
    );
  });

  test('keeps the keys of its commits when a commit is added', () => {
    const before = shown(repository, ['log', '-5']).rows.map(({ key }) => key);
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'One more');
    const after = shown(repository, ['log', '-6']).rows.map(({ key }) => key);
    expect(after.filter(key => before.includes(key))).toEqual(before);
  });
});

describe('tables', () => {
  test('sort by a column, numbers as numbers', () => {
    const args = ['ls-tree', '-l', '-r', 'HEAD'];
    const sizes = (descending: boolean) =>
      shown(repository, args, { ...PLAIN, sort: { column: 3, descending } }).rows.map(({ text }) =>
        Number(/ (\d+)\t/.exec(text)?.[1]),
      );
    const up = sizes(false);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(sizes(true)).toEqual(up.toReversed());
  });

  test('say which columns hold numbers', () => {
    expect(shown(repository, ['count-objects', '-v']).columns?.map(({ numeric }) => numeric)).toEqual([false, true]);
  });
});
