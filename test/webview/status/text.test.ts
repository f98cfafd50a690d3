import { describe, expect, it } from 'vitest';
import { stageOf } from '../../../webview/status/cells.ts';
import { arrowsOf } from '../../../webview/status/header.ts';
import { minusOf, plusOf, short, signed } from '../../../webview/status/short-count.ts';
import { announcement, noticesOf, operationTitle, upstreamTitle } from '../../../webview/status/text.ts';
import { file, status } from '../../gallery/status-states.ts';

describe('counts', () => {
  it('take at most four characters, and a sign', () => {
    const counts = [0, 9, 999, 1000, 9949, 9950, 12_345, 999_499, 999_500, 9_949_999, 12_345_678];
    expect(counts.map(short)).toEqual(['0', '9', '999', '1.0k', '9.9k', '10k', '12k', '999k', '1.0M', '9.9M', '12M']);
    expect([plusOf(3), minusOf(3), signed(-1200), signed(0), signed(5)]).toEqual(['+3', '−3', '−1.2k', '0', '+5']);
  });
});

describe('the upstream', () => {
  it.each([
    [{ ahead: 2, behind: 1 }, '↑2 ↓1', '2 commits ahead of and 1 commit behind origin/main'],
    [{ ahead: 1, behind: 0 }, '↑1', '1 commit ahead of origin/main'],
    [{ ahead: 0, behind: 3 }, '↓3', '3 commits behind origin/main'],
    [{ ahead: 0, behind: 0 }, '', 'Up to date with origin/main'],
    [{ ahead: null, behind: null }, '', 'origin/main (not compared)'],
    [{ upstream: null, ahead: 1, behind: 1 }, '', ''],
  ])('%o', (more, arrows, words) => {
    expect([arrowsOf(status(more)), upstreamTitle(status(more))]).toEqual([arrows, words]);
  });
});

it('names both sides of an operation, and its progress', () => {
  const title = (kind: 'merge' | 'rebase' | 'revert', from: string | null, onto: string | null, step?: number) =>
    operationTitle({ kind, progress: step ? { step, of: 7 } : null, names: { from, onto } }, 'main');
  expect(title('merge', 'feature/conf', null)).toBe('Merging feature/conf into main');
  expect(title('rebase', 'topic', 'next', 3)).toBe('Rebasing topic onto next, 3 of 7');
  expect(title('revert', '0123456', null)).toBe('Reverting 0123456 on main');
  expect(title('merge', null, null)).toBe('Merge in progress');
  expect(title('rebase', null, 'next', 3)).toBe('Rebase in progress, 3 of 7');
});

it('tells of untracked files that are not listed', () => {
  expect(noticesOf(status({ untrackedOmitted: 12_345, notices: ['x'] }))).toEqual([
    '12,345 more untracked files are not listed.',
    'x',
  ]);
  expect(noticesOf(status({ untrackedOmitted: 1 }))).toEqual(['1 more untracked file is not listed.']);
});

it('tells what is staged', () => {
  const words = (staged: string, unstaged: string) => stageOf(file('x', 'Modified', null, { staged, unstaged }))?.title;
  expect([words('M', '.'), words('M', 'M'), words('.', 'M'), words('?', '?'), words('.', '.')]).toEqual([
    'Staged',
    'Staged, with unstaged changes',
    'Not staged',
    'Not staged',
    undefined,
  ]);
});

describe('an announcement', () => {
  const merging = status({
    operations: [{ kind: 'merge', progress: null, names: { from: 'x', onto: null }, actions: ['abort'] }],
  });

  it('tells what began, what ended and how many files there are', () => {
    expect(announcement(null, merging)).toBe('Merging x into main. No changes');
    expect(announcement(merging, status({ files: [file('x')] }))).toBe('No operation in progress. 1 changed file');
    expect(announcement(status(), status({ branch: 'next' }))).toBe('On next');
  });

  it('is silent when nothing is new', () => {
    expect(announcement(merging, merging)).toBe('');
  });
});
