import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { filesBelow, journalWith, recorded, repositoryAt, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();

/**
 * A repository with four linked work trees: one with work in it, one that is locked, one whose folder was deleted and one
 * whose folder was moved by hand.
 */
function makeRepository(): string {
  const folder = newRepository(mkdtempSync(join(parent, 'trees-')));
  commit(folder, { 'a.txt': 'a1\n', 'dir/b.txt': 'b1\n', '.gitignore': 'ignored\n' }, 'one');
  commit(folder, { 'a.txt': 'a2\n' }, 'two');
  git(folder, 'branch', 'topic', 'HEAD~1');
  for (const name of ['busy', 'locked', 'deleted', 'astray']) git(folder, 'worktree', 'add', '-q', `../${name}`);
  write(folder, { '../busy/a.txt': 'edited\n', '../busy/loose.txt': 'u\n', '../busy/ignored': 'i\n' });
  git(folder, 'worktree', 'lock', '--reason', 'on a stick', '../locked');
  git(join(folder, '../deleted'), 'commit', '-q', '--allow-empty', '-m', 'there');
  git(join(folder, '../deleted'), 'checkout', '-q', '--detach');
  git(folder, 'branch', '-D', '-q', 'deleted');
  rmSync(join(folder, '../deleted'), { recursive: true });
  renameSync(join(folder, '../astray'), join(folder, '../found'));
  // Another work tree that comes to the same commit in the same second is taken for the one that moved a branch.
  commit(folder, { 'a.txt': 'a3\n' }, 'three');
  return folder;
}

const OURS = /^repo\/\.git\/(?:objects|refs\/sluice|logs|ORIG_HEAD|FETCH_HEAD|sluice)/;

/** Every file around a repository, also those of its git directory. */
const everything = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(join(folder, '..'), path => !OURS.test(path)));

/** Lines that leave their mark. */
const LINES = [
  'add ../fresh topic',
  'add -b fresh ../fresh',
  'add --detach ../fresh',
  'add ../fresh',
  'add ../made/for/it topic',
  'add ../empty topic',
  'add inside topic',
  'add --lock --reason why ../fresh topic',
  'add --no-checkout ../fresh topic',
  'add -B topic ../fresh HEAD',
  'add -f ../deleted topic',
  'add ../by-link/fresh topic',
  'add ../elsewhere/busy topic',
  'lock ../busy',
  'lock --reason later busy',
  'unlock ../locked',
  'move ../busy ../moved',
  'move busy ../empty',
  'move -f -f ../locked ../moved',
  'prune',
  'prune --expire=now -v',
  'remove --force ../busy',
  'remove -f -f ../locked',
  'repair ../found',
  'repair',
];

function repository(): string {
  const folder = makeRepository();
  mkdirSync(join(folder, '../empty'));
  chmodSync(join(folder, '../empty'), 0o700);
  mkdirSync(join(folder, '../elsewhere'));
  symlinkSync('elsewhere', join(folder, '../by-link'));
  // As after the repository was moved by hand.
  write(folder, { '../busy/.git': `gitdir: ${folder}-of-old/.git/worktrees/busy\n` });
  return folder;
}

/** Lines that need work trees which git can read. */
const repaired = (line: string, folder: string): void => {
  if (line !== 'repair') runGit(folder, ['worktree', 'repair']);
};

describe('what git worktree does comes back', () => {
  it.each(LINES)('git worktree %s', async line => {
    const folder = repository();
    repaired(line, folder);
    const journal = journalWith();
    const before = everything(folder);
    // A work tree that was removed comes back with other inodes.
    const seen = line.startsWith('remove') ? withoutIndexes : (files: Record<string, string>) => files;
    const result = await recorded(journal, folder, ['worktree', ...line.split(' ')]);
    expect(result).toMatchObject({ kind: 'ran', result: { ok: true } });
    const after = everything(folder);
    expect(after).not.toEqual(before);
    await undone(journal, folder);
    expect(seen(everything(folder))).toEqual(seen(before));
    const [newest] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, newest?.id);
    expect(withoutIndexes(everything(folder))).toEqual(withoutIndexes(after));
    expect(git(folder, 'worktree', 'list').split('\n')).toHaveLength(line.startsWith('prune') ? 4 : 6 + grown(line));
    await undone(journal, folder);
    expect(seen(everything(folder))).toEqual(seen(before));
  });
});

/** A file that is written back has another inode, which an index knows. */
const withoutIndexes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !/\.git\/worktrees\/[^/]+\/index$/.test(name)));

const grown = (line: string): number => {
  if (line.startsWith('remove')) return -1;
  return line.startsWith('add') && !line.includes('deleted') ? 1 : 0;
};

/** A work tree made through the journal, changed, and asked to go again. */
async function planAfter(change: (tree: string, folder: string) => void) {
  const folder = repository();
  const journal = journalWith();
  await recorded(journal, folder, ['worktree', 'add', '-b', 'fresh', '../fresh']);
  const tree = join(folder, '../fresh');
  change(tree, folder);
  const before = everything(folder);
  const planned = await journal.planUndo(await repositoryAt(folder));
  if (!planned.ok) throw new Error(planned.message);
  for (const how of ['all', 'safe'] as const) {
    await journal.undo(planned.plan, how, 'palette');
    if (planned.plan.movedOn.length > 0) expect(withoutIndexes(everything(folder))).toEqual(withoutIndexes(before));
  }
  return { ...planned.plan, isThere: existsSync(tree) };
}

describe('a work tree that somebody works in stays', () => {
  it.each<[string, (tree: string, folder: string) => void, RegExp]>([
    ['an edit', tree => write(tree, { 'a.txt': 'mine\n' }), /^a\.txt has changed since/],
    ['a new file', tree => write(tree, { 'deep/mine.txt': 'mine\n' }), /deep\/mine\.txt' was added since/],
    ['an ignored file', tree => write(tree, { ignored: 'mine\n' }), /ignored' was added since/],
    ['a commit', tree => commit(tree, { 'b.txt': 'mine\n' }), /fresh is at /],
    ['something staged', tree => git(tree, 'rm', '-q', '--cached', 'a.txt'), /what is staged has changed since/],
    ['an operation', tree => git(tree, 'bisect', 'start'), /BISECT/],
    ['a lock', (_, folder) => git(folder, 'worktree', 'lock', '../fresh'), /locked' was added since/],
    ['another place', (_, folder) => git(folder, 'worktree', 'move', '../fresh', '../other'), /has changed since/],
  ])('%s', async (_, change, says) => {
    const { movedOn } = await planAfter(change);
    expect(movedOn.join('\n')).toMatch(says);
  });

  it('but not for a look, a fetch or a folder with nothing in it', async () => {
    const { movedOn, isThere } = await planAfter(tree => {
      git(tree, 'status');
      git(tree, 'fetch', '-q', '.', 'HEAD');
      mkdirSync(join(tree, 'hollow/inner'), { recursive: true });
    });
    expect([movedOn, isThere]).toEqual([[], false]);
  });
});

it('a work tree does not go back to a place that is taken', async () => {
  const folder = repository();
  repaired('move', folder);
  const journal = journalWith();
  await recorded(journal, folder, ['worktree', 'move', '../busy', '../moved']);
  write(folder, { '../busy/mine.txt': 'mine\n' });
  const planned = await journal.planUndo(await repositoryAt(folder));
  expect(planned).toMatchObject({ ok: true, plan: { movedOn: [expect.stringMatching(/busy' is there again$/)] } });
});
