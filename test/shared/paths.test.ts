import { expect, it } from 'vitest';
import { isWithin } from '../../src/shared/paths.ts';

it.each([
  ['/work', '/work', true],
  ['/work', '/work/', true],
  ['/work', '/work/a/b', true],
  ['/', '/anything', true],
  ['/work', '/workshop', false],
  ['/work', '/', false],
  ['/work', '/work/../etc', false],
  ['/work/a/..', '/work/b', true],
  ['/work', '/work/..hidden', true],
  ['/Work', '/work/a', false],
  ['/work', '/work\\..\\etc', false],
  ['C:\\work', 'C:\\work\\a', true],
  ['C:\\Work', 'c:/work/a', true],
  ['C:\\work', 'D:\\work\\a', false],
  ['C:\\work', 'C:\\work\\..\\etc', false],
  ['C:\\', 'C:\\a', true],
  ['\\\\server\\share', '\\\\server\\share\\a', true],
  ['\\\\server\\share', '\\\\server\\other', false],
])('isWithin(%j, %j) is %j', (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});
