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
import { type Read, readerFrom } from '../../../../src/core/git/reader.ts';
import { besideAnother } from '../../../../src/core/repository/status/diff-query.ts';
import { parseNumstat, withCounts } from '../../../../src/core/repository/status/numstat.ts';
import type { StatusScan } from '../../../../src/core/repository/status/scan.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, statusOf as gitStatusOf, newRepository, stopping, write } from '../support.ts';
import { everyState } from './every-state.ts';
import { countingGit, later, linesOf, scannerOf, statusOf } from './scan-support.ts';

const folder = temporaryFolder();
const { git: reader, read, asked } = countingGit();

let made = 0;
const newOne = (files: Readonly<Record<string, string>>) => {
  const repository = newRepository(folder, `r${++made}`);
  commit(repository, files);
  return repository;
};

/** What git itself counts. */
const expected = (repository: string) => {
  const diff = git(repository, 'diff', '--numstat', '-z', '-M', 'HEAD');
  return linesOf(withCounts(gitStatusOf(repository).files, parseNumstat(diff) ?? []));
};

describe('processes', () => {
  const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
  write(repository, { a: '1\n2\n', b: '2\n' });

  it('two when cold, one when nothing changed, two for an edit, none for a check', async () => {
    const scanner = await scannerOf(repository, reader);
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [1, 0], b: [1, 1] });
    expect(asked()).toEqual(['diff', 'status']);
    expect(await scanner.check()).toBe(false);
    expect(asked()).toEqual([]);
    await statusOf(scanner);
    expect(asked()).toEqual(['status']);

    write(repository, { b: '2\n3\n' });
    expect(await scanner.check()).toBe(true);
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [1, 0], b: [2, 1] });
    expect(asked()).toEqual(['diff', 'status']);

    write(repository, { c: '' });
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [1, 0], b: [2, 1], c: [0, 1] });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('of which two that look at all files at once have no threads where there are but two cores', async () => {
    expect([1, 2, 3].map(cores => besideAnother(cores))).toEqual([
      [['core.preloadIndex', 'false']],
      [['core.preloadIndex', 'false']],
      [],
    ]);
    const preload: unknown[] = [];
    const heard: Read = (args, cwd, options) => {
      preload.push(options?.config?.filter(([key]) => key === 'core.preloadIndex'));
      return read(args, cwd, options);
    };
    const scanner = await scannerOf(repository, readerFrom(heard));
    await statusOf(scanner);
    expect(preload.splice(0)).toEqual([besideAnother(), besideAnother()]);
    await statusOf(scanner);
    expect(preload).toEqual([[]]);
    asked();
  });

  it('starts over when told to', async () => {
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    asked();
    await statusOf(scanner, { anew: true });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('tells of the status before the lines are counted, with what was counted before', async () => {
    const scanner = await scannerOf(repository, reader);
    const early: unknown[] = [];
    const preview = ({ status }: StatusScan) => void early.push([status.counted, linesOf(status.files)]);
    await statusOf(scanner, { preview });
    write(repository, { a: '' });
    await statusOf(scanner, { preview });
    await statusOf(scanner, { preview });
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
    const scanner = await scannerOf(repository, reader);
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [2, 2] });
    const { atime, mtime } = statSync(join(repository, 'a'));
    write(repository, { a: '1\n4\n' });
    utimesSync(join(repository, 'a'), atime, mtime);
    expect(await scanner.check()).toBe(true);
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [1, 1] });
  });

  it('right after the scan is not hidden by a stat that cannot tell', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    let now = statSync(join(repository, 'a')).ctimeMs + 500;
    const scanner = await scannerOf(repository, reader, () => now);
    await statusOf(scanner);
    asked();
    expect(await scanner.check()).toBe(true);
    now += 2000;
    await statusOf(scanner);
    expect(asked()).toEqual(['diff', 'status']);
    expect(await scanner.check()).toBe(false);
  });

  it('that deletes the file after status told of it is seen by a check', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const late: Read = async (args, cwd, options) => {
      const answer = await read(args, cwd, options);
      if (args.includes('status')) rmSync(join(repository, 'a'), { force: true });
      return answer;
    };
    const scanner = await scannerOf(repository, readerFrom(late));
    expect((await statusOf(scanner)).files).toMatchObject([{ path: 'a', type: 'Modified' }]);
    expect(await scanner.check()).toBe(true);
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [0, 1] });
    expect(await scanner.check()).toBe(false);
  });

  it('a time far ahead keeps nobody busy', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    utimesSync(join(repository, 'a'), new Date('2099-01-01'), new Date('2099-01-01'));
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    expect(await scanner.check()).toBe(false);
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
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    expect(await scanner.check()).toBe(false);
    changes[name]?.(repository);
    expect(await scanner.check()).toBe(true);
    await statusOf(scanner);
    expect(await scanner.check()).toBe(false);
  });
});

