import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { merge } from '../../../../src/core/writes/commands/merge.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';
import {
  attempt,
  changedIn,
  commitsIn,
  conflictedIn,
  copyOf,
  foretell,
  foretellBy,
  head,
  newPair,
  oids,
  old,
  type Pair,
  sorted,
} from '../impact/foretell.ts';

const folder = temporaryFolder();
const text = (...lines: string[]) => `${lines.join('\n')}\n`;
const long = text(...Array.from({ length: 20 }, (_, at) => `line ${at}`));

/** A repository with `main` checked out and a branch `side`, both grown from one commit. */
function forked(base: Record<string, string>, ours: Change, theirs: Change, name?: string): Pair {
  const pair = newPair(folder, name);
  commit(pair.here, { 'always here': 'yes\n', ...base }, 'base');
  git(pair.here, 'branch', 'side');
  grow(pair.here, ours, 'ours');
  git(pair.here, 'checkout', '-q', 'side');
  grow(pair.here, theirs, 'theirs');
  git(pair.here, 'checkout', '-q', 'main');
  return pair;
}

type Change = Readonly<Record<string, string | null>> | ((repository: string) => void);

function grow(repository: string, change: Change, message: string): void {
  if (typeof change === 'function') change(repository);
  else
    for (const [name, content] of Object.entries(change)) {
      if (content === null) rmSync(join(repository, name));
      else write(repository, { [name]: content });
    }
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '--allow-empty', '-m', message);
}

function stage(repository: string, name: string): void {
  write(repository, { [name]: 'mine\n' });
  git(repository, 'add', name);
}

/** The prediction beside what really happens in a copy. */
async function both(pair: Pair, ...words: string[]) {
  const said = await foretell(merge, pair, ...words);
  const copy = copyOf(pair);
  const before = head(copy.here);
  const went = attempt(copy.here, 'merge', ...words);
  return {
    said,
    went,
    copy,
    commits: commitsIn(copy.here, words.at(-1) ?? '', `^${before}`),
    files: changedIn(copy.here, before),
    conflicts: conflictedIn(copy.here),
  };
}

