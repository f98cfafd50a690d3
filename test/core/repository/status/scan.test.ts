import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskGit } from '../../../../src/core/git/ask.ts';
import { besideAnother } from '../../../../src/core/repository/status/count-lines.ts';
import { parseNumstat, withCounts } from '../../../../src/core/repository/status/numstat.ts';
import { STATUS_ARGS } from '../../../../src/core/repository/status/parse-status.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, statusOf, stopping, write } from '../support.ts';
import { everyState } from './every-state.ts';
import { countingAsk, later, linesOf, lookOf, readerOf } from './scan-support.ts';

const folder = temporaryFolder();
const { ask, asked } = countingAsk();

let made = 0;
const newOne = (files: Readonly<Record<string, string>>) => {
  const repository = newRepository(folder, `r${++made}`);
  commit(repository, files);
  return repository;
};

/** What git itself counts. */
const expected = (repository: string) => {
  const diff = git(repository, 'diff', '--numstat', '-z', '-M', 'HEAD');
  return linesOf(withCounts(statusOf(repository).files, parseNumstat(diff) ?? []));
};

describe('processes', () => {
  const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
  write(repository, { a: '1\n2\n', b: '2\n' });

  it('two when cold, one when nothing changed, two for an edit, none for a check', async () => {
    const reader = await readerOf(repository, ask);
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [1, 0], b: [1, 1] });
    expect(asked()).toEqual(['diff', 'status']);
    expect(await reader.check()).toBe(false);
    expect(asked()).toEqual([]);
    await lookOf(reader);
    expect(asked()).toEqual(['status']);

    write(repository, { b: '2\n3\n' });
    expect(await reader.check()).toBe(true);
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [1, 0], b: [2, 1] });
    expect(asked()).toEqual(['diff', 'status']);

    write(repository, { c: '' });
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [1, 0], b: [2, 1], c: [0, 1] });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('of which two that look at all files at once have no threads where there are but two cores', async () => {
    expect([1, 2, 3].map(cores => besideAnother(cores))).toEqual([
      ['-c', 'core.preloadIndex=false'],
      ['-c', 'core.preloadIndex=false'],
      [],
    ]);
    const words: string[] = [];
    const heard: AskGit = (args, cwd, options) => {
      words.push(args.slice(0, besideAnother().length).join(' '));
      return ask(args, cwd, options);
    };
    const reader = await readerOf(repository, heard);
    const alone = besideAnother().join(' ');
    await lookOf(reader);
    expect(words.splice(0)).toEqual([alone, alone]);
    await lookOf(reader);
    expect(words).toEqual([STATUS_ARGS.slice(0, besideAnother().length).join(' ')]);
    asked();
  });

  it('starts over when told to', async () => {
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    asked();
    await lookOf(reader, { anew: true });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('tells of the status before the lines are counted, with what was counted before', async () => {
    const reader = await readerOf(repository, ask);
    const early: unknown[] = [];
    const first = (look: { counted: boolean; files: Parameters<typeof linesOf>[0] }) =>
      void early.push([look.counted, linesOf(look.files)]);
    await lookOf(reader, { first });
    write(repository, { a: '' });
    await lookOf(reader, { first });
    await lookOf(reader, { first });
    expect(early).toEqual([
      [false, { a: [null, null], b: [null, null], c: [null, null] }],
      [false, { a: [1, 0], b: [2, 1], c: [0, 1] }],
    ]);
  });
});

describe('a second edit', () => {
  it('of the same length, with the time put back', async () => {
    const repository = newOne({ a: '1\n2\n' });
    write(repository, { a: '3\n4\n' });
    const reader = await readerOf(repository, ask);
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [2, 2] });
    const { atime, mtime } = statSync(join(repository, 'a'));
    write(repository, { a: '1\n4\n' });
    utimesSync(join(repository, 'a'), atime, mtime);
    expect(await reader.check()).toBe(true);
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [1, 1] });
  });

  it('right after the look is not hidden by a stamp that cannot tell', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    let now = statSync(join(repository, 'a')).ctimeMs + 500;
    const reader = await readerOf(repository, ask, () => now);
    await lookOf(reader);
    asked();
    expect(await reader.check()).toBe(true);
    now += 2000;
    await lookOf(reader);
    expect(asked()).toEqual(['diff', 'status']);
    expect(await reader.check()).toBe(false);
  });

  it('that deletes the file after status told of it is seen by a check', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const late: AskGit = async (args, cwd, options) => {
      const answer = await ask(args, cwd, options);
      if (args.includes('status')) rmSync(join(repository, 'a'), { force: true });
      return answer;
    };
    const reader = await readerOf(repository, late);
    expect((await lookOf(reader)).files).toMatchObject([{ path: 'a', type: 'Modified' }]);
    expect(await reader.check()).toBe(true);
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [0, 1] });
    expect(await reader.check()).toBe(false);
  });

  it('a time far ahead keeps nobody busy', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    utimesSync(join(repository, 'a'), new Date('2099-01-01'), new Date('2099-01-01'));
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    expect(await reader.check()).toBe(false);
  });
});

