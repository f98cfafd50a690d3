import { expect, it } from 'vitest';
import { plural } from '../../src/shared/plural.ts';

it('one is one, none and more are many', () => {
  expect([0, 1, 2].map(n => plural(n, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
});
