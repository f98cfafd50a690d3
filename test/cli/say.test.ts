import { expect, it } from 'vitest';
import { sayProgress } from '../../src/cli/say.ts';

function saidOn(isTTY: boolean, total: number): string {
  const said: string[] = [];
  const stream = { isTTY, write: (text: string) => said.push(text) > 0 };
  for (const done of [0, total / 2, total]) sayProgress({ done, total }, stream);
  return said.join('');
}

it('an undo of many files says on one line of the terminal how far it is, and how to stop it', () => {
  const line = (done: number) => `\rUndone: ${done} of 1000 files. Ctrl+C stops.`;
  expect(saidOn(true, 1000)).toBe(`${line(0)}${line(500)}${line(1000)}\n`);
});

it('says nothing of a few files, or where nobody looks', () => {
  expect(saidOn(true, 20)).toBe('');
  expect(saidOn(false, 1000)).toBe('');
});