describe('merge', () => {
  it.each<[string, Record<string, string>, Change, Change]>([
    ['different files', { a: '1\n', b: '1\n' }, { a: '2\n' }, { b: '2\n' }],
    ['different lines', { a: long }, { a: `first\n${long}` }, { a: `${long}last\n` }],
    ['the same lines', { a: '1\n' }, { a: '2\n' }, { a: '3\n' }],
    ['the same change', { a: '1\n', b: '1\n' }, { a: '2\n' }, { a: '2\n', b: '2\n' }],
    ['a file changed and deleted', { a: '1\n', b: '1\n' }, { a: '2\n' }, { a: null }],
    ['a file deleted and changed', { a: '1\n', b: '1\n' }, { a: null }, { a: '2\n' }],
    ['two new files of one name', {}, { new: 'ours\n' }, { new: 'theirs\n' }],
    ['binary files', { a: 'a\0b' }, { a: 'a\0c' }, { a: 'a\0d' }],
    ['a file and a folder of one name', {}, { new: 'file\n' }, { 'new/inside': 'folder\n' }],
    [
      'odd names',
      { 'a "b"\nc': '1\n', "-f 'x'": '1\n' },
      { 'a "b"\nc': '2\n' },
      { 'a "b"\nc': '3\n', "-f 'x'": '2\n' },
    ],
    [
      'a file renamed in two ways',
      { old: long },
      here => git(here, 'mv', 'old', 'one way'),
      here => git(here, 'mv', 'old', 'another'),
    ],
    [
      'a file renamed and changed',
      { old: long },
      here => git(here, 'mv', 'old', 'new'),
      { old: long.replace('line 3', 'line three') },
    ],
    [
      'two files renamed to one name',
      { one: long, other: long.replaceAll('line', 'row') },
      here => git(here, 'mv', 'one', 'new'),
      here => git(here, 'mv', 'other', 'new'),
    ],
    [
      'a folder renamed and a file added to it',
      { 'old/a': long, 'old/b': '2\n' },
      here => git(here, 'mv', 'old', 'new'),
      { 'old/c': '3\n' },
    ],
  ])('of %s', async (_, base, ours, theirs) => {
    const { said, went, commits, files, conflicts } = await both(forked(base, ours, theirs), 'side');
    expect(said.unknown).toBeNull();
    expect(sorted(said.conflicts)).toEqual(conflicts);
    expect(said.conflicts.total > 0).toBe(!went);
    expect(oids(said.commits)).toEqual(commits);
    // A file that stays as it is may still be in conflict, and the other way round.
    expect([...new Set([...sorted(said.files), ...conflicts])].sort()).toEqual(
      [...new Set([...files, ...conflicts])].sort(),
    );
    if (conflicts.length > 0) expect(said.sentences[0]).toMatch(/^Conflicts in \d+ file/);
  });

  it('that is a fast-forward', async () => {
    const pair = forked({ a: '1\n' }, () => {}, { a: '2\n', b: '1\n' });
    git(pair.here, 'reset', '-q', '--hard', 'HEAD~1');
    const { said, files, commits, copy } = await both(pair, 'side');
    expect(said.sentences).toEqual(['Fast-forwards by 1 commit of side (2 files).']);
    expect(sorted(said.files)).toEqual(files);
    expect(oids(said.commits)).toEqual(commits);
    expect(said.preview).toEqual({ kind: 'trees', from: head(pair.here), to: head(copy.here) });
    expect((await foretell(merge, pair, '--no-ff', 'side')).sentences).toEqual(['Merges 1 commit of side (2 files).']);
    expect((await foretell(merge, pair, '--squash', 'side')).sentences).toEqual([
      'Squashes 1 commit of side (2 files).',
      'Leaves the result uncommitted.',
    ]);
  });

  it('of what is there already', async () => {
    const pair = forked({}, { a: '1\n' }, { b: '1\n' });
    git(pair.here, 'merge', '-q', 'side');
    const { said, went } = await both(pair, 'side');
    expect([said.sentences, went]).toEqual([['Nothing to merge: all of side is here.'], true]);
    expect(said.files.total).toBe(0);
  });

  it.each<[string, Record<string, string>, (here: string) => void, string[]]>([
    ['a file to be changed is edited', { a: '2\n' }, here => write(here, { a: 'mine\n' }), ['side']],
    ['another file is edited', { a: '2\n' }, here => write(here, { other: 'mine\n' }), ['side']],
    ['another file is staged', { a: '2\n' }, here => stage(here, 'other'), ['side']],
    ['an untracked file is where one comes', { new: '1\n' }, here => write(here, { new: 'mine\n' }), ['side']],
    ['an untracked folder is where a file comes', { new: '1\n' }, here => write(here, { 'new/x': 'mine\n' }), ['side']],
    ['another file is untracked', { new: '1\n' }, here => write(here, { free: 'mine\n' }), ['side']],
    ['it has to be a fast-forward', { a: '2\n' }, () => {}, ['--ff-only', 'side']],
    ['changes are put aside', { a: '2\n' }, here => write(here, { other: 'mine\n' }), ['--autostash', 'side']],
    [
      'the file is edited and our side wins',
      { a: '2\n' },
      here => write(here, { a: 'mine\n' }),
      ['-s', 'ours', 'side'],
    ],
    ['there is no such branch', { a: '2\n' }, () => {}, ['nobody']],
    ['it only differs in time', { a: '2\n' }, here => write(here, { a: '1\n' }), ['side']],
  ])('is refused or not when %s', async (_, theirs, prepare, words) => {
    const forward = forked({ a: '1\n', other: '1\n' }, () => {}, theirs);
    git(forward.here, 'reset', '-q', '--hard', 'HEAD~1');
    for (const pair of [forked({ a: '1\n', other: '1\n' }, { ours: '1\n' }, theirs), forward]) {
      if (pair === forward && words[0] === '--ff-only') continue;
      prepare(pair.here);
      const said = await foretell(merge, pair, ...words);
      const copy = copyOf(pair);
      const went = attempt(copy.here, 'merge', ...words);
      expect([said.sentences, said.sentences[0]?.startsWith('Git would refuse') ?? false]).toEqual([
        said.sentences,
        !went,
      ]);
    }
  });

  it('overwrites ignored files', async () => {
    const pair = forked({ '.gitignore': 'cache\n' }, { ours: '1\n' }, here => {
      write(here, { cache: 'theirs\n' });
      git(here, 'add', '-f', 'cache');
    });
    write(pair.here, { cache: 'mine\n' });
    const { said, went, files } = await both(pair, 'side');
    expect(went).toBe(true);
    expect(said.lost.items).toEqual(['cache']);
    expect(said.sentences[0]).toBe('Overwrites cache, which git ignores.');
    expect(sorted(said.files)).toEqual(files);
  });

  it('with nothing in common', async () => {
    const pair = forked({}, { a: '1\n' }, { b: '1\n' });
    git(pair.here, 'checkout', '-q', '--orphan', 'apart');
    commit(pair.here, { a: 'apart\n' });
    expect((await foretell(merge, pair, 'side')).sentences[0]).toMatch(/^Git would refuse: side has no history/);
    const { said, conflicts } = await both(pair, '--allow-unrelated-histories', 'main');
    expect(sorted(said.conflicts)).toEqual(conflicts);
    expect(conflicts).toEqual(['a']);
  });

  it('of the upstream, when none is named', async () => {
    const pair = forked({}, { a: '1\n' }, { b: '1\n' });
    git(pair.here, 'branch', '-q', '--set-upstream-to=side');
    expect((await foretell(merge, pair)).sentences).toEqual(['Merges 1 commit of side (1 file).']);
    git(pair.here, 'branch', '--unset-upstream');
    expect((await foretell(merge, pair)).sentences[0]).toMatch(/^Git would refuse: nothing is named/);
  });

  it('that is in progress: what aborting it would throw away', async () => {
    const base = { resolved: '1\n', open: '1\n', untouched: '1\n', own: '1\n' };
    const theirs = { resolved: '3\n', open: '3\n', automatic: '3\n', own: '3\n' };
    const pair = forked(base, { resolved: '2\n', open: '2\n' }, theirs);
    stopping(pair.here, 'merge', 'side');
    write(pair.here, { resolved: 'both\n', open: 'half\n' });
    git(pair.here, 'add', 'resolved');
    const said = await foretell(merge, pair, '--abort');
    expect(sorted(said.lost)).toEqual(['open', 'resolved']);
    expect((await foretell(merge, pair, 'side')).sentences[0]).toMatch(/^Git would refuse/);
    expect((await foretell(merge, pair, '--continue')).sentences[0]).toMatch(
      /^Git would refuse: open still in conflict/,
    );
    git(pair.here, 'add', '-A');
    expect((await foretell(merge, pair, '--continue')).sentences[0]).toMatch(/^Commits the merge/);
    const copy = copyOf(pair);
    git(copy.here, 'merge', '--abort');
    expect(changedIn(copy.here, 'HEAD')).toEqual([]);
  });

  it('by a git that cannot tell', async () => {
    const pair = forked({ a: '1\n' }, { a: '2\n' }, { a: '3\n', b: '1\n' });
    const said = await foretellBy(old, merge, pair, 'side');
    expect(said.unknown).toBe('Conflicts are not known: git before 2.38 cannot tell.');
    expect([said.conflicts.total, said.commits.total, sorted(said.files)]).toEqual([0, 1, ['a', 'b']]);
  });

  it('in a folder whose name is not for lists, and in a linked work tree of it', async () => {
    const pair = forked({ a: '1\n' }, { a: '2\n' }, { a: '3\n' }, ':"odd"\n\\-');
    expect((await foretell(merge, pair, 'side')).conflicts.items).toEqual(['a']);
    git(pair.here, 'worktree', 'add', '-q', '../linked', '-b', 'linked');
    const linked = { ...pair, here: join(pair.folder, 'linked') };
    expect((await foretell(merge, linked, 'side')).conflicts.items).toEqual(['a']);
  });

  it('starts no program a repository has for it', async () => {
    const pair = forked({ '.gitattributes': 'a merge=own\n', a: '1\n' }, { a: '2\n' }, { a: '3\n' });
    const trace = join(pair.folder, 'started');
    git(pair.here, 'config', 'merge.own.driver', `touch '${trace}'`);
    const said = await foretell(merge, pair, 'side');
    expect(said.unknown).toBe('Conflicts are not known: the merge driver own decides.');
    expect(said.files.items).toEqual(['a']);
  });

  it.each([
    ['-s', 'resolve', 'side'],
    ['-X', 'theirs', 'side'],
    ['--strange', 'side'],
    ['side', 'other'],
  ])('does not guess about %s %s', async (...words) => {
    const pair = forked({ a: '1\n' }, { a: '2\n' }, { a: '3\n' });
    expect((await foretell(merge, pair, ...words)).unknown).toEqual(expect.any(String));
  });
});
