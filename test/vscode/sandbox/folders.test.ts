import { describe, expect, it } from 'vitest';
import type { SandboxFile } from '../../../src/core/sandbox/files/state.ts';
import { addressOf } from '../../../src/vscode/sandbox/addresses.ts';
import { changesBetween, entriesOf } from '../../../src/vscode/sandbox/folders.ts';
import { reviewText } from '../../../src/vscode/sandbox/review-comments.ts';

const file = (modified: number): SandboxFile => ({ sha256: 'a'.repeat(64), size: 1, mode: '100644', modified });
const entries = (files: Readonly<Record<string, number>>, empty: readonly string[] = ['/workspace']) =>
  entriesOf(new Map(Object.entries(files).map(([path, modified]) => [path, file(modified)])), empty);
const told = (before: ReturnType<typeof entries>, after: ReturnType<typeof entries>) =>
  changesBetween(before, after).map(({ kind, path }) => `${kind} ${path}`);

describe('the folders of a sandbox', () => {
  it('are those its files are in, as old as the newest of them, and the workspace also when it is empty', () => {
    expect([...entries({}).keys()].sort()).toEqual(['', '/workspace']);
    const all = entries({ '/workspace/a/b/c.md': 5, '/workspace/a/d.md': 9 });
    expect(all.get('/workspace/a')).toEqual({
      ...{ kind: 'folder', modified: 9 },
      children: new Map([
        ['b', 'folder'],
        ['d.md', 'file'],
      ]),
    });
    expect(all.get('/workspace/a/b')).toMatchObject({ modified: 5 });
  });

  it('what has changed between two states is told folder before file, and a file in the place of a folder as gone and come', () => {
    expect(told(entries({}), entries({ '/workspace/a/b.md': 1 }))).toEqual([
      'created /workspace/a',
      'created /workspace/a/b.md',
    ]);
    expect(told(entries({ '/workspace/a': 1 }), entries({ '/workspace/a': 2 }))).toEqual(['changed /workspace/a']);
    expect(told(entries({ '/workspace/a/b': 1 }), entries({ '/workspace/a': 2 }))).toEqual([
      'deleted /workspace/a',
      'deleted /workspace/a/b',
      'created /workspace/a',
    ]);
  });
});

it.each([
  ['/', { name: undefined, path: '' }],
  ['/chat', { name: 'chat', path: '' }],
  ['/chat/', { name: 'chat', path: '' }],
  ['/mcp-1/workspace/a.md', { name: 'mcp-1', path: '/workspace/a.md' }],
  ['/workspace', { name: 'chat', path: '/workspace' }],
  ['/workspace/docs/a.md', { name: 'chat', path: '/workspace/docs/a.md' }],
])('sluice-sandbox:%s is %j', (path, address) => {
  expect(addressOf({ path })).toEqual(address);
});

it('a rejection has the reason first, then every comment with its place', () => {
  const at = { sandbox: 'chat', commit: 'id', body: 'why?\nsay more' } as const;
  expect(
    reviewText('No.', [
      { ...at, path: '/workspace/b.md', line: 2, side: 'after' },
      { ...at, path: '/workspace/a.md', line: 9, side: 'before', body: 'keep it' },
    ]),
  ).toBe(
    [
      'No.',
      'Comments of the person:',
      '/workspace/a.md, line 9 as it was: keep it',
      '/workspace/b.md, line 2: why?\n  say more',
    ].join('\n'),
  );
});
