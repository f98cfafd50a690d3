import { describe, expect, it } from 'vitest';
import { FILTERS, findEntries } from '../../../src/core/writes/journal/find-entries.ts';
import type { Entry } from '../../../src/core/writes/journal/storage/entry.ts';

const entry = (id: string, more: Partial<Entry>): Entry =>
  ({
    ...{ id, origin: 'palette', command: 'git status', before: [], after: [], files: [], changes: [], sentTo: [] },
    ...more,
  }) as unknown as Entry;

const snapshot = { head: 'ref: refs/heads/Feature', refs: { 'refs/heads/other': 'x' } };

const entries = [
  entry('1', { command: 'git merge Side' }),
  entry('2', { origin: 'view', label: 'Before the merge', checkpoint: true }),
  entry('3', { origin: 'cli' }),
  entry('4', { origin: 'cli', actor: 'nightly' }),
  entry('5', { origin: 'mcp', sentTo: ['origin'] }),
  entry('6', { origin: 'agent', actor: 'claude', files: [{ 'src/Deep/a.ts': { before: null, after: null } }] }),
  entry('7', { origin: 'foreign', before: [snapshot] as unknown as Entry['before'], changes: ['deleted branch gone'] }),
  entry('8', { origin: 'chat' }),
];

const ids = (...search: Parameters<typeof findEntries> extends [unknown, ...infer Rest] ? Rest : never) =>
  findEntries(entries, ...search)
    .map(({ id }) => id)
    .join('');

describe('8.10 finding entries of the journal', () => {
  it('filters by whose they are, where they went, and labels', () => {
    expect(Object.fromEntries(FILTERS.map(filter => [filter, ids({ filter })]))).toEqual({
      all: '12345678',
      mine: '123',
      agents: '4568',
      foreign: '7',
      remote: '5',
      labelled: '2',
    });
  });

  it.each([
    ['merge', '12'],
    ['MERGE  side', '1'],
    ['before merge', '2'],
    ['deep a.ts', '6'],
    ['feature', '7'],
    ['other', '7'],
    ['gone', '7'],
    ['claude', '6'],
    ['merge claude', ''],
    ['', '12345678'],
  ])('finds %j by every word of it', (search, found) => expect(ids({ search })).toBe(found));

  it('finds by both', () => expect(ids({ filter: 'labelled', search: 'merge' })).toBe('2'));
});
