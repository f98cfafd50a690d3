import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStatus } from '../../../../src/core/repository/status/parse-status.ts';
import fc from '../../../support/fast-check.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, statusOf, write } from '../support.ts';
import { COPIES, everyState, STATES } from './every-state.ts';
import { fileNames } from './file-names.ts';

const folder = temporaryFolder();

describe('the branch', () => {
  const repository = newRepository(folder, 'branch');

  it('before the first commit', () => {
    expect(statusOf(repository)).toEqual({
      branch: 'main',
      oid: null,
      upstream: null,
      ahead: null,
      behind: null,
      stashes: 0,
      files: [],
      details: [],
      untrackedOmitted: 0,
      unknown: 0,
      notice: null,
    });
  });

  it('with an upstream, ahead, behind and stashes', () => {
    commit(repository, { a: '1\n' });
    git(folder, 'clone', '-q', 'branch', 'clone');
    const clone = join(folder, 'clone');
    commit(repository, { a: '2\n' });
    commit(clone, { b: '1\n' });
    commit(clone, { b: '2\n' });
    git(clone, 'fetch', '-q');
    write(clone, { b: '3\n' });
    git(clone, 'stash', '-q');
    const oid = git(clone, 'rev-parse', 'HEAD').trim();
    const { files, ...rest } = statusOf(clone);
    expect(rest).toMatchObject({ branch: 'main', oid, upstream: 'origin/main', ahead: 2, behind: 1, stashes: 1 });
    expect(files).toEqual([]);

    git(clone, 'update-ref', '-d', 'refs/remotes/origin/main');
    expect(statusOf(clone)).toMatchObject({ upstream: 'origin/main', ahead: null, behind: null });
    git(clone, 'checkout', '-q', '--detach');
    expect(statusOf(clone)).toMatchObject({ branch: null, oid, upstream: null });
  });

  it('with the counts left out', () => {
    expect(parseStatus('# branch.ab +? -?\0')).toMatchObject({ ahead: null, behind: null });
  });
});

describe('a file in every state', () => {
  const repository = everyState(folder);
  const { files, unknown } = statusOf(repository, ...COPIES);

  it('has the type and the letters it should', () => {
    const found = files.map(({ path, staged, unstaged, type }) => [path, [staged + unstaged, type]]);
    expect(Object.fromEntries(found)).toEqual(STATES);
    expect(unknown).toBe(0);
  });

  it('is what git status --short says', () => {
    const short = git(repository, ...COPIES, 'status', '--short', '-z', '-uall')
      .split('\0')
      .slice(0, -1);
    const said: [string, string | null, string][] = [];
    for (let i = 0; i < short.length; i += 1) {
      const record = short[i] ?? '';
      // The short format alone has letters of its own for what is inside a submodule.
      const letters = record
        .slice(0, 2)
        .replaceAll(' ', '.')
        .replace(/^(\.)[m?]$/, '$1M');
      const original = /[RC]/.test(letters) ? (short[++i] ?? '') : null;
      said.push([record.slice(3), original, letters]);
    }
    const ours = files.map(file => [file.path, file.originalPath, file.staged + file.unstaged]);
    expect(ours.sort()).toEqual(said.sort());
  });

  it('says where it came from and what a submodule is about', () => {
    const at = (path: string) => files.find(file => file.path === path);
    expect(at('renamed')?.originalPath).toBe('old');
    expect(at('copied')?.originalPath).toBe('copy-source');
    expect(at('staged')).toMatchObject({ originalPath: null, submodule: null });
    expect(at('sub')?.submodule).toEqual({ commitChanged: true, modified: false, untracked: false });
    expect(at('sub-dirty')?.submodule).toEqual({ commitChanged: false, modified: true, untracked: false });
  });
});

