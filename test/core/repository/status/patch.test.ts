import { appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Read, readerFrom } from '../../../../src/core/git/reader.ts';
import type { StatusScan } from '../../../../src/core/repository/status/scan-result.ts';
import fc from '../../../support/fast-check.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../support.ts';
import { everyState } from './every-state.ts';
import { countingGit, later, scannerOf, scanOf, statusOf } from './scan-support.ts';

const folder = temporaryFolder();
const { git: reader, read } = countingGit();

let made = 0;
const newOne = (files: Readonly<Record<string, string>>) => {
  const repository = newRepository(folder, `r${++made}`);
  commit(repository, files);
  return repository;
};

/** Of a file that HEAD does not have and that is gone again a diff says nothing, or that no lines changed. */
const comparable = ({ status, ...rest }: StatusScan) => ({
  ...rest,
  ...status,
  files: status.files.map(file => ({
    ...file,
    added: file.added || null,
    removed: file.removed || null,
    net: file.net || null,
  })),
});

const commitIn = (repository: string) => {
  commit(repository, { s: '1\n' });
  return repository;
};

/** A scanner that has scanned everything, and what it then asks status for: 'all', or the paths alone. */
async function opened(repository: string, now = later, untrackedCap = 2000) {
  const asked: (string | readonly string[])[] = [];
  const heard: Read = (args, cwd, options) => {
    const paths = args.includes('--') ? args.slice(args.indexOf('--') + 1) : 'all';
    if (args.includes('status')) asked.push(paths);
    return read(args, cwd, options);
  };
  const scanner = await scannerOf(repository, readerFrom(heard), now, untrackedCap);
  await scanOf(scanner);
  return {
    scanner,
    asked: () => asked.splice(0),
    /** A scan with these hints, beside one that knows nothing. */
    async both(hints: readonly string[]) {
      asked.length = 0;
      const followed = await scanOf(scanner, { hints });
      const fresh = await scanOf(await scannerOf(repository, reader, later, untrackedCap));
      return { followed: comparable(followed), fresh: comparable(fresh) };
    },
  };
}

type Act = (repository: string) => unknown;

const put =
  (files: Readonly<Record<string, string>>): Act =>
  at =>
    write(at, files);
const drop =
  (path: string): Act =>
  at =>
    rmSync(join(at, path), { recursive: true });
const run =
  (...words: string[]): Act =>
  at =>
    git(at, ...words);
const steps =
  (...acts: Act[]): Act =>
  at => {
    for (const act of acts) act(at);
  };
const nothing = () => {};

describe('a scan that follows hints asks git about those files alone', () => {
  const files = { a: '1\n', b: '1\n', 'in/a': '1\n', 'in/b': '1\n', '.gitignore': 'ignored\n' };
  it.each<[string, Act, string[]]>([
    ['edited', put({ a: '2\n' }), ['a']],
    ['edited again', put({ b: '3\n' }), ['b']],
    ['taken back', put({ b: '1\n' }), ['b']],
    ['new', put({ 'in/new': '' }), ['in/new']],
    ['ignored', put({ ignored: '' }), ['ignored']],
    ['deleted', drop('in/a'), ['in/a']],
    ['untracked and gone', drop('in/untracked'), ['in/untracked']],
    ['never there', nothing, ['nowhere']],
    ['made executable', at => chmodSync(join(at, 'a'), 0o755), ['a']],
    ['a link now', steps(drop('a'), at => symlinkSync('b', join(at, 'a'))), ['a']],
    ['staged and edited again', put({ staged: '3\n' }), ['staged']],
    ['several', put({ a: '2\n', 'in/b': '', z: '' }), ['a', 'in/b', 'z', 'in/gone']],
    ['taken from the index', put({ 'index-gone': '3\n' }), ['index-gone']],
  ])('%s', async (_, act, hints) => {
    const repository = newOne({ ...files, staged: '1\n', 'index-gone': '1\n' });
    write(repository, { staged: '2\n' });
    git(repository, 'add', 'staged');
    git(repository, 'rm', '-q', '--cached', 'index-gone');
    write(repository, { b: '2\n', 'in/untracked': '' });
    const { both, asked } = await opened(repository);
    act(repository);
    const { followed, fresh } = await both(hints);
    expect(followed).toEqual(fresh);
    expect(asked()).toEqual([hints]);
  });
});