describe('counts are those of git', () => {
  it('in every state, cold and one by one', async () => {
    const repository = everyState(folder);
    const scanner = await scannerOf(repository, reader);
    const status = await statusOf(scanner);
    expect(linesOf(status.files)).toEqual(expected(repository));
    expect(status.operations.map(({ kind }) => kind)).toEqual(['merge']);
    for (const { path, submodule } of status.files) {
      if (submodule === null && existsSync(join(repository, path)) && path !== 'link-now')
        writeFileSync(join(repository, path), `${readFileSync(join(repository, path), 'utf8')}again\n`);
      expect([path, linesOf((await statusOf(scanner)).files)]).toEqual([path, expected(repository)]);
    }
  });

  it('for staged and unstaged, a rename that is edited, more files than can be named', async () => {
    const long = 'line\n'.repeat(20);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`many/${i}`, '1\n']));
    const repository = newOne({ a: '1\n', old: long, ...many });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    write(repository, { a: '1\n2\n' });
    git(repository, 'add', 'a');
    git(repository, 'mv', 'old', 'new');
    write(repository, { a: '1\n2\n3\n' });
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [2, 0], new: [0, 0] });
    write(repository, { new: `${long}more\n` });
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [2, 0], new: [1, 0] });
    write(repository, Object.fromEntries(Object.keys(many).map((name, i) => [name, '2\n'.repeat(i)])));
    asked();
    expect(linesOf((await statusOf(scanner)).files)).toEqual(expected(repository));
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('also where a diff of everything would see a rename and status does not', async () => {
    const long = 'line\n'.repeat(20);
    const repository = newOne({ old: long });
    write(repository, { new: long });
    git(repository, 'add', 'new');
    rmSync(join(repository, 'old'));
    const { files } = await statusOf(await scannerOf(repository, reader));
    expect(linesOf(files)).toEqual({ new: [20, 0], old: [0, 20] });
  });

  it('of several files at once, each once', async () => {
    const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    write(repository, { b: '1\n2\n', c: '2\n' });
    git(repository, 'add', 'b', 'c');
    write(repository, { a: '1\n2\n', b: '1\n2\n3\n' });
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [1, 0], b: [2, 0], c: [1, 1] });
  });

  it.each([
    ['', (_: string) => undefined],
    [', also as hints', (name: string) => [name]],
  ])('for names that mean something to git%s', async (_, hintsOf) => {
    const names = ['*', '[a]', ':(top)x', ':!x', '-x', '--', 'a b ', 'new\nline', '"q"', 'ü', '\\', 'HEAD', '.\u202e'];
    const repository = newOne({ x: '1\n', a: '1\n', ...Object.fromEntries(names.map(name => [name, '1\n'])) });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    const counts: Record<string, [number, number]> = {};
    for (const name of names) {
      write(repository, { [name]: '1\n2\n' });
      counts[name] = [1, 0];
      expect(linesOf((await statusOf(scanner, { hints: hintsOf(name) })).files)).toEqual(counts);
    }
  });
});

