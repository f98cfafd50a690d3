import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { UndoProgress } from '../../../../src/core/writes/journal/undo/undo-progress.ts';
import { createUndo } from '../../../../src/core/writes/undo.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

/** More than are brought back between two looks at whether it was cancelled. */
const FILES = 1300;
const names = Array.from({ length: FILES }, (_, n) => `folder${n % 7}/file${n}.txt`);
const filesWith = (text: string) => Object.fromEntries(names.map(name => [name, `${name} ${text}\n`]));

function newFolder(): string {
  const folder = newRepository(temporaryFolder());
  commit(folder, { 'first.txt': 'first\n' }, 'first');
  git(folder, 'branch', 'small');
  commit(folder, filesWith('committed'), 'many');
  return folder;
}

const CASES = [
  ['files that git has', ['rm', '-rf', '-q', '.'], () => {}],
  [
    'files that only the journal has',
    ['reset', '-q', '--hard'],
    (folder: string) => write(folder, filesWith('my own words')),
  ],
  ['files that go away', ['checkout', '-q', 'main'], (folder: string) => git(folder, 'checkout', '-q', 'small')],
] as const;

it.each(CASES)('an undo of %s tells how far it is, and can be cancelled and finished', async (_, words, prepare) => {
  const folder = newFolder();
  prepare(folder);
  const before = await fingerprint(folder);
  const journal = journalWith();
  await recorded(journal, folder, words);
  const after = await fingerprint(folder);
  const planned = await journal.planUndo(await repositoryAt(folder));
  if (!planned.ok) throw new Error(planned.message);

  const cancel = new AbortController();
  const told: UndoProgress[] = [];
  const result = await journal.undo(planned.plan, 'all', 'palette', {
    signal: cancel.signal,
    progress: progress => {
      told.push(progress);
      if (progress.done > 0) cancel.abort();
    },
  });
  expect(result).toMatchObject({
    ok: false,
    code: 'incomplete',
    message: expect.stringContaining('You cancelled it.'),
  });
  expect(told[0]).toEqual({ done: 0, total: FILES + (words[0] === 'rm' ? 1 : 0) });
  expect(told.length).toBeLessThan(4);
  const halfway = await fingerprint(folder);
  const isLike = (other: Record<string, string>) =>
    names.filter(name => halfway[`file ${name}`] === other[`file ${name}`]).length;
  expect(isLike(before)).toBeGreaterThan(0);
  expect(isLike(after)).toBeGreaterThan(0);
  expect(isLike(before) + isLike(after)).toBe(FILES);
  expect(existsSync(join(folder, '.git/index.lock'))).toBe(false);

  await undone(journal, folder);
  expect(await fingerprint(folder)).toEqual(before);
});

it('an undo that is cancelled before it began changes nothing', async () => {
  const folder = newFolder();
  const journal = journalWith();
  await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
  const after = await fingerprint(folder);
  const planned = await journal.planUndo(await repositoryAt(folder));
  if (!planned.ok) throw new Error(planned.message);
  const result = await journal.undo(planned.plan, 'all', 'palette', { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ ok: false, code: 'cancelled' });
  expect(await fingerprint(folder)).toEqual(after);
  expect(await journal.list(await repositoryAt(folder))).toHaveLength(1);
});

it('an undo that comes to its end has told of every file', async () => {
  const folder = newFolder();
  const journal = journalWith();
  await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
  const planned = await journal.planUndo(await repositoryAt(folder));
  if (!planned.ok) throw new Error(planned.message);
  const told: number[] = [];
  const result = await journal.undo(planned.plan, 'all', 'palette', {
    progress: ({ done, total }) => void told.push(total - done),
  });
  expect(result).toMatchObject({ ok: true });
  expect(told).toEqual(told.toSorted((a, b) => b - a));
  expect(told.at(-1)).toBe(0);
});

it('whoever asks for an undo hears how far it is and stops it by their signal', async () => {
  const folder = newFolder();
  const before = await fingerprint(folder);
  const journal = journalWith();
  await recorded(journal, folder, ['rm', '-rf', '-q', '.']);
  const repository = await repositoryAt(folder);
  const undo = createUndo({
    findRestriction: async () => undefined,
    ui: { decide: async () => ({ kind: 'run' }) },
    journal,
    runner: {
      exclusive: async (_repository, _signal, work) => work(async () => Promise.reject(new Error('no command'))),
    },
    turnIn: () => ({ repository, doing: '', recover: async () => {} }),
    trusted: () => true,
    repositories: async () => [repository],
    changed: () => {},
  });
  const cancel = new AbortController();
  const stopped = await undo({
    origin: 'cli',
    signal: cancel.signal,
    progress: ({ done }) => (done > 0 ? cancel.abort() : undefined),
  });
  expect(stopped).toMatchObject({ kind: 'failed', code: 'incomplete' });
  expect(await undo({ origin: 'cli', signal: AbortSignal.abort() })).toMatchObject({
    kind: 'declined',
    code: 'cancelled',
  });
  expect(await undo({ origin: 'cli' })).toMatchObject({ kind: 'undone' });
  expect(await fingerprint(folder)).toEqual(before);
});
