import { describe, expect, it } from 'vitest';
import { timeoutFor } from '../../../src/core/git/timeouts.ts';
import { commandOf } from '../../support/verdict-of.ts';

describe('4.4 timeouts', () => {
  it.each([
    ['git status', 30],
    ['git stash push', 30],
    ['gh pr list', 60],
    ['gh repo view clone', 60],
    ['git clone x', 300],
    ['git -C sub fetch', 300],
    ['git pull', 300],
    ['git push --force', 300],
    ['gh repo clone o/r', 300],
    ['gh -R pr/checkout pr checkout 1', 300],
    ['gh pr -R checkout/x list', 60],
    ['gh pr -R list/x checkout 1', 300],
    ['gh --repo repo/x repo clone o/r', 300],
  ])('4.4 %s has %i s', (line, seconds) => {
    expect(timeoutFor(commandOf(line))).toBe(seconds * 1000);
  });

  it.each([
    [0, 1],
    [-5, 1],
    [1, 1],
    [90, 90],
    [3600, 3600],
    [99_999, 3600],
    [Number.POSITIVE_INFINITY, 3600],
    [Number.NaN, 30],
    [undefined, 30],
  ])('4.4 a setting of %j means %i s', (git, seconds) => {
    expect(timeoutFor(commandOf('git log'), { git })).toBe(seconds * 1000);
  });

  it('4.4 each kind has its own setting', () => {
    const settings = { git: 2, gh: 3, transfer: 4 };
    const lines = [commandOf('git log'), commandOf('gh pr list'), commandOf('git push')];
    expect(lines.map(each => timeoutFor(each, settings))).toEqual([2000, 3000, 4000]);
  });
});
