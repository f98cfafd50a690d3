import { expect, it } from 'vitest';
import { isWithin } from '../../src/shared/paths.ts';

it.each([
  ['/project', '/project', true],
  ['/project', '/project/', true],
  ['/project', '/project/a/b', true],
  ['/', '/anything', true],
  ['/project', '/projector', false],
  ['/project', '/', false],
  ['/project', '/project/../etc', false],
  ['/project/a/..', '/project/b', true],
  ['/project', '/project/..hidden', true],
  ['/Project', '/project/a', false],
  ['/project', '/project\\..\\etc', false],
  ['C:\\project', 'C:\\project\\a', true],
  ['C:\\Project', 'c:/project/a', true],
  ['C:\\project', 'D:\\project\\a', false],
  ['C:\\project', 'C:\\project\\..\\etc', false],
  ['C:\\', 'C:\\a', true],
  ['\\\\server\\share', '\\\\server\\share\\a', true],
  ['\\\\server\\share', '\\\\server\\other', false],
])('isWithin(%j, %j) is %j', (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});
