import { expect, it } from 'vitest';
import type { ChangedItem } from '../../../src/core/writes/journal/undo/changed-items.ts';
import { describeRestore } from '../../../src/core/writes/journal/undo/describe-undo.ts';

const item = (part: ChangedItem['part'], name: string): ChangedItem => ({
  ...{ at: 0, part, name, before: '', after: 'x', bundle: null, soft: false, shared: false, byBytes: false },
  key: `${part} ${name}`,
});

it.each([
  ['ref', 'refs/heads/made', 'branch made is removed'],
  ['ref', 'refs/tags/v1', 'tag v1 is removed'],
  ['file', 'new.txt', 'new.txt is removed'],
  ['link', '.git', 'the work tree is removed'],
] as const)('8.6 what is new is removed, each by its own name: %s %s', (part, name, text) => {
  const made = item(part, name);
  expect(describeRestore([made], new Map([[made.key, 'x']]))).toEqual([text]);
});
