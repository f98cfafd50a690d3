import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, runGit, undone } from './fixture.ts';

const parent = temporaryFolder();
const FILE = ['-c', 'protocol.file.allow=always'];
const originals = new Map<boolean, string>();

/** A repository with a submodule that has one itself; work in all three that is nowhere else. `side` has no submodule. */
function makeRepository(absorbed: boolean): string {
  const folder = mkdtempSync(join(parent, 'nested-'));
  for (const name of ['inner', 'middle', 'outer']) newRepository(folder, name);
  const [inner, middle, outer] = ['inner', 'middle', 'outer'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  commit(inner, { 'i.txt': 'i1\n' }, 'one');
  commit(inner, { 'i.txt': 'i2\n' }, 'two');
  commit(middle, { 'm.txt': 'm1\n', '.gitignore': 'ignored\n' }, 'one');
  git(middle, ...FILE, 'submodule', '--quiet', 'add', inner, 'in');
  git(middle, 'commit', '-qm', 'with inner');
  commit(outer, { 'o.txt': 'o1\n' }, 'one');
  git(outer, 'branch', 'side');
  git(outer, ...FILE, 'submodule', '--quiet', 'add', middle, 'sub');
  git(outer, ...FILE, 'submodule', '--quiet', 'update', '--init', '--recursive');
  git(outer, 'commit', '-qm', 'with middle');
  commit(join(outer, 'sub'), { 'm.txt': 'm2\n' }, 'moved on');
  git(outer, 'commit', '-qam', 'submodule moved');
  if (!absorbed) embed(outer);
  write(outer, { 'o.txt': 'edited\n', 'sub/m.txt': 'edited there\n', 'sub/staged.txt': 'staged there\n' });
  write(outer, { 'sub/loose.txt': 'loose\n', 'sub/ignored': 'ignored\n', 'sub/in/i.txt': 'edited inside\n' });
  write(outer, { 'sub/in/new.txt': 'staged inside\n' });
  git(join(outer, 'sub'), 'add', 'staged.txt');
  git(join(outer, 'sub/in'), 'add', 'new.txt');
  return outer;
}

/** As old gits and clones by hand make them: the git directory is in the work tree. */
function embed(outer: string): void {
  const sub = join(outer, 'sub');
  rmSync(join(sub, '.git'));
  renameSync(join(outer, '.git/modules/sub'), join(sub, '.git'));
  git(sub, '--git-dir=.git', '--work-tree=.', 'config', '--unset', 'core.worktree');
  write(sub, { 'in/.git': 'gitdir: ../.git/modules/in\n' });
  git(outer, 'config', '-f', join(sub, '.git/modules/in/config'), 'core.worktree', '../../../in');
}

/** The same one each time: paths in it are absolute, so that it stays where it is. */
function repository(absorbed = true): string {
  const outer = originals.get(absorbed) ?? makeRepository(absorbed);
  const [place, saved] = [dirname(outer), `${dirname(outer)}-saved`];
  if (!originals.has(absorbed)) renameSync(place, saved);
  originals.set(absorbed, outer);
  rmSync(place, { recursive: true, force: true });
  execFileSync('cp', ['-a', saved, place]);
  for (const path of ['sub/in', 'sub', '']) runGit(join(outer, path), ['update-index', '-q', '--refresh']);
  return outer;
}

/** All three; a git directory inside of a work tree is not told of as files. */
async function allOf(folder: string): Promise<Record<string, string>[]> {
  const prints: Record<string, string>[] = [];
  for (const path of ['', 'sub', 'sub/in']) prints.push(await fingerprint(join(folder, path)));
  return prints.map(print => Object.fromEntries(Object.entries(print).filter(([name]) => !/\/\.git\//.test(name))));
}

const RECURSING = [
  'reset --hard',
  'reset --hard HEAD~1',
  'reset --hard HEAD~2',
  'checkout -f',
  'checkout -f HEAD~1',
  'checkout -f side',
  'switch -f side',
  'switch -f --detach HEAD~1',
  'restore .',
  'restore -s HEAD~1 -SW .',
  'checkout -- .',
  'read-tree -u --reset HEAD~1',
];
const ALWAYS = [
  'submodule deinit -f --all',
  'submodule deinit -f sub',
  'submodule update --force',
  'submodule update --force --recursive',
  'rm -rf sub',
  'rm -rf .',
];

async function thereAndBack(folder: string, words: readonly string[]): Promise<void> {
  const before = await allOf(folder);
  const journal = journalWith();
  const result = await recorded(journal, folder, words);
  expect(result).toMatchObject({ kind: 'ran', result: { ok: true } });
  await undone(journal, folder);
  expect(await allOf(folder)).toEqual(before);
}

describe('work inside of submodules comes back', () => {
  it.each(RECURSING)('git %s, with submodule.recurse', async line => {
    const folder = repository();
    git(folder, 'config', 'submodule.recurse', 'true');
    await thereAndBack(folder, line.split(' '));
  });

  it.each(RECURSING.filter(line => !/^read-tree|--$/.test(line)))('git %s, with --recurse-submodules', async line => {
    const [subcommand = '', ...rest] = line.split(' ');
    await thereAndBack(repository(), [subcommand, '--recurse-submodules', ...rest]);
  });

  it.each(ALWAYS)('git %s', async line => {
    await thereAndBack(repository(), line.split(' '));
  });

  it.each([...ALWAYS, 'reset --hard HEAD~1'])('git %s, where the git directory is in the work tree', async line => {
    const folder = repository(false);
    git(folder, 'config', 'submodule.recurse', 'true');
    await thereAndBack(folder, line.split(' '));
  });
});

it('commits that only HEAD of a nested submodule led to come back where git has moved its git directory', async () => {
  const folder = repository(false);
  git(folder, 'config', 'submodule.recurse', 'true');
  git(join(folder, 'sub/in'), 'checkout', '-q', '--detach');
  for (const path of ['sub/in', 'sub', '']) git(join(folder, path), 'commit', '-qam', 'on no branch');
  const lost = git(join(folder, 'sub/in'), 'rev-parse', 'HEAD');
  const journal = journalWith();
  const result = await recorded(journal, folder, ['reset', '--hard', 'HEAD~1']);
  expect(result.kind === 'ran' && result.entry?.kept[2]).not.toBeNull();
  const moved = join(folder, '.git/modules/sub/modules/in');
  for (const words of [
    ['reflog', 'expire', '--expire=now', '--all'],
    ['prune', '--expire=now'],
  ])
    git(moved, '--git-dir=.', '--work-tree=.', ...words);
  await undone(journal, folder);
  expect(git(join(folder, 'sub/in'), 'rev-list', '-1', 'HEAD')).toBe(lost);
});

describe('a repository whose submodules nothing reaches', () => {
  it('is looked at alone', async () => {
    const folder = repository();
    const result = await recorded(journalWith(), folder, ['reset', '--hard']);
    expect(result.kind === 'ran' && result.entry?.before).toHaveLength(1);
  });
});