describe('hints', () => {
  it('start the count beside the status, for what may have lines to count', async () => {
    const repository = newOne({ a: '1\n', b: '1\n', c: '1\n' });
    write(repository, { a: '2\n' });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    const processes = async (hints: string[]) => {
      asked();
      return [linesOf((await statusOf(scanner, { hints })).files), asked()];
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
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    write(repository, { a: '2\n3\n4\n' });
    for (const hints of [[], ['b'], ['nowhere']]) {
      expect(linesOf((await statusOf(scanner, { hints })).files)).toEqual({ a: [1, 1] });
      expect(await scanner.check()).toBe(true);
    }
    expect(linesOf((await statusOf(scanner)).files)).toEqual({ a: [3, 1] });
    expect(await scanner.check()).toBe(false);
  });

  it.each<[string, (repository: string) => void]>([
    ['a file that is staged', repository => git(repository, 'add', 'a')],
    ['a file that is deleted', repository => rmSync(join(repository, 'a'))],
    ['a file that is taken back', repository => git(repository, 'checkout', 'a')],
    ['another that is edited', repository => write(repository, { b: '1\n2\n3\n' })],
  ])('without %s: what git says of it decides', async (_, act) => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    write(repository, { a: '2\n' });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    act(repository);
    expect(linesOf((await statusOf(scanner, { hints: [] })).files)).toEqual(expected(repository));
  });

  it('in every state, one by one', async () => {
    const own = join(folder, 'hinted');
    mkdirSync(own);
    const repository = everyState(own);
    const scanner = await scannerOf(repository, reader);
    const { files } = await statusOf(scanner);
    for (const { path, submodule } of files) {
      if (submodule === null && existsSync(join(repository, path)) && path !== 'link-now')
        writeFileSync(join(repository, path), `${readFileSync(join(repository, path), 'utf8')}again\n`);
      const status = await statusOf(scanner, { hints: [path, `${path}/below`] });
      expect([path, await scanner.check()]).toEqual([path, false]);
      expect([path, linesOf(status.files)]).toEqual([path, expected(repository)]);
    }
  });

  it('of a folder stand for all that is in it', async () => {
    const repository = newOne({ 'in/a': '1\n', 'in/b': '1\n' });
    write(repository, { 'in/a': '2\n' });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    write(repository, { 'in/a': '2\n3\n' });
    expect(linesOf((await statusOf(scanner, { hints: ['in'] })).files)).toEqual({ 'in/a': [2, 1] });
  });

  it('do not hide a second edit that left the same stat', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const { ctimeMs } = statSync(join(repository, 'a'));
    const scanner = await scannerOf(repository, reader, () => ctimeMs + 500);
    await statusOf(scanner);
    asked();
    await statusOf(scanner, { hints: [] });
    expect(asked()).toEqual(['diff', 'status']);
  });

  it('are not followed at first, after a scan that failed, against another base, and where a check sees less', async () => {
    const repository = newOne({
      a: '1\n',
      ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`, ''])),
    });
    write(repository, { a: '2\n' });
    let broken = false;
    const fragile: Read = (args, cwd, options) => read(broken ? ['no-such-command'] : args, cwd, options);
    const scanner = await scannerOf(repository, readerFrom(fragile));
    const hints: string[] = [];
    expect(linesOf((await statusOf(scanner, { hints })).files)).toEqual({ a: [1, 1] });
    write(repository, { a: '2\n3\n' });
    broken = true;
    expect(await scanner.scan({ base: null, hints: ['a'] })).toMatchObject({ ok: false });
    broken = false;
    expect(linesOf((await statusOf(scanner, { hints })).files)).toEqual({ a: [2, 1] });
    write(repository, { a: '2\n3\n4\n' });
    await statusOf(scanner, { base: 'HEAD', hints: ['a'] });
    expect(linesOf((await statusOf(scanner, { hints })).files)).toEqual({ a: [3, 1] });
    write(repository, Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`, '1\n'])));
    await statusOf(scanner);
    write(repository, { a: '' });
    expect(linesOf((await statusOf(scanner, { hints })).files)).toMatchObject({ a: [0, 1] });
  });
});