describe('any file name survives', () => {
  it('untracked, added and renamed', () => {
    const repository = newRepository(folder, 'names');
    commit(repository, { first: '1' });
    fc.assert(
      fc.property(fileNames(16), names => {
        const half = names.length / 2;
        const pairs = names.slice(0, half).map((from, i) => [from, names[half + i] ?? ''] as const);
        const named = (type: string) =>
          statusOf(repository)
            .files.filter(file => file.type === type)
            .map(({ path }) => path)
            .sort();
        const from = pairs.map(([name]) => name).sort();

        write(repository, Object.fromEntries(from.map(name => [name, `the content of ${name}\n`])));
        expect(named('Untracked')).toEqual(from);
        git(repository, 'add', '-A');
        expect(named('Added')).toEqual(from);
        git(repository, 'commit', '-qm', 'names');
        for (const [before, after] of pairs) renameSync(join(repository, before), join(repository, after));
        git(repository, 'add', '-A');
        const renames = statusOf(repository).files.map(file => [file.originalPath, file.path, file.type]);
        expect(renames.sort()).toEqual(pairs.map(([before, after]) => [before, after, 'Renamed']).sort());

        git(repository, 'reset', '-q', '--hard', 'HEAD~1');
      }),
      { numRuns: 10 },
    );
  });

  it.each([' ', 'a ', ' a', 'a\n', '"q"', "it's", '\\', 'a\tb', '日本語', '🙂', '-n', '? x', '1 M. N...'])(
    '%j',
    name => {
      const repository = newRepository(folder, 'name');
      write(repository, { [name]: '1' });
      expect(statusOf(repository).files.map(({ path }) => path)).toEqual([name]);
      rmSync(repository, { recursive: true });
    },
  );
});

describe('what it does not know', () => {
  const oid = '0'.repeat(40);
  const known = `1 .M N... 100644 100644 100644 ${oid} ${oid} a\0`;

  it.each([
    ['a new kind of record', 'z some thing\0'],
    ['an empty record', '\0'],
    ['too few fields', '1 .M N...\0'],
    ['no path', `1 .M N... 100644 100644 100644 ${oid} ${oid} \0`],
  ])('is counted: %s', (_, record) => {
    const status = parseStatus(`${record}${known}`);
    expect(status.files.map(({ path }) => path)).toEqual(['a']);
    expect(status.unknown).toBe(1);
    expect(status.notice).toMatch(/^1 record of git status could not be read/);
  });

  it('is counted: what was cut off', () => {
    expect(parseStatus(known.slice(0, -1))).toMatchObject({ files: [], unknown: 1 });
    expect(parseStatus(`2 R. N... 100644 100644 100644 ${oid} ${oid} R100 to\0fro`)).toMatchObject({ files: [] });
  });

  it('headers of a newer git and ignored files are passed over', () => {
    expect(parseStatus(`# branch.new x\0! ignored\0${known}`)).toMatchObject({ unknown: 0, notice: null });
  });

  it('no text makes it throw', () => {
    const pieces = fc.constantFrom('1', '2', 'u', '?', '!', '#', ' ', '\0', 'R', 'S', '.', 'branch.ab', '+', 'a');
    fc.assert(fc.property(fc.string({ unit: pieces }), text => void parseStatus(text)));
  });
});

describe('a flood of untracked files', () => {
  const flood = Array.from({ length: 100_000 }, (_, i) => `? file ${i}\0`).join('');

  it('is listed up to the cap and counted beyond it', () => {
    const { files, details, untrackedOmitted } = parseStatus(`# branch.head main\0${flood}`, 2000);
    expect([files.length, details.length, untrackedOmitted]).toEqual([2000, 2000, 98_000]);
    expect(files.at(-1)?.path).toBe('file 1999');
    expect(parseStatus(flood).untrackedOmitted).toBe(0);
  });
});

it('a mark tells two states of a file apart', () => {
  const record = (letters: string, id: string) => `1 ${letters} N... 100644 100644 100644 ${id} ${id} a b\0`;
  const ids = ['1'.repeat(40), '2'.repeat(40)] as const;
  const outputs = [record('.M', ids[0]), record('M.', ids[0]), record('.M', ids[1])];
  const details = outputs.flatMap(output => parseStatus(output).details);
  expect(new Set(details).size).toBe(3);
  expect(details[0]).toBe(`1 .M N... 100644 100644 100644 ${ids[0]} ${ids[0]} `);
});
