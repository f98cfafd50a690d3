import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/core/command/command.ts';
import { timeoutFor } from '../../../src/core/git/timeouts.ts';

const command = (line: string, subcommand: string) => {
  const [program, ...args] = line.split(' ');
  return { program: program as Program, args, subcommand };
};

describe('4.4 timeouts', () => {
  it.each([
    ['git status', 'status', 30],
    ['git stash push', 'stash', 30],
    ['gh pr list', 'pr', 60],
    ['gh repo view clone', 'repo', 60],
    ['git clone x', 'clone', 300],
    ['git -C sub fetch', 'fetch', 300],
    ['git pull', 'pull', 300],
    ['git push --force', 'push', 300],
    ['gh repo clone o/r', 'repo', 300],
  ])('4.4 %s (%s) has %i s', (line, subcommand, seconds) => {
    expect(timeoutFor(command(line, subcommand))).toBe(seconds * 1000);
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
    expect(timeoutFor(command('git log', 'log'), { git })).toBe(seconds * 1000);
  });

  it('4.4 each kind has its own setting', () => {
    const settings = { git: 2, gh: 3, transfer: 4 };
    const lines = [command('git log', 'log'), command('gh pr list', 'pr'), command('git push', 'push')];
    expect(lines.map(each => timeoutFor(each, settings))).toEqual([2000, 3000, 4000]);
  });
});
