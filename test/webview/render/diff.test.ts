import { beforeAll, describe, expect, test } from 'vitest';
import { partnersOf } from '../../../webview/render/diff/pairs.ts';
import { type DiffFile, parseDiff } from '../../../webview/render/diff/parse.ts';
import { changedWords } from '../../../webview/render/diff/word-diff.ts';
import { runToEnd } from '../../../webview/ui/incremental.ts';
import { git, temporaryFolder } from '../../core/git/support.ts';
import { commit, newRepository, stopping, write } from '../../core/repository/support.ts';
import { newHistory, PLAIN, render, shown, textOf } from './fixture.ts';

const folder = temporaryFolder();
let history = '';
beforeAll(() => {
  history = newHistory(folder);
});

const itemsOf = (text: string) => runToEnd(parseDiff(text.replace(/\n$/, '').split('\n')));
const filesOf = (text: string) => itemsOf(text).filter((item): item is DiffFile => item.type === 'file');

describe('files of a patch', () => {
  test.each([[[]], [['--no-prefix']], [['-c', 'diff.mnemonicPrefix=true']]])(
    'are called as git calls them, with %j',
    options => {
      const [config, flags] = options[0] === '-c' ? [options, []] : [[], options];
      const output = git(history, ...config, 'diff', ...flags, '-M', 'HEAD~1', 'HEAD');
      const names = git(history, 'diff', '--name-only', '-z', '-M', 'HEAD~1', 'HEAD').split('\0').slice(0, -1);
      expect(filesOf(output).map(({ path }) => path)).toEqual(names);
    },
  );

  test('say where they came from and what else became of them', () => {
    const files = new Map(filesOf(git(history, 'diff', '-M', 'HEAD~1', 'HEAD')).map(file => [file.path, file]));
    expect(files.get('b c.txt')).toMatchObject({ from: 'a.txt', notes: ['renamed'] });
    expect(files.get('src/app.ts')?.notes).toEqual(['mode 100644 → 100755']);
    expect(files.get('bin.dat')?.notes).toEqual(['new file', 'binary']);
  });

  test('count what was added and removed as git does', () => {
    const counts = git(history, 'diff', '--numstat', '--no-renames', 'HEAD~4', 'HEAD')
      .trimEnd()
      .split('\n')
      .filter(line => !line.startsWith('-'))
      .map(line => line.split('\t').slice(0, 2).map(Number));
    const files = filesOf(git(history, 'diff', '--no-renames', 'HEAD~4', 'HEAD')).filter(
      ({ notes }) => !notes.includes('binary'),
    );
    expect(files.map(({ added, removed }) => [added, removed])).toEqual(counts);
  });

  test('keep their folds over a refresh by their path', () => {
    const keys = shown(history, ['diff', 'HEAD~1'])
      .rows.filter(({ depth }) => depth === 0)
      .map(({ key }) => key);
    expect(keys).toContain('b c.txt');
  });
});

describe('lines of a hunk', () => {
  const PATCH = [
    'diff --git a/x b/x',
    '--- a/x',
    '+++ b/x',
    '@@ -1,4 +1,4 @@',
    ' keep',
    '--- a/looks like a header',
    '+++ b/looks like a header',
    ' commit 1234567890123456789012345678901234567890',
    '-diff --git a/y b/y',
    '+diff --git a/z b/z',
    '@@ -10 +10 @@ further down',
    '-a',
    '+b',
  ].join('\n');

  test('may look like headers', () => {
    expect(itemsOf(PATCH).map(({ type }) => type)).toEqual([
      'file',
      'hunk',
      ...Array(6).fill('line'),
      'hunk',
      'line',
      'line',
    ]);
  });

  test('have the numbers they have in the files', () => {
    const numbers = itemsOf(PATCH).flatMap(item => (item.type === 'line' ? [[item.old, item.new]] : []));
    expect(numbers).toEqual([
      [1, 1],
      [2, null],
      [null, 2],
      [3, 3],
      [4, null],
      [null, 4],
      [10, null],
      [null, 10],
    ]);
  });

  test('stand beside what they replace', () => {
    const { rows } = render('diff', PATCH, { ...PLAIN, sideBySide: true });
    expect(rows.map(({ text }) => text)).toContain('-a\n+b');
    expect(rows).toHaveLength(8);
  });

  test('end where the header said, and what follows is not lost', () => {
    const document = render('diff', `${PATCH}\n+one too many\nand more`, PLAIN);
    expect(document.rows.slice(-2).map(({ text }) => text)).toEqual(['+one too many', 'and more']);
  });
});

describe('a conflict', () => {
  test('is read from both sides', () => {
    const repository = newRepository(folder, 'conflict');
    commit(repository, { f: 'one\ntwo\nthree\n' });
    git(repository, 'checkout', '-qb', 'other');
    commit(repository, { f: 'one\nTWO\nthree\n' });
    git(repository, 'checkout', '-q', 'main');
    commit(repository, { f: 'one\n2\nthree\n' });
    stopping(repository, 'merge', 'other');
    const output = git(repository, 'diff');
    expect(output).toContain('@@@');
    const items = itemsOf(output);
    expect(items.filter(({ type }) => type === 'plain')).toEqual([]);
    expect(items.find(({ type }) => type === 'hunk')).toMatchObject({ sides: 2 });
    const last = items.at(-1);
    expect(last).toMatchObject({ type: 'line', kind: 'context', text: '  three', old: 3, new: 7 });
    write(repository, { f: 'one\nboth\nthree\n' });
    expect(textOf(shown(repository, ['diff']))).toContain('++both');
  });
});

describe('changed words', () => {
  const marked = (before: string, after: string) =>
    changedWords(before, after)?.map(stretches => stretches.filter(({ changed }) => changed).map(({ text }) => text));

  test.each([
    ['let x = 1;', 'const x = 1;', [['let'], ['const']]],
    ['a(b, c)', 'a(b, d, c)', [[], [' d,']]],
    [
      'one two three four',
      'one 2 three 4',
      [
        ['two', 'four'],
        ['2', '4'],
      ],
    ],
  ])('%s → %s', (before, after, expected) => {
    const found = marked(before, after);
    expect(found?.map(words => words.join('|').trim())).toEqual(expected.map(words => words.join('|').trim()));
  });

  test('are not marked when nearly all changed', () => {
    expect(changedWords('something else entirely', 'no word in common')).toBeNull();
  });

  test('put together again are the lines', () => {
    const [before, after] = ['  foo(bar, baz) // tail', '  foo(qux, baz) // tail'];
    expect(changedWords(before, after)?.map(stretches => stretches.map(({ text }) => text).join(''))).toEqual([
      before,
      after,
    ]);
  });

  test('are looked for in the line that took the place', () => {
    const items = itemsOf('diff --git a/x b/x\n@@ -1,3 +1,2 @@\n-a\n-b\n-c\n+A\n+B');
    const pairs = [...partnersOf(items)].map(([from, to]) => `${from.text}${to.text}`);
    expect(pairs).toEqual(['-a+A', '+A-a', '-b+B', '+B-b']);
  });
});
