import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, stopping, write } from '../../repository/support.ts';
import { filesBelow, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();

/** A merge that has stopped, of which rerere knows how it was resolved the last time; what it knows is a year old. */
function makeRepository(name: string): string {
  const folder = newRepository(parent, name);
  git(folder, 'config', 'rerere.enabled', 'true');
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  git(folder, 'switch', '-qc', 'clash');
  commit(folder, { 'a.txt': 'of clash\n' }, 'clash');
  git(folder, 'switch', '-q', 'main');
  commit(folder, { 'a.txt': 'of main\n' }, 'two');
  stopping(folder, 'merge', 'clash');
  write(folder, { 'a.txt': 'resolved\n' });
  git(folder, 'commit', '-qam', 'merged');
  git(folder, 'reset', '-q', '--hard', 'HEAD~1');
  stopping(folder, 'merge', 'clash');
  const cache = join(folder, '.git/rr-cache');
  const aYearAgo = Date.now() / 1000 - 365 * 24 * 60 * 60;
  for (const id of readdirSync(cache))
    for (const file of readdirSync(join(cache, id))) utimesSync(join(cache, id, file), aYearAgo, aYearAgo);
  return folder;
}

const recordedIn = (folder: string) => [...filesBelow(join(folder, '.git'), path => /^rr-cache(?:\/|$)/.test(path))];

it.each(['rerere forget a.txt', 'rerere gc', 'gc', 'merge --abort'])('git %s', async line => {
  const folder = makeRepository(line.replaceAll(' ', '-'));
  if (line.endsWith('gc')) rmSync(join(folder, '.git/MERGE_RR'), { force: true });
  const journal = journalWith();
  const before = recordedIn(folder);
  await recorded(journal, folder, line.split(' '));
  const after = recordedIn(folder);
  if (line !== 'merge --abort') expect(after).not.toEqual(before);
  await undone(journal, folder);
  expect(recordedIn(folder)).toEqual(before);
  const [newest] = await journal.list(await repositoryAt(folder));
  await undone(journal, folder, newest?.id);
  expect(recordedIn(folder)).toEqual(after);
});

it('a resolution that was recorded since stays', async () => {
  const folder = makeRepository('since');
  const journal = journalWith();
  await recorded(journal, folder, ['rerere', 'forget', 'a.txt']);
  write(folder, { 'a.txt': 'resolved otherwise\n' });
  git(folder, 'rerere');
  const planned = await journal.planUndo(await repositoryAt(folder));
  expect(planned).toMatchObject({ ok: true, plan: { movedOn: [expect.stringMatching(/^rr-cache\/.*postimage/)] } });
});