describe('and about everything', () => {
  const files = { a: '1\n', b: '1\n', 'in/a': '1\n', '.gitattributes': '', '.gitignore': '' };
  const inner = commitIn(newRepository(folder, 'inner'));
  const many = Array.from({ length: 98 }, (_, i) => `${i}`);
  it.each<[string, Act, Act, string[]]>([
    ['when ignore rules change', put({ u: '' }), put({ '.gitignore': 'u\n' }), ['.gitignore']],
    ['when attributes change', put({ a: '2\n' }), put({ '.gitattributes': 'a binary\n' }), ['.gitattributes']],
    [
      'when attributes of a folder come',
      put({ 'in/a': '2\n' }),
      put({ 'in/.gitattributes': 'a binary\n' }),
      ['in/.gitattributes'],
    ],
    ['when the index changes', nothing, steps(put({ a: '2\n', b: '2\n' }), run('add', 'b')), ['a']],
    ['when HEAD changes', nothing, steps(run('checkout', '-qb', 'x'), put({ a: '2\n' })), ['a']],
    ['when a setting changes', nothing, steps(run('config', 'core.fileMode', 'false'), put({ a: '' })), ['a']],
    ['when a file was renamed', run('mv', 'a', 'c'), put({ c: '1\n2\n' }), ['c']],
    ['when where it came from is there again', run('mv', 'a', 'c'), put({ a: '1\n' }), ['a']],
    [
      'when a file is to be added, for it may turn out to be a rename',
      steps(put({ c: '1\n' }), run('add', '-N', 'c')),
      drop('a'),
      ['a'],
    ],
    ['when a folder is gone', put({ 'u/x': '', 'u/y': '' }), drop('u'), ['u']],
    ['when a file takes the place of a folder', nothing, steps(drop('in'), put({ in: '' })), ['in']],
    ['when a folder is there', nothing, put({ 'u/x': '', 'u/y': '' }), ['u']],
    [
      'inside a submodule',
      steps(
        run('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub'),
        run('commit', '-qm', 'sub'),
      ),
      put({ 'sub/s': '2\n' }),
      ['sub/s'],
    ],
    ['inside another repository', at => commitIn(newRepository(at, 'other')), put({ 'other/s': '2\n' }), ['other/s']],
    ['when there are too many untracked files', put({ u1: '', u2: '', u3: '' }), put({ u4: '' }), ['u4']],
    ['when there are too many hints', nothing, put({ a: '2\n' }), ['a', ...many]],
  ])('%s', async (_, prepare, act, hints) => {
    const repository = newOne(files);
    prepare(repository);
    const { both, asked } = await opened(repository, later, 3);
    act(repository);
    const { followed, fresh } = await both(hints);
    expect(followed).toEqual(fresh);
    expect(asked().at(-1)).toBe('all');
  });

  it('a while after it followed hints, once, so that what no hint told of comes to light', async () => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    let now = later();
    const { scanner, asked } = await opened(repository, () => now);
    asked();
    write(repository, { a: '2\n', b: '2\n' });
    const paths = async (hints?: string[]) => (await statusOf(scanner, { hints })).files.map(({ path }) => path);
    expect([await paths(['a']), asked()]).toEqual([['a'], [['a']]]);
    now += 9000;
    expect(await scanner.check()).toBe(false);
    expect(await paths(['a'])).toEqual(['a']);
    now += 1000;
    expect(await scanner.check()).toBe(true);
    asked();
    expect([await paths(), asked()]).toEqual([['a', 'b'], ['all']]);
    now += 60_000;
    expect(await scanner.check()).toBe(false);
  });

  it('as long as a change of the index could hide behind its stat', async () => {
    const repository = newOne({ a: '1\n', b: '1\n' });
    const { scanner, asked } = await opened(repository, Date.now);
    write(repository, { a: '2\n' });
    asked();
    await scanOf(scanner, { hints: ['a'] });
    expect(asked()).toEqual(['all']);
  });
});