describe('a check sees', () => {
  const changes: Record<string, (repository: string) => void> = {
    'an add': repository => git(repository, 'add', '-A'),
    'a commit': repository => git(repository, 'commit', '-qam', 'more'),
    'a commit that leaves the index alone': repository => git(repository, 'reset', '-q', '--soft', 'HEAD~1'),
    'another branch': repository => git(repository, 'checkout', '-qb', 'other'),
    'packed refs': repository => git(repository, 'pack-refs', '--all'),
    'a merge that begins': repository => writeFileSync(join(repository, '.git', 'MERGE_HEAD'), 'x'),
    'a deleted file': repository => rmSync(join(repository, 'a')),
    'a changed mode': repository => chmodSync(join(repository, 'a'), 0o755),
  };
  it.each(Object.keys(changes))('%s', async name => {
    const repository = newOne({ a: '1\n' });
    commit(repository, { b: '1\n' });
    write(repository, { a: '2\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    expect(await reader.check()).toBe(false);
    changes[name]?.(repository);
    expect(await reader.check()).toBe(true);
    await lookOf(reader);
    expect(await reader.check()).toBe(false);
  });
});

describe('counts are those of git', () => {
  it('in every state, cold and one by one', async () => {
    const repository = everyState(folder);
    const reader = await readerOf(repository, ask);
    const look = await lookOf(reader);
    expect(linesOf(look.files)).toEqual(expected(repository));
    expect(look.operations.map(({ kind }) => kind)).toEqual(['merge']);
    for (const { path, submodule } of look.files) {
      if (submodule === null && existsSync(join(repository, path)) && path !== 'link-now')
        writeFileSync(join(repository, path), `${readFileSync(join(repository, path), 'utf8')}again\n`);
      expect([path, linesOf((await lookOf(reader)).files)]).toEqual([path, expected(repository)]);
    }
  });

  it('for staged and unstaged, a rename that is edited, more files than can be named', async () => {
    const long = 'line\n'.repeat(20);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`many/${i}`, '1\n']));
    const repository = newOne({ a: '1\n', old: long, ...many });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    write(repository, { a: '1\n2\n' });
    git(repository, 'add', 'a');
    git(repository, 'mv', 'old', 'new');
    write(repository, { a: '1\n2\n3\n' });
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [2, 0], new: [0, 0] });
    write(repository, { new: `${long}more\n` });
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [2, 0], new: [1, 0] });
    write(repository, Object.fromEntries(Object.keys(many).map((name, i) => [name, '2\n'.repeat(i)])));
    asked();
    expect(linesOf((await lookOf(reader)).files)).toEqual(expected(repository));
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('also where a diff of everything would see a rename and status does not', async () => {
    const long = 'line\n'.repeat(20);
    const repository = newOne({ old: long });
    write(repository, { new: long });
    git(repository, 'add', 'new');
    rmSync(join(repository, 'old'));
    const { files } = await lookOf(await readerOf(repository, ask));
    expect(linesOf(files)).toEqual({ new: [20, 0], old: [0, 20] });
  });

  it('of several files at once, each once', async () => {
    const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    write(repository, { b: '1\n2\n', c: '2\n' });
    git(repository, 'add', 'b', 'c');
    write(repository, { a: '1\n2\n', b: '1\n2\n3\n' });
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [1, 0], b: [2, 0], c: [1, 1] });
  });

  it.each([
    ['', (_: string) => undefined],
    [', also as hints', (name: string) => [name]],
  ])('for names that mean something to git%s', async (_, hintsOf) => {
    const names = ['*', '[a]', ':(top)x', ':!x', '-x', '--', 'a b ', 'new\nline', '"q"', 'ü', '\\', 'HEAD', '.\u202e'];
    const repository = newOne({ x: '1\n', a: '1\n', ...Object.fromEntries(names.map(name => [name, '1\n'])) });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    const counts: Record<string, [number, number]> = {};
    for (const name of names) {
      write(repository, { [name]: '1\n2\n' });
      counts[name] = [1, 0];
      expect(linesOf((await lookOf(reader, { hints: hintsOf(name) })).files)).toEqual(counts);
    }
  });
});