describe('where there is no ordinary HEAD', () => {
  it('before the first commit', async () => {
    const repository = newRepository(folder, 'unborn');
    const scanner = await scannerOf(repository, reader);
    expect((await statusOf(scanner)).files).toEqual([]);
    write(repository, { a: '1\n2\n', b: '1\n' });
    git(repository, 'add', 'a');
    const status = await statusOf(scanner);
    expect(status).toMatchObject({ branch: 'main', oid: null });
    expect(linesOf(status.files)).toEqual({ a: [2, 0] });
    expect(linesOf((await statusOf(await scannerOf(repository, reader))).files)).toEqual({ a: [2, 0] });
  });

  it('with object ids of the longer kind', async () => {
    git(folder, 'init', '-q', '--object-format=sha256', 'sha256');
    const repository = join(folder, 'sha256');
    write(repository, { a: '1\n' });
    git(repository, 'add', 'a');
    expect(linesOf((await statusOf(await scannerOf(repository, reader))).files)).toEqual({ a: [1, 0] });
  });

  it('detached, and in a linked work tree', async () => {
    const repository = newOne({ a: '1\n' });
    const linked = join(folder, 'linked');
    git(repository, 'worktree', 'add', '-q', '--detach', linked);
    write(linked, { a: '1\n2\n' });
    const scanner = await scannerOf(linked, reader);
    const status = await statusOf(scanner);
    expect(status.branch).toBeNull();
    expect(linesOf(status.files)).toEqual({ a: [1, 0] });
    expect(await scanner.check()).toBe(false);
    git(linked, 'checkout', '-qb', 'side');
    expect(await scanner.check()).toBe(true);
    expect((await statusOf(scanner)).branch).toBe('side');
    git(repository, 'update-ref', 'refs/heads/side', git(linked, 'commit-tree', '-m', 'x', 'HEAD^{tree}').trim());
    expect(await scanner.check()).toBe(true);
  });

  it('not a repository any more', async () => {
    const repository = newOne({ a: '1\n' });
    const scanner = await scannerOf(repository, reader);
    await statusOf(scanner);
    rmSync(join(repository, '.git'), { recursive: true });
    expect(await scanner.scan({ base: null })).toMatchObject({ ok: false, reason: 'failed' });
    expect(await scanner.check()).toBe(false);
  });
});

describe('against another base', () => {
  it('counts anew only when something changed, and falls back to HEAD when the base is gone', async () => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    git(repository, 'tag', 'start');
    commit(repository, { b: '1\n2\n' });
    write(repository, { a: '2\n' });
    utimesSync(join(repository, 'b'), new Date(), new Date());
    const scanner = await scannerOf(repository, reader);
    asked();
    expect(linesOf((await statusOf(scanner, { base: 'start' })).files)).toEqual({ a: [1, 1], b: [1, 0] });
    expect(asked()).toEqual(['diff', 'rev-parse', 'status']);
    expect(await statusOf(scanner, { base: 'start' })).toMatchObject({ diffBase: 'start', notices: [] });
    expect(asked()).toEqual(['rev-parse', 'status']);
    write(repository, { a: '2\n3\n' });
    expect(linesOf((await statusOf(scanner, { base: 'start' })).files)).toEqual({ a: [2, 1], b: [1, 0] });

    git(repository, 'tag', '-f', 'start', 'HEAD');
    expect(linesOf((await statusOf(scanner, { base: 'start' })).files)).toEqual({ a: [2, 1] });
    git(repository, 'tag', '-d', 'start');
    const status = await statusOf(scanner, { base: 'start' });
    expect(status.diffBase).toBeNull();
    expect(status.notices).toEqual(["The diff base 'start' no longer exists. Compared with HEAD instead."]);
    expect(linesOf(status.files)).toEqual({ a: [2, 1] });
  });

  it.each(['--output=mark', '-R', '^HEAD', '', 'HEAD\n'])('takes no %j for one', async base => {
    const repository = newOne({ a: '1\n' });
    const status = await statusOf(await scannerOf(repository, reader), { base });
    expect(status.diffBase).toBeNull();
    expect(existsSync(join(repository, 'mark'))).toBe(false);
  });
});

