import { describe, expect, test } from 'vitest';
import { languageOf, tokensIn } from '../../../webview/render/diff/syntax.ts';
import fc from '../../support/fast-check.ts';

const coloured = (path: string, text: string) => {
  const language = languageOf(path);
  if (language === null) throw new Error(`${path} has no language`);
  return tokensIn(text, language).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`);
};

describe('tokens of a line', () => {
  test.each([
    [
      'src/a.ts',
      "const x = 'it\\'s' + 12; // done",
      ['keyword const', "string 'it\\'s'", 'number 12', 'comment // done'],
    ],
    ['a.go', ' * goes on', ['comment  * goes on']],
    ['x.rs', 'x * y', []],
    ['a.py', 'def f(x): # "no string"', ['keyword def', 'comment # "no string"']],
    ['a.json', '{"a": [1, true]}', ['string "a"', 'number 1', 'keyword true']],
    ['Makefile', 'all: # everything', ['comment # everything']],
    ['a.css', 'a { /* b */ }', ['comment /* b */']],
    ['q.sql', 'SELECT 1 -- one', ['keyword SELECT', 'number 1', 'comment -- one']],
    ['a.ts', 'gate.delete(...new Set())', ['keyword new']],
    ['a.ts', 'format("// no comment")', ['string "// no comment"']],
  ])('%s: %s', (path, text, tokens) => expect(coloured(path, text)).toEqual(tokens));

  test('there are none in a file of unknown kind', () => {
    expect(['LICENSE', 'a.bin', 'photo.png', 'src.d/x'].map(languageOf)).toEqual([null, null, null, null]);
  });

  test('they follow each other and lie within the line, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', "'", '\\', '/', '*', '#', 'a', '1', '`', ' ', '<', '-') }),
        text => {
          for (const path of ['a.ts', 'a.py', 'a.html', 'a.sql', 'a.json']) {
            const language = languageOf(path);
            let at = 0;
            for (const { start, end } of language === null ? [] : tokensIn(text, language)) {
              expect(start >= at && end > start && end <= text.length).toBe(true);
              at = end;
            }
          }
        },
      ),
    );
  });
});