describe('hints', () => {
  it('start the count beside the status, for what may have lines to count', async () => {
    const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
    write(repository, { a: '2\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    const processes = async (hints: string[]) => {
      asked();
      return [linesOf((await lookOf(reader, { hints })).files), asked()];
    };
    write(repository, { a: '2\n3\n' });
    expect(await processes(['a'])).toEqual([{ a: [2, 1] }, ['diff', 'status']]);
    expect(await processes(['a'])).toEqual([{ a: [2, 1] }, ['status']]);
    write(repository, { b: '1\n2\n' });
    expect(await processes(['b'])).toEqual([{ a: [2, 1], b: [1, 0] }, ['diff', 'status']]);
    rmSync(join(repository, 'c'));
    expect(await processes(['c', 'c.tmp'])).toEqual([{ a: [2, 1], b: [1, 0], c: [0, 1] }, ['diff', 'status']]);
    write(repository, { new: '1\n' });
    await processes(['new']);
    expect((await processes(['new']))[1]).toEqual(['status']);
  });

  it('that leave a file out, or name another, are put right by the next check', async () => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    write(repository, { a: '2\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    write(repository, { a: '2\n3\n4\n' });
    for (const hints of [[], ['b'], ['nowhere']]) {
      expect(linesOf((await lookOf(reader, { hints })).files)).toEqual({ a: [1, 1] });
      expect(await reader.check()).toBe(true);
    }
    expect(linesOf((await lookOf(reader)).files)).toEqual({ a: [3, 1] });
    expect(await reader.check()).toBe(false);
  });

  it.each<[string, (repository: string) => void]>([
    ['a file that is staged', repository => git(repository, 'add', 'a')],
    ['a file that is deleted', repository => rmSync(join(repository, 'a'))],
    ['a file that is taken back', repository => git(repository, 'checkout', 'a')],
    ['another that is edited', repository => write(repository, { b: '1\n2\n3\n' })],
  ])('without %s: what git says of it decides', async (_, act) => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    write(repository, { a: '2\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    act(repository);
    expect(linesOf((await lookOf(reader, { hints: [] })).files)).toEqual(expected(repository));
  });

  it('in every state, one by one', async () => {
    const own = join(folder, 'hinted');
    mkdirSync(own);
    const repository = everyState(own);
    const reader = await readerOf(repository, ask);
    const { files } = await lookOf(reader);
    for (const { path, submodule } of files) {
      if (submodule === null && existsSync(join(repository, path)) && path !== 'link-now')
        writeFileSync(join(repository, path), `${readFileSync(join(repository, path), 'utf8')}again\n`);
      const look = await lookOf(reader, { hints: [path, `${path}/below`] });
      expect([path, await reader.check()]).toEqual([path, false]);
      expect([path, linesOf(look.files)]).toEqual([path, expected(repository)]);
    }
  });

  it('of a folder stand for all that is in it', async () => {
    const repository = newOne({ 'in/a': '1\n', 'in/b': '1\n' });
    write(repository, { 'in/a': '2\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    write(repository, { 'in/a': '2\n3\n' });
    expect(linesOf((await lookOf(reader, { hints: ['in'] })).files)).toEqual({ 'in/a': [2, 1] });
  });

  it('do not hide a second edit that left the same stamp', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const { ctimeMs } = statSync(join(repository, 'a'));
    const reader = await readerOf(repository, ask, () => ctimeMs + 500);
    await lookOf(reader);
    asked();
    await lookOf(reader, { hints: [] });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('are not followed at first, after a look that failed, against another base, and where a check sees less', async () => {
    const repository = newOne({
      a: '1\n',
      ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`, ''])),
    });
    write(repository, { a: '2\n' });
    let broken = false;
    const fragile: AskGit = (args, cwd, options) => ask(broken ? ['no-such-command'] : args, cwd, options);
    const reader = await readerOf(repository, fragile);
    const hints: string[] = [];
    expect(linesOf((await lookOf(reader, { hints })).files)).toEqual({ a: [1, 1] });
    write(repository, { a: '2\n3\n' });
    broken = true;
    expect(await reader.look({ base: null, hints: ['a'] })).toMatchObject({ ok: false });
    broken = false;
    expect(linesOf((await lookOf(reader, { hints })).files)).toEqual({ a: [2, 1] });
    write(repository, { a: '2\n3\n4\n' });
    await lookOf(reader, { base: 'HEAD', hints: ['a'] });
    expect(linesOf((await lookOf(reader, { hints })).files)).toEqual({ a: [3, 1] });
    write(repository, Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`, '1\n'])));
    await lookOf(reader);
    write(repository, { a: '' });
    expect(linesOf((await lookOf(reader, { hints })).files)).toMatchObject({ a: [0, 1] });
  });
});

describe('where there is no ordinary HEAD', () => {
  it('before the first commit', async () => {
    const repository = newRepository(folder, 'unborn');
    const reader = await readerOf(repository, ask);
    expect((await lookOf(reader)).files).toEqual([]);
    write(repository, { a: '1\n2\n', b: '1\n' });
    git(repository, 'add', 'a');
    const look = await lookOf(reader);
    expect(look.status).toMatchObject({ branch: 'main', oid: null });
    expect(linesOf(look.files)).toEqual({ a: [2, 0] });
    expect(linesOf((await lookOf(await readerOf(repository, ask))).files)).toEqual({ a: [2, 0] });
  });

  it('with object ids of the longer kind', async () => {
    git(folder, 'init', '-q', '--object-format=sha256', 'sha256');
    const repository = join(folder, 'sha256');
    write(repository, { a: '1\n' });
    git(repository, 'add', 'a');
    expect(linesOf((await lookOf(await readerOf(repository, ask))).files)).toEqual({ a: [1, 0] });
  });

  it('detached, and in a linked work tree', async () => {
    const repository = newOne({ a: '1\n' });
    const linked = join(folder, 'linked');
    git(repository, 'worktree', 'add', '-q', '--detach', linked);
    write(linked, { a: '1\n2\n' });
    const reader = await readerOf(linked, ask);
    const look = await lookOf(reader);
    expect(look.status.branch).toBeNull();
    expect(linesOf(look.files)).toEqual({ a: [1, 0] });
    expect(await reader.check()).toBe(false);
    git(linked, 'checkout', '-qb', 'side');
    expect(await reader.check()).toBe(true);
    expect((await lookOf(reader)).status.branch).toBe('side');
    git(repository, 'update-ref', 'refs/heads/side', git(linked, 'commit-tree', '-m', 'x', 'HEAD^{tree}').trim());
    expect(await reader.check()).toBe(true);
  });

  it('not a repository any more', async () => {
    const repository = newOne({ a: '1\n' });
    const reader = await readerOf(repository, ask);
    await lookOf(reader);
    rmSync(join(repository, '.git'), { recursive: true });
    expect(await reader.look({ base: null })).toMatchObject({ ok: false, reason: 'failed' });
    expect(await reader.check()).toBe(false);
  });
});

describe('against another base', () => {
  it('counts anew only when something changed, and falls back to HEAD when the base is gone', async () => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    git(repository, 'tag', 'start');
    commit(repository, { b: '1\n2\n' });
    write(repository, { a: '2\n' });
    utimesSync(join(repository, 'b'), new Date(), new Date());
    const reader = await readerOf(repository, ask);
    asked();
    expect(linesOf((await lookOf(reader, { base: 'start' })).files)).toEqual({ a: [1, 1], b: [1, 0] });
    expect(asked()).toEqual(['diff', 'rev-parse', 'status']);
    expect(await lookOf(reader, { base: 'start' })).toMatchObject({ base: 'start', notices: [] });
    expect(asked()).toEqual(['rev-parse', 'status']);
    write(repository, { a: '2\n3\n' });
    expect(linesOf((await lookOf(reader, { base: 'start' })).files)).toEqual({ a: [2, 1], b: [1, 0] });

    git(repository, 'tag', '-f', 'start', 'HEAD');
    expect(linesOf((await lookOf(reader, { base: 'start' })).files)).toEqual({ a: [2, 1] });
    git(repository, 'tag', '-d', 'start');
    const look = await lookOf(reader, { base: 'start' });
    expect(look.base).toBeNull();
    expect(look.notices).toEqual(["The diff base 'start' is not there any more. Compared with HEAD instead."]);
    expect(linesOf(look.files)).toEqual({ a: [2, 1] });
  });

  it.each(['--output=mark', '-R', '^HEAD', '', 'HEAD\n'])('takes no %j for one', async base => {
    const repository = newOne({ a: '1\n' });
    const look = await lookOf(await readerOf(repository, ask), { base });
    expect(look.base).toBeNull();
    expect(existsSync(join(repository, 'mark'))).toBe(false);
  });
});

describe('too much', () => {
  it('of untracked files: a part is listed and the rest is counted', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`flood/${i}`, ''])));
    const look = await lookOf(await readerOf(repository, ask));
    expect([look.files.length, look.untrackedOmitted]).toEqual([2000, 1000]);

    const tight: AskGit = (args, cwd, options) => ask(args, cwd, { ...options, mostBytes: 4000 });
    const reader = await readerOf(repository, tight);
    asked();
    const { files, notices } = await lookOf(reader);
    expect(files.map(({ path }) => path)).toEqual(['flood/']);
    expect(notices).toEqual(['There are too many untracked files to list, so their folders are listed instead.']);
    expect(asked()).toEqual(['diff', 'status', 'status']);
    await lookOf(reader);
    expect(asked()).toEqual(['status']);
  });

  it('to count: said once, not tried again until something changes', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const mute: AskGit = (args, cwd, options) =>
      ask(args, cwd, args.includes('diff') ? { ...options, mostBytes: 0 } : options);
    const reader = await readerOf(repository, mute);
    const look = await lookOf(reader);
    expect(linesOf(look.files)).toEqual({ a: [null, null] });
    expect(look.notices).toEqual([expect.stringContaining('git printed more than can be read.')]);
    asked();
    expect((await lookOf(reader)).notices).toEqual(look.notices);
    expect(asked()).toEqual(['status']);
  });

  it('in one file: it is not read line by line', async () => {
    const repository = newOne({ big: '1\n', small: '1\n' });
    write(repository, { small: '2\n' });
    writeFileSync(join(repository, 'big'), 'line\n'.repeat(3_600_000));
    const look = await lookOf(await readerOf(repository, ask));
    expect(linesOf(look.files)).toEqual({ big: [null, null], small: [1, 1] });
    expect(look.notices).toEqual(['1 file is larger than 16 MB; such lines are not counted.']);
  });
});

