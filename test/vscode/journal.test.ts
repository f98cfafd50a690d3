import { expect, it } from 'vitest';
import type { Entry } from '../../src/core/writes/journal/storage/entry.ts';
import { badgeOf } from '../../src/vscode/journal/journal-tree.ts';
import { entryText, idOf, narrowedText, nodesOf } from '../../src/vscode/journal/nodes.ts';

const repository = { root: '/r', name: 'r', gitDirectory: '/r/.git', commonDirectory: '/r/.git', workTree: '/r' };
const entry = (id: string, more: Partial<Entry> = {}) => ({
  ...{ id, group: null, time: 0, origin: 'chat', command: `git ${id}`, undoes: null, outcome: 'ok' },
  ...{ before: [], after: [], files: [], sentTo: [], changes: [], reverts: [], notSaved: [], ...more },
});
const nodes = (...entries: ReturnType<typeof entry>[]) => nodesOf(repository, entries as unknown as Entry[]);

it('what was undone is told from what was undone and then brought back', () => {
  const undone = nodes(entry('c', { undoes: 'b' }), entry('b', { undoes: 'a' }), entry('a'));
  expect(undone.map(node => node.kind === 'entry' && node.undone)).toEqual([false, true, false]);
});

it.each(['failed', 'interrupted', 'pending'] as const)(
  'an undo that %s leaves the entry as it is, with its Undo',
  outcome => {
    const [undo, undone] = nodes(entry('b', { undoes: 'a', outcome }), entry('a'));
    expect([undo, undone].map(node => node?.kind === 'entry' && node.undone)).toEqual([false, false]);
  },
);

it('what was undone in part is called so and keeps its Undo, until the rest comes back', () => {
  const part = entry('b', { undoes: 'a', inPart: true });
  const [, node] = nodes(part, entry('a'));
  expect(node).toMatchObject({ undone: true, inPart: true });
  expect(node?.kind === 'entry' && entryText(node)).toContain('A part of it has since been undone.');
  expect(nodes(entry('c', { undoes: 'a' }), part, entry('a')).at(-1)).toMatchObject({ undone: true, inPart: false });
  const [plan] = nodes(part, entry('d', { group: 'g', undoes: null }), entry('a', { group: 'g' })).slice(1);
  expect(plan && idOf(plan)).toBe('d');
});

it('a plan is one node; it is undone by one of it that is not undone yet', () => {
  const [plan, single] = nodes(entry('c', { group: 'g' }), entry('b', { group: 'g' }), entry('a', { group: 'of one' }));
  expect(plan).toMatchObject({ kind: 'group', group: 'g', children: [{ alone: false }, { alone: false }] });
  expect(single).toMatchObject({ kind: 'entry', alone: true });
  expect(plan && idOf(plan)).toBe('c');
});

it('a document has everything an entry says', () => {
  const [node] = nodes(entry('push', { changes: ['main moved'], reverts: ['git push -f'], notSaved: ['big.bin'] }));
  const text = node?.kind === 'entry' ? entryText(node) : '';
  for (const words of ['git push\n', 'in /r', 'main moved', 'git push -f', 'big.bin']) expect(text).toContain(words);
});

it('a search leaves whole plans and whether they were undone', () => {
  const entries = [entry('u', { undoes: 'b' }), entry('c', { group: 'g' }), entry('b', { group: 'g' }), entry('a')];
  const found = nodesOf(repository, entries as unknown as Entry[], { search: 'git b' });
  expect(found).toMatchObject([{ kind: 'group', children: [{ undone: false }, { undone: true }] }]);
  expect(narrowedText({ search: ' b ', filter: 'agents' })).toBe('Only: By agents · b');
  expect(narrowedText({ filter: 'all' })).toBe('');
});

it('the badge counts what waits for the person, else what runs', () => {
  expect(badgeOf({ waiting: 0, running: 0 })).toBeUndefined();
  expect(badgeOf({ waiting: 0, running: 1 })).toEqual({ value: 1, tooltip: 'Sluice: 1 command is running' });
  expect(badgeOf({ waiting: 2, running: 1 })).toEqual({ value: 2, tooltip: 'Sluice: 2 waiting for you' });
});
