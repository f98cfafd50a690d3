import { expect, it } from 'vitest';
import { moved } from '../../../src/vscode/github/saved-panels.ts';

it('moves an entry by one, and neither past an end nor out of nowhere', () => {
  const list = ['a', 'b', 'c'];
  expect(moved(list, 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(list, 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moved(list, 0, -1)).toEqual(list);
  expect(moved(list, 2, 1)).toEqual(list);
  expect(moved(list, 7, -1)).toEqual(list);
});
