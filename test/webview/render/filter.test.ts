import { describe, expect, test } from 'vitest';
import { filterLines } from '../../../src/core/panels/filter.ts';
import { parseFilter } from '../../../webview/render/filter.ts';
import { costOf } from '../../../webview/render/filter-cost.ts';
import fc from '../../support/fast-check.ts';

const LINES = ['Alpha beta', 'alphabet', 'gamma /x/', 'a+b', '', 'Ünïcode'];

describe('a filter', () => {
  test.each([
    'alpha',
    'ALPHA',
    '/alpha/',
    '/alpha/i',
    '/^a.*t$/',
    '/x/',
    '/[/',
    '/(/',
    'a+b',
    '/',
    '//',
    '/ü/iu',
    '/a|g/',
  ])('%s finds what it finds for a model', text => {
    const filter = parseFilter(text);
    const model = filterLines(LINES, text);
    expect(filter.ok).toBe(model.ok);
    if (filter.ok && model.ok) expect(LINES.filter(line => filter.test(line))).toEqual(model.lines);
  });

  test('says what is wrong with it and what to do', () => {
    expect(parseFilter('/(/')).toMatchObject({ ok: false, message: expect.stringMatching(/[^.]\. Use plain text/) });
  });

  test('gives up once its time is spent, and says so', () => {
    let clock = 0;
    const filter = parseFilter('/a/', () => (clock += 100));
    expect(filter.ok && [filter.test('a'), filter.problem()]).toEqual([true, null]);
    expect(filter.ok && [filter.test('a'), filter.test('a'), filter.test('a')]).toEqual([true, true, false]);
    expect(filter.ok && filter.problem()).toContain('takes too long');
  });
});

describe('patterns that could run for ever', () => {
  test.each([
    '(a+)+$',
    '(a|a)*$',
    '(a*)*b',
    '((a)|b)+',
    '(a+){2,}b',
    '(?:a|ab)*c',
    '(\\w+\\s?)*$',
    '(a)\\1*',
    '(?<x>a)\\k<x>',
    '(a?){25}a{25}',
    '.*.*.*.*x',
    'a?'.repeat(30),
    '(?:(?:a?)+)b',
  ])('%s is refused', source => {
    expect(costOf(source)).toEqual({ ok: false });
  });

  test.each([
    'foo.*bar',
    '^fix(es)?',
    'a|b|c',
    '[(+*]+',
    '\\(a\\+\\)',
    '\\d{4}-\\d{2}',
    'feat(\\(.*\\))?:',
    '(?:abc)+',
    'x{1,3}y?',
  ])('%s is not', source => {
    expect(costOf(source).ok).toBe(true);
  });

  test('those that are let through are soon done with the worst line they get', () => {
    const atom = fc.constantFrom('a', '.', '\\w', '[ab]', '(a)', '(?:ab)', '(a|b)', '(a+)', '(?:a?b)');
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{2,}', '{0,3}', '*?');
    const pattern = fc
      .array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 5 })
      .map(parts => `${parts.flat().join('')}!`);
    fc.assert(
      fc.property(pattern, source => {
        const cost = costOf(source);
        if (!cost.ok) return;
        // A pattern that is not done after this never comes back, and the test with it.
        expect(new RegExp(source).test('a'.repeat(Math.min(cost.longest, 1_000)))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
