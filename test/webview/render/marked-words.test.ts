import { describe, expect, test } from 'vitest';
import { markedWords, withSigns, wordModeOf } from '../../../webview/render/diff/marked-words.ts';
import { PLAIN, render } from './fixture.ts';

const command = (...args: string[]) => ({ program: 'git', subcommand: 'diff', args }) as const;
const HEAD = ['diff --git a/a.ts b/a.ts', '--- a/a.ts', '+++ b/a.ts', '@@ -1,2 +1,3 @@'];

describe('--word-diff', () => {
  test('has its words marked, with their signs', () => {
    expect(markedWords('one [-two-]{+2+} three')).toEqual([
      { text: 'one ', kind: null },
      { text: '[-two-]', kind: 'removed' },
      { text: '{+2+}', kind: 'added' },
      { text: ' three', kind: null },
    ]);
  });

  test('keeps all of its lines in their hunk, and counts them', () => {
    const text = [...HEAD, 'one [-two-]{+2+}', 'abcdef1 no commit', '{+four+}', 'diff --git a/b b/b', ''].join('\n');
    const { rows } = render('diff', text, PLAIN, command('--word-diff'));
    expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 2, 2, 2, 0]);
    expect(rows[2]?.text).toBe('one [-two-]{+2+}');
  });

  test('in pieces is added and removed pieces', () => {
    const text = [...HEAD, ' one ', '-two', '+2', '~', ''].join('\n');
    const { rows } = render('diff', text, PLAIN, command('--word-diff=porcelain'));
    expect(rows.slice(2).map(({ text }) => text)).toEqual([' one ', '-two', '+2', '~']);
  });

  test.each([
    [['--word-diff'], 'plain'],
    [['--color-words'], 'plain'],
    [['--color-words=[a-z]+'], 'plain'],
    [['--word-diff=porcelain'], 'porcelain'],
    [['--word-diff', '--no-word-diff'], null],
    [['--word-diff=none'], null],
    [['--stat'], null],
  ] as const)('%j is %s', (args, mode) => expect(wordModeOf(args)).toBe(mode));
});

describe('--color-words', () => {
  const printed = '\x1b[1mdiff --git a/a b/a\x1b[m\none \x1b[31mtwo\x1b[m\x1b[32m2\x1b[m\n';
  test('has signs where it had colours only', () => {
    expect(withSigns(printed, ['--color-words'])).toBe('diff --git a/a b/a\none [-two-]{+2+}\n');
  });

  test('is the only one: colours that were not asked for are shown as what they are', () => {
    expect(withSigns(printed, ['--stat'])).toBe(printed);
  });
});
