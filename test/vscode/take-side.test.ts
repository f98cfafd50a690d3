import { beforeEach, expect, it, vi } from 'vitest';
import { makeTorn, merged } from '../core/conflicts/fixture.ts';

const warnings: string[] = [];
vi.mock('vscode', async original => ({
  ...(await original<object>()),
  window: { showWarningMessage: async (message: string) => void warnings.push(message) },
}));
const { takeSide } = await import('../../src/vscode/views/take-side.ts');

beforeEach(() => {
  warnings.length = 0;
});

const tear = (repository: string) =>
  merged(repository, { 'a.txt': 'a\nb\n' }, { 'a.txt': 'ours\nb\n' }, { 'a.txt': 'theirs\nb\n' });

it('10.9 a side of the status view’s file goes through the gate as a person’s wish, and is written whole', async () => {
  const { core, asked, repository, read } = await makeTorn(tear);
  await takeSide(core, 'a.txt', 'theirs', repository);
  expect(asked).toMatchObject([{ kind: 'write-files', origin: 'view', text: 'Resolve 1 conflict in a.txt' }]);
  expect(read('a.txt')).toBe('theirs\nb\n');
  expect(warnings).toEqual([]);
});

it('says why nothing came of it, but not to who wanted it so', async () => {
  const { core, repository, read } = await makeTorn(tear, { ui: { decide: async () => ({ kind: 'declined' }) } });
  const before = read('a.txt');
  await takeSide(core, 'a.txt', 'ours', repository);
  expect(warnings).toEqual([]);
  await takeSide(core, 'kept.txt', 'ours', repository);
  expect(warnings).toEqual(['This file is not in conflict any more.']);
  core.listenRuns({ name: 'Guard', willRun: () => ({ deny: 'not now' }) });
  await takeSide(core, 'a.txt', 'ours', repository);
  expect(warnings[1]).toBe('Guard does not allow it: not now');
  expect(read('a.txt')).toBe(before);
});