describe('a hostile repository', () => {
  it('starts no program and follows no link', async () => {
    const inner = newOne({ s: '1\n' });
    const repository = newOne({ a: '1\n', '.gitattributes': '* diff=evil\n' });
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    git(repository, 'commit', '-qm', 'sub');
    const mark = join(folder, 'mark');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\necho ran >> '${mark}'\ncat\n`);
    chmodSync(program, 0o755);
    for (const where of [repository, join(repository, 'sub')]) {
      for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'core.fsmonitor', 'core.pager'])
        git(where, 'config', key, program);
      git(where, 'config', 'core.hooksPath', folder);
    }
    write(repository, { a: '2\n', 'sub/s': '2\n' });
    symlinkSync('/etc', join(repository, 'way-out'));
    const reader = await readerOf(repository, ask);
    const index = readFileSync(join(repository, '.git', 'index'));
    const look = await lookOf(reader, { anew: true });
    expect(linesOf(look.files)).toEqual({ a: [1, 1], sub: [0, 0] });
    await lookOf(reader, { base: 'HEAD~1' });
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(repository, '.git', 'index')).equals(index)).toBe(true);
    git(repository, 'diff');
    expect(existsSync(mark)).toBe(true);
  });
});

it('looks no more when it is disposed of', async () => {
  const reader = await readerOf(newOne({ a: '1\n' }), ask, later);
  reader.dispose();
  expect(await reader.look({ base: null })).toMatchObject({ ok: false, reason: 'cancelled' });
});

it('reads a repository with conflicts', async () => {
  const repository = newOne({ a: '1\n' });
  git(repository, 'checkout', '-qb', 'other');
  commit(repository, { a: '2\n' });
  git(repository, 'checkout', '-q', 'main');
  commit(repository, { a: '3\n' });
  stopping(repository, 'merge', 'other');
  const reader = await readerOf(repository, ask);
  const look = await lookOf(reader);
  expect(look.files).toMatchObject([{ path: 'a', type: 'Conflicted', added: 4, removed: 0 }]);
  write(repository, { a: '4\n' });
  expect((await lookOf(reader)).files).toMatchObject([{ path: 'a', type: 'Conflicted', added: 1, removed: 1 }]);
});
