import { describe, expect, it } from 'vitest';
import {
  hasInvisible,
  spellOutInvisible,
  spellOutMisleading,
  splitInvisible,
} from '../../src/shared/invisible-characters.ts';

const show = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Written down by hand, from the lists that spoofing uses, so that the properties behind the table are checked. */
const SHOWS_NOTHING = [
  0x00,
  0x0a,
  0x1b,
  0x7f,
  0x85,
  0xa0,
  0xad,
  0x34f,
  0x61c,
  0x6dd,
  0x70f,
  0x8e2,
  0x115f,
  0x1160,
  0x1680,
  0x17b4,
  0x17b5,
  0x180b,
  0x180c,
  0x180d,
  0x180e,
  0x180f,
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x206f),
  0x2800,
  0x3000,
  0x3164,
  ...range(0xfe00, 0xfe0f),
  0xfeff,
  0xffa0,
  0xfff0,
  0xfff9,
  0xfffb,
  0xfffc,
  0x13430,
  0x13441,
  0x13442,
  0x16fe4,
  0x1bca0,
  0x1d159,
  ...range(0x1d173, 0x1d17a),
  0xe0001,
  ...range(0xe0020, 0xe007f),
  0xe0100,
  0xe01ef,
  0xe000,
  0xf8ff,
  0xf0000,
  0xd800,
];

describe('a character that shows nothing', () => {
  it.each(SHOWS_NOTHING.map(code => [show(code), code] as const))('%s is spelled out', (_, code) => {
    const text = `git push${String.fromCodePoint(code)}origin`;
    expect(hasInvisible(text)).toBe(true);
    expect(spellOutInvisible(text)).toMatch(/^git push\\(?:[nrb]|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\})origin$/);
    expect(
      splitInvisible(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is a mark with nothing to stand on, or one of a pile', () => {
    expect(spellOutInvisible('a \u0338b /\u20e0')).toBe('a \\u0338b /\\u20e0');
    expect(spellOutInvisible('e\u0301\u0301\u0301\u0301\u0301')).toBe('e\u0301\u0301\u0301\\u0301\\u0301');
  });
});

describe('what is what it seems', () => {
  it.each([
    'git commit -m "naïve café – Ünïcödé"',
    'Füße, 日本語、한국어, العربية, עברית, हिन्दी, ไทย, தமிழ்',
    'e\u0301 and n\u0303',
    'a\ttab and  two blanks',
    '❤\ufe0f and 👍',
    '+ - / \\ : . ~ ^ @ = * \' "',
  ])('stays: %s', text => expect(spellOutInvisible(text)).toBe(text));

  it.each([
    'git commit -m "don’t – stop: “quoted” words"',
    'Привет, мир; αβγ; 修复：（一）',
    'git log a..b -- src/core/*.ts',
  ])('also of a command: %s', text => expect(spellOutMisleading(text)).toBe(text));
});

describe('a look-alike of what git reads', () => {
  it.each([
    ['git push origin \u2010\u2010dry-run', 'git push origin \\u2010\\u2010dry-run'],
    ['git push origin \u2013n', 'git push origin \\u2013n'],
    ['git push origin \uff0btopic', 'git push origin \\uff0btopic'],
    ['git rm src\u2215core', 'git rm src\\u2215core'],
    ['git rm src\u2044core', 'git rm src\\u2044core'],
    ['git rm \u2024\u2024/core', 'git rm \\u2024\\u2024/core'],
    ["git commit -m 'x\u2019 --dry-run \u2019'", "git commit -m 'x\\u2019 --dry-run \u2019'"],
    ['git push origin m\u0430in', 'git push origin m\\u0430in'],
    ['git push origin rele\u03b1se', 'git push origin rele\\u03b1se'],
    [`git commit -m 'x${' '.repeat(300)}' --amend`, "git commit -m 'x\\x20{300}' --amend"],
    [`git commit -m 'x\u00a0--amend'`, "git commit -m 'x\\xa0--amend'"],
  ])('%j is spelled out', (text, shown) => expect(spellOutMisleading(text)).toBe(shown));
});

describe('C7 every character of Unicode', () => {
  const all = (pattern: RegExp) =>
    range(0x80, 0x10ffff)
      .filter(code => code < 0xd800 || code > 0xdfff)
      .filter(code => pattern.test(String.fromCodePoint(code)));

  it.each([
    ['that a font may leave out', /\p{Default_Ignorable_Code_Point}/u],
    ['that is a blank or ends a line', /\p{White_Space}|\p{Z}/u],
    ['that controls or formats', /\p{Cc}|\p{Cf}/u],
    ['that is none, and nobody can name', /\p{Noncharacter_Code_Point}/u],
    ['that is private', /\p{Co}/u],
    ['that turns the direction of text', /\p{Bidi_Control}/u],
    ['that chooses a variant', /\p{Variation_Selector}/u],
  ])('%s is spelled out', (_, pattern) => {
    const codes = all(pattern);
    expect(codes.length).toBeGreaterThan(0);
    const shown = codes.filter(
      code => spellOutMisleading(`a${String.fromCodePoint(code)}b`) === `a${String.fromCodePoint(code)}b`,
    );
    expect(shown.map(show)).toEqual([]);
  });
});