it('shows what a scan of everything shows, in every state', async () => {
  const own = join(folder, 'every');
  mkdirSync(own);
  const repository = everyState(own);
  git(repository, 'rm', '-q', '--cached', 'intended');
  const { scanner, both, asked } = await opened(repository);
  const { files } = await statusOf(scanner);
  const alone: string[] = [];
  for (const { path, submodule } of files) {
    const at = join(repository, path);
    // Through a link another file would be edited.
    if (submodule === null && lstatSync(at, { throwIfNoEntry: false })?.isFile()) appendFileSync(at, 'again\n');
    const { followed, fresh } = await both([path]);
    expect([path, followed]).toEqual([path, fresh]);
    if (Array.isArray(asked()[0])) alone.push(path);
  }
  expect(alone).toEqual(expect.arrayContaining(['added-changed', 'both', 'both-changed', 'deleted-by-us', 'link-now']));
  expect(files.length - alone.length).toBeLessThan(8);
});

it('shows what a scan of everything shows, whatever happens', async () => {
  // The first four sort in another order by their bytes than as a program compares strings.
  const names = [
    '\u{10000}',
    '\uff5e',
    'é',
    'e\u0301',
    'd',
    'd.x',
    'd/a',
    'd/b',
    'd0',
    'A',
    '-x',
    ':(glob)*',
    'ignored',
  ];
  const name = fc.constantFrom(...names);
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant('write'), name, fc.constantFrom('', '1\n', '2\n', '1\n2\n', '\0')) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('remove'), name, fc.constant('')) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('link', 'add', 'unstage', 'intend', 'move'), name, name) },
  );
  let some = 0;
  const perform = (repository: string, [kind, path, other]: readonly [string, string, string]) => {
    const at = join(repository, path);
    const quietly = (...words: string[]) => {
      try {
        git(repository, '--literal-pathspecs', ...words);
      } catch {
        // There may be nothing to add or move.
      }
    };
    if (kind === 'write' || kind === 'link') {
      // A file where a folder has to be, or the other way round.
      if (dirname(at) !== repository) rmSync(join(dirname(at)), { recursive: true, force: true });
      rmSync(at, { recursive: true, force: true });
      mkdirSync(dirname(at), { recursive: true });
      if (kind === 'write') write(repository, { [path]: other });
      else symlinkSync('A', at);
    } else if (kind === 'remove') {
      if (existsSync(at)) rmSync(at, { recursive: true });
    } else if (kind === 'add') quietly('add', '-f', '--', path);
    else if (kind === 'intend') quietly('add', '-N', '--', path);
    else if (kind === 'unstage') quietly('rm', '-q', '-r', '--cached', '--', path);
    else quietly('mv', '--', path, other);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 6 }),
      fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 }),
      async (tracked, rounds) => {
        const clash = tracked.includes('d') ? tracked.filter(each => !each.startsWith('d/')) : tracked;
        const repository = newOne({
          '.gitignore': 'ignored\n',
          ...Object.fromEntries(clash.map(each => [each, '1\n'])),
        });
        const { both, asked } = await opened(repository);
        for (const acts of rounds) {
          for (const each of acts) perform(repository, each);
          // As a watcher tells: what was there or is there, and the folder that came or went with it.
          const hints = acts.flatMap(([kind, path, other]) =>
            [path, ...(kind === 'move' ? [other] : [])].flatMap(each =>
              each.startsWith('d/') ? [each, 'd', 'd/a', 'd/b'] : [each],
            ),
          );
          const { followed, fresh } = await both([...new Set(hints)]);
          expect(followed).toEqual(fresh);
          if (Array.isArray(asked()[0])) some += 1;
        }
      },
    ),
    { numRuns: 30 },
  );
  expect(some).toBeGreaterThan(20);
});
