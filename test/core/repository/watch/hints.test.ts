import { expect, it } from 'vitest';
import { gatherHints } from '../../../../src/core/repository/watch/hints.ts';

const many = Array.from({ length: 60 }, (_, i) => `a/${i}`);

it.each<[string, (readonly string[] | undefined)[], readonly string[] | undefined]>([
  ['none', [], []],
  ['each path once', [['a'], ['b', 'a']], ['a', 'b']],
  ['what one does not know nobody knows', [['a'], undefined, ['b']], undefined],
  ['the same many again', [many, many], many],
  ['too many', [many, many.map(path => `b/${path}`), ['c']], undefined],
])('%s', (_, added, taken) => {
  const hints = gatherHints();
  for (const paths of added) hints.add(paths);
  expect(hints.take()).toEqual(taken);
  hints.add(['later']);
  expect(hints.take()).toEqual(['later']);
});
