import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type SnapshotScope, unreachableObjects } from '../../../../src/core/writes/snapshot-scope.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, undone } from './fixture.ts';

const parent = temporaryFolder();
const LARGE = 'x'.repeat(2000);

it('over the limit people get back what they wrote, and last what can be built again', async () => {
  const folder = newRepository(parent);
  commit(folder, { '.gitignore': 'node_modules/\nnotes/\n*.local\n', 'a.txt': 'a\n' }, 'one');
  for (const name of ['node_modules/p/1.js', 'node_modules/p/2.js', 'packages/app/node_modules/3.js', 'dist/4.js'])
    write(folder, { [name]: 'small\n' });
  const work = { 'thesis.md': LARGE, 'chapters/two.md': LARGE };
  write(folder, { ...work, 'secrets.local': LARGE, 'notes/own.md': LARGE });
  const journal = journalWith({ limits: { files: 4 } });
  const asked = await recorded(journal, folder, ['clean', '-fdx']);
  expect(asked).toMatchObject({ kind: 'unsaved', code: 'too-much' });
  await recorded(journal, folder, ['clean', '-fdx'], { evenUnsaved: true });
  await undone(journal, folder);
  const there = (name: string) => existsSync(join(folder, name));
  expect([...Object.keys(work), 'secrets.local', 'notes/own.md'].filter(there)).toHaveLength(4);
  expect(there('node_modules/p/1.js')).toBe(false);
});

it('what waits for an answer leaves no refs to commits behind', async () => {
  const folder = newRepository(parent, 'waiting');
  commit(folder, { 'a.txt': 'a\n' }, 'one');
  commit(folder, { 'a.txt': 'b\n' }, 'two');
  git(folder, 'reset', '-q', '--hard', 'HEAD~1');
  write(folder, { 'loose.txt': 'u\n' });
  const touches: SnapshotScope = { ...unreachableObjects, untracked: 'visible' };
  const asked = await recorded(journalWith({ limits: { files: 0 } }), folder, ['gc'], { touches });
  expect(asked).toMatchObject({ kind: 'unsaved', code: 'too-much' });
  expect(git(folder, 'for-each-ref', 'refs/sluice')).toBe('');
});
