import { describe, expect, it } from 'vitest';
import { fromResultPage } from '../../src/protocol/from-result-page.ts';
import { fromStatusPage } from '../../src/protocol/from-status-page.ts';

const ID = '4f2a91c';

describe('the host takes from a result panel', () => {
  it.each([
    { type: 'ready' },
    { type: 'link', kind: 'path', value: 'src/a.ts', line: 12 },
    { type: 'copy', text: '' },
    { type: 'commits', commits: Array.from({ length: 500 }, () => ID) },
  ])('$type', message => {
    expect(fromResultPage.parse(message)).toEqual(message);
  });

  it.each([
    ['an act it does not know', { type: 'run', command: 'git push' }],
    ['a link of another kind', { type: 'link', kind: 'command', value: 'x' }],
    ['a link to nothing', { type: 'link', kind: 'url', value: '' }],
    ['a link that is too long', { type: 'link', kind: 'url', value: 'x'.repeat(4097) }],
    ['a line before the first', { type: 'link', kind: 'path', value: 'x', line: 0 }],
    ['an option for an id', { type: 'commits', commits: ['--all'] }],
    ['more ids than a message may hold', { type: 'commits', commits: Array.from({ length: 501 }, () => ID) }],
  ])('not %s', (_, message) => {
    expect(fromResultPage.safeParse(message).success).toBe(false);
  });

  it('no more than a message says', () => {
    expect(fromResultPage.parse({ type: 'refresh', args: ['push'] })).toEqual({ type: 'refresh' });
  });
});

describe('the host takes from the status view', () => {
  it.each([
    { type: 'ready' },
    { type: 'open-diff', path: 'src/a.ts' },
    { type: 'operate', kind: 'rebase', action: 'skip' },
    { type: 'toggle', setting: 'showLogs', on: true },
    { type: 'commit', id: ID },
    { type: 'help', reason: 'bare' },
  ])('$type', message => {
    expect(fromStatusPage.parse(message)).toEqual(message);
  });

  it.each([
    ['an operation of its own', { type: 'operate', kind: 'push', action: 'continue' }],
    ['an action of its own', { type: 'operate', kind: 'merge', action: '--force' }],
    ['a file without a name', { type: 'open-file', path: '' }],
    ['another setting', { type: 'toggle', setting: 'git.path', on: true }],
    ['an option for an id', { type: 'commit', id: '--all' }],
  ])('not %s', (_, message) => {
    expect(fromStatusPage.safeParse(message).success).toBe(false);
  });
});