describe('too much', () => {
  it('of untracked files: a part is listed and the rest is counted', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`flood/${i}`, ''])));
    const status = await statusOf(await scannerOf(repository, reader));
    expect([status.files.length, status.untrackedOmitted]).toEqual([2000, 1000]);

    const tight: Read = (args, cwd, options) => read(args, cwd, { ...options, mostBytes: 4000 });
    const scanner = await scannerOf(repository, readerFrom(tight));
    asked();
    const { files, notices } = await statusOf(scanner);
    expect(files.map(({ path }) => path)).toEqual(['flood/']);
    expect(notices).toEqual(['There are too many untracked files to list, so their folders are listed instead.']);
    expect(asked()).toEqual(['diff', 'status', 'status']);
    await statusOf(scanner);
    expect(asked()).toEqual(['status']);
  });

  it('to count: said once, not tried again until something changes', async () => {
    const repository = newOne({ a: '1\n' });
    write(repository, { a: '2\n' });
    const mute: Read = (args, cwd, options) =>
      read(args, cwd, args.includes('diff') ? { ...options, mostBytes: 0 } : options);
    const scanner = await scannerOf(repository, readerFrom(mute));
    const status = await statusOf(scanner);
    expect(linesOf(status.files)).toEqual({ a: [null, null] });
    expect(status.notices).toEqual([expect.stringContaining('git printed more than can be read.')]);
    asked();
    expect((await statusOf(scanner)).notices).toEqual(status.notices);
    expect(asked()).toEqual(['status']);
  });

  it('in one file: it is not read line by line', async () => {
    const repository = newOne({ big: '1\n', small: '1\n' });
    write(repository, { small: '2\n' });
    writeFileSync(join(repository, 'big'), 'line\n'.repeat(3_600_000));
    const status = await statusOf(await scannerOf(repository, reader));
    expect(linesOf(status.files)).toEqual({ big: [null, null], small: [1, 1] });
    expect(status.notices).toEqual(['1 file is larger than 16 MB, so its lines are not counted.']);
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
    const scanner = await scannerOf(repository, reader);
    const index = readFileSync(join(repository, '.git', 'index'));
    const status = await statusOf(scanner, { anew: true });
    expect(linesOf(status.files)).toEqual({ a: [1, 1], sub: [0, 0] });
    await statusOf(scanner, { base: 'HEAD~1' });
    expect(existsSync(mark)).toBe(false);
    expect(readFileSync(join(repository, '.git', 'index')).equals(index)).toBe(true);
    git(repository, 'diff');
    expect(existsSync(mark)).toBe(true);
  });
});

it('scans no more when it is disposed of', async () => {
  const scanner = await scannerOf(newOne({ a: '1\n' }), reader, later);
  scanner.dispose();
  expect(await scanner.scan({ base: null })).toMatchObject({ ok: false, reason: 'cancelled' });
});

it('reads a repository with conflicts', async () => {
  const repository = newOne({ a: '1\n' });
  git(repository, 'checkout', '-qb', 'other');
  commit(repository, { a: '2\n' });
  git(repository, 'checkout', '-q', 'main');
  commit(repository, { a: '3\n' });
  stopping(repository, 'merge', 'other');
  const scanner = await scannerOf(repository, reader);
  const status = await statusOf(scanner);
  expect(status.files).toMatchObject([{ path: 'a', type: 'Conflicted', added: 4, removed: 0 }]);
  write(repository, { a: '4\n' });
  expect((await statusOf(scanner)).files).toMatchObject([{ path: 'a', type: 'Conflicted', added: 1, removed: 1 }]);
});
