import { describe, expect, test } from 'vitest';
import { heatOf } from '../../../webview/render/blame/heat.ts';
import { parseBlame } from '../../../webview/render/blame/parse.ts';
import { git, temporaryFolder } from '../../core/git/support.ts';
import { commit, newRepository } from '../../core/repository/support.ts';

const repository = newRepository(temporaryFolder());
commit(repository, { 'a b.txt': 'one (1) x\ntwo\n' }, 'First');
commit(repository, { 'a b.txt': 'one (1) x\n2 2) y\nthree\n' }, 'Second');

describe('blame', () => {
  const CONTENT = ['one (1) x', '2 2) y', 'three'];

  test.each(
    [
      [],
      ['-e'],
      ['-s'],
      ['-f'],
      ['-n'],
      ['-l'],
      ['--date=short'],
      ['--date=relative'],
      ['--date=rfc'],
      ['--date=iso-strict'],
      ['--date=default'],
      ['--date=unix'],
      ['--porcelain'],
      ['--line-porcelain'],
    ].map(options => [options]),
  )('with %j tells every line, its commit and who wrote it', options => {
    const lines = parseBlame(git(repository, 'blame', ...options, 'a b.txt')) ?? [];
    const told = lines.map(line => (typeof line === 'string' ? line : line.content));
    expect(told).toEqual(CONTENT);
    const ids = git(repository, 'log', '--format=%H', '--reverse').trim().split('\n');
    lines.forEach((line, i) => {
      if (typeof line === 'string') throw new Error(line);
      expect(ids[i === 0 ? 0 : 1]?.startsWith(line.commit)).toBe(true);
      expect(line.number).toBe(i + 1);
      if (options[0] === '-s') return;
      expect(line.author).toBe(options[0] === '-e' ? '<ada@example.com>' : 'Ada');
      expect(line.date).not.toBe('');
      expect(line.time).not.toBeNull();
    });
  });

  test('puts ages into five classes', () => {
    const heat = heatOf([0, 50, 100, null]);
    expect([0, 19, 20, 50, 99, 100, null].map(heat)).toEqual([0, 0, 1, 2, 4, 4, 0]);
    expect(heatOf([7, 7])(7)).toBe(4);
  });
});
