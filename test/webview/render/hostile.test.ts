import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detect } from '../../../webview/render/detect.ts';
import type { Kind } from '../../../webview/render/document.ts';
import fc from '../../support/fast-check.ts';
import { commandForPage } from '../../support/verdict-of.ts';
import { PLAIN, render, textOf } from './fixture.ts';

const KINDS: readonly Kind[] = ['text', 'diff', 'log', 'table', 'bars', 'blame', 'json', 'markdown'];

const HOSTILE: Readonly<Record<string, string>> = {
  'escape sequences': '\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007',
  'turned writing': 'a\u202ecba\u202c b\u2066c\u2069',
  markup: '<script>alert(1)</script>\n<img src=x onerror=alert(1)>',
  'one line of a megabyte': 'x'.repeat(1 << 20),
  'one line of blanks': `* ${' '.repeat(1 << 20)}x`,
  'blanks in a gutter': `abcd1234 (${' '.repeat(1 << 20)}x`,
  'blanks in a gutter without a name': `abcd1234 ${' '.repeat(1 << 20)}x`,
  'blanks before a bar': ` a${' '.repeat(1 << 20)}b\n 1 file changed`,
  'blanks in a folder': `/a${' '.repeat(1 << 20)}b`,
  'blanks in an author': `commit 1234567890123456789012345678901234567890\nAuthor: a${' '.repeat(1 << 20)}b`,
  'ages without end': `abcd1234 (${'1 day '.repeat(1 << 17)}1) x`,
  'opening signs without end': `commit 1234567890123456789012345678901234567890\nAuthor: ${'<'.repeat(1 << 18)}`,
  'one line of brackets': `abcd1234 (${' 1)'.repeat(1 << 18)}`,
  'one line of tabs': 'a\t'.repeat(1 << 19),
  'a quote without an end': `diff --git "${'\\a'.repeat(1 << 19)}`,
  'a list without an end': '['.repeat(1 << 18),
  'a list as deep as can be': '['.repeat(1 << 18) + ']'.repeat(1 << 18),
  'quotes in quotes': '>'.repeat(150_000),
  'stars and lines': 'a**b_'.repeat(30_000),
  'a hunk that lies':
    'diff --git a/x b/x\n@@ -1,99999999999999999999 +1,9 @@\n+a\n@@ -0,0 +0,0 @@\n-b\n\\ No newline\n@@@ -1 -1 @@@\n+c',
  'names of JavaScript': '__proto__=1\nconstructor=2\n{"__proto__": {"toString": 1}}',
  'a record named like an ancestor': '[{"__proto__":1,"constructor":{"name":"x"},"toString":null}]',
  'lone halves of characters': '\ud800 \udc00 a\ud83d',
  'no end of line': 'a\r\nb\rc\u2028d\u2029e\u0085f',
};

describe('hostile text', () => {
  test.each(Object.entries(HOSTILE))('%s is shown by every renderer', (_, text) => {
    for (const kind of KINDS) expect(render(kind, text, PLAIN).rows.length).toBeGreaterThan(0);
  });

  test.each(Object.entries(HOSTILE))('%s loses nothing as text, diff and log', (_, text) => {
    for (const kind of ['text', 'diff', 'log'] as const) expect(textOf(render(kind, text, PLAIN))).toBe(text);
  });

  test('neither what a file holds nor the name of something every object has chooses a renderer', () => {
    expect(detect(commandForPage('git show HEAD:README.md'), '# Title')).toBe('text');
    expect(detect(commandForPage('git constructor'), 'x')).toBe('text');
    expect(detect(commandForPage('gh __proto__ toString'), 'x')).toBe('text');
  });
});

const pieces = fc.constantFrom(
  'diff --git a/x b/x',
  '--- a/x',
  '+++ b/x',
  '@@ -1,2 +1,2 @@',
  '@@@ -1 -1 +1 @@@',
  '+a',
  '-b',
  ' c',
  '\\ No newline at end of file',
  'commit 1234567890123456789012345678901234567890',
  'Author: A <a@b>',
  'Date:   now',
  '',
  '    subject',
  'Merge: a b',
  '* abc1234 x',
  '|\\  ',
  '| * def5678 y',
  '|/  ',
  '*-.   aaa1111 z',
  'abc1234 (HEAD -> main) s',
  ' a | 2 +-',
  '1\t2\tx',
  ' 1 file changed, 2 insertions(+)',
  '^abc1234 (A 2020-01-01 1) code',
  '     3\tA',
  '{"a":1}',
  '[',
  'title:\tx',
  '--',
  '# h',
  '- [ ] t',
  '| a | b |',
  '|---|---|',
  '```',
  'rename from x',
  'Binary files a/x and b/x differ',
  'GIT binary patch',
  '<b>',
  '\u202e\u0000',
);
const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map(lines => lines.join('\n'));

describe('any text', () => {
  test('is rendered as any kind, with a key of its own for each row', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...KINDS), fc.boolean(), (text, kind, sideBySide) => {
        const sort = sideBySide ? { column: 1, descending: true } : null;
        const { rows } = render(kind, text, { ...PLAIN, sideBySide, sort });
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        rows.forEach((row, i) => {
          if (row.heads) expect(kind === 'table' || (rows[i + 1]?.depth ?? 0) > row.depth).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  test('loses no line as text, diff or log', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom<Kind>('text', 'diff', 'log', 'bars'),
        fc.boolean(),
        (text, kind, sideBySide) => {
          const lines = textOf(render(kind, text, { ...PLAIN, sideBySide }))
            .split('\n')
            .toSorted();
          const printed = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').toSorted();
          expect(lines).toEqual(text === '' ? [''] : printed);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('nothing is ever drawn from a string of markup', () => {
  const folder = join(import.meta.dirname, '../../../webview');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(30);
  const forbidden =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|setHTMLUnsafe/;
  expect(
    files.filter(name =>
      forbidden.test(readFileSync(join(folder, name), 'utf8').replaceAll(/^\s*(?:\*|\/\/).*$/gm, '')),
    ),
  ).toEqual([]);
});
