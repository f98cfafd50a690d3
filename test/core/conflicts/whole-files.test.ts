import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { commit, newRepository, stopping } from '../repository/support.ts';
import { type FileRow, lines, makeTorn, merged, picture, type Torn } from './fixture.ts';

const BASE = lines(1, 2, 3, 4, 5, 6, 7, 8);
const idOf = (files: readonly FileRow[], path: string) => files.find(file => file.path === path)?.whole.id ?? '';

/** Resolves by whole files, and sees that undo brings every byte back. */
async function resolveAndUndo(
  { list, resolve, call, repository }: Torn,
  path: string,
  how: Readonly<Record<string, string>>,
  look: () => void,
) {
  const before = picture(repository);
  const { status, text, facts } = await resolve({ id: idOf(await list(), path), ...how });
  expect([status, text]).toEqual(['done', expect.any(String)]);
  look();
  if (facts.journal === undefined) return expect(picture(repository)).toEqual(before);
  expect((await call('git_undo', { id: facts.journal })).text).not.toMatch(/^Error/);
  expect(picture(repository)).toEqual(before);
}

describe('a file that one side deleted', () => {
  const deleted = () =>
    makeTorn(repository => {
      git(repository, 'branch', '-qM', 'main');
      commit(repository, { 'a.txt': BASE, 'b.txt': BASE });
      git(repository, 'checkout', '-qb', 'topic');
      git(repository, 'rm', '-q', 'a.txt');
      commit(repository, { 'b.txt': lines('theirs') });
      git(repository, 'checkout', '-q', 'main');
      git(repository, 'rm', '-q', 'b.txt');
      commit(repository, { 'a.txt': lines('ours') });
      stopping(repository, 'merge', 'topic');
    });

  it('is taken away or stays, as a whole, and either is undone', async () => {
    const torn = await deleted();
    const { list, repository, read, asked } = torn;
    expect(await list()).toMatchObject([
      {
        path: 'a.txt',
        kind: 'deleted by theirs, modified by ours',
        onlyWhole: 'one side has no such file',
        conflicts: [],
      },
      { path: 'b.txt', kind: 'deleted by ours, modified by theirs' },
    ]);
    await resolveAndUndo(torn, 'a.txt', { take: 'theirs' }, () =>
      expect(existsSync(join(repository, 'a.txt'))).toBe(false),
    );
    const [question] = asked as { impact: Promise<{ sentences: readonly string[] }> }[];
    expect((await question?.impact)?.sentences).toContain(
      'a.txt: remove it, as theirs: theirs (topic) has no such file.',
    );
    await resolveAndUndo(torn, 'a.txt', { take: 'base' }, () => expect(read('a.txt')).toBe(BASE));
    rmSync(join(repository, 'b.txt'));
    await resolveAndUndo(torn, 'b.txt', { take: 'theirs' }, () => expect(read('b.txt')).toBe('theirs\n'));
    await resolveAndUndo(torn, 'b.txt', { content: 'new' }, () => expect(read('b.txt')).toBe('new\n'));
    await resolveAndUndo(torn, 'b.txt', { take: 'ours' }, () =>
      expect(existsSync(join(repository, 'b.txt'))).toBe(false),
    );
  });

  it('a folder in its place is not touched', async () => {
    const { list, resolve, repository, asked } = await deleted();
    rmSync(join(repository, 'b.txt'));
    mkdirSync(join(repository, 'b.txt'));
    writeFileSync(join(repository, 'b.txt', 'mine'), 'x');
    expect((await resolve({ id: idOf(await list(), 'b.txt'), take: 'theirs' })).code).toBe('not-resolvable');
    expect(asked).toEqual([]);
  });
});

it('both sides renamed: each name is a file that one side has, and markers in it are not written unasked', async () => {
  const torn = await makeTorn(repository => {
    git(repository, 'branch', '-qM', 'main');
    const long = lines(...Array.from({ length: 30 }, (_, at) => at));
    commit(repository, { 'old.txt': long });
    git(repository, 'checkout', '-qb', 'topic');
    git(repository, 'mv', 'old.txt', 'theirs.txt');
    commit(repository, { 'theirs.txt': long.replace('0\n', 'their zero\n') });
    git(repository, 'checkout', '-q', 'main');
    git(repository, 'mv', 'old.txt', 'ours.txt');
    commit(repository, { 'ours.txt': long.replace('0\n', 'our zero\n') });
    stopping(repository, 'merge', 'topic');
  });
  const { list, resolve, repository, read } = torn;
  const files = await list();
  expect(files).toMatchObject([
    { path: 'old.txt', kind: 'gone from this name on both sides' },
    { path: 'ours.txt', kind: 'added by ours alone' },
    { path: 'theirs.txt', kind: 'added by theirs alone' },
  ]);
  expect((await resolve({ id: idOf(files, 'ours.txt'), take: 'ours' })).code).toBe('markers-left');
  await resolveAndUndo(torn, 'ours.txt', { content: 'mine\n' }, () => expect(read('ours.txt')).toBe('mine\n'));
  await resolveAndUndo(torn, 'theirs.txt', { take: 'ours' }, () =>
    expect(existsSync(join(repository, 'theirs.txt'))).toBe(false),
  );
  await resolveAndUndo(torn, 'old.txt', { take: 'ours' }, () =>
    expect(existsSync(join(repository, 'old.txt'))).toBe(false),
  );
});

it('a binary file is taken whole, byte by byte', async () => {
  const binary = (word: string) => `${word}\0\xff\n`;
  const torn = await makeTorn(repository =>
    merged(repository, { 'x.bin': binary('a') }, { 'x.bin': binary('b') }, { 'x.bin': binary('c') }),
  );
  const { list, call, repository } = torn;
  const [file] = await list();
  expect(file).toMatchObject({ onlyWhole: 'it is binary', conflicts: [], ready: false });
  expect((await call('conflict_read', { id: file?.whole.id, side: 'theirs' })).text).toContain('Binary, 5 bytes.');
  await resolveAndUndo(torn, 'x.bin', { take: 'theirs' }, () =>
    expect(git(repository, 'hash-object', '--no-filters', 'x.bin')).toBe(git(repository, 'rev-parse', ':3:x.bin')),
  );
});

it('links, and modes, are those of the side that is taken', async () => {
  const torn = await makeTorn(repository => {
    git(repository, 'branch', '-qM', 'main');
    commit(repository, { 'a.txt': BASE });
    git(repository, 'checkout', '-qb', 'topic');
    symlinkSync('../../etc/theirs', join(repository, 'link'));
    writeFileSync(join(repository, 'run'), 'same\n');
    chmodSync(join(repository, 'run'), 0o755);
    commit(repository, {});
    git(repository, 'checkout', '-q', 'main');
    symlinkSync('ours', join(repository, 'link'));
    commit(repository, { run: 'same\n' });
    stopping(repository, 'merge', 'topic');
  });
  const { list, repository } = torn;
  expect(await list()).toMatchObject([
    { path: 'link', onlyWhole: 'it is a symbolic link', kind: 'both added' },
    { path: 'run', onlyWhole: 'only its mode is in conflict' },
  ]);
  await resolveAndUndo(torn, 'link', { take: 'theirs' }, () =>
    expect(readlinkSync(join(repository, 'link'))).toBe('../../etc/theirs'),
  );
  const isExecutable = () => (lstatSync(join(repository, 'run')).mode & 0o111) !== 0;
  await resolveAndUndo(torn, 'run', { take: 'ours' }, () => expect(isExecutable()).toBe(false));
  await resolveAndUndo(torn, 'run', { take: 'theirs' }, () => expect(isExecutable()).toBe(true));
});

it('a submodule is no file: the commands that choose are named', async () => {
  const { list, resolve, asked } = await makeTorn(repository => {
    git(repository, 'branch', '-qM', 'main');
    const inner = newRepository(repository, 'sub');
    commit(inner, { one: '1' });
    commit(repository, {});
    const step = (branch: string) => {
      git(inner, 'checkout', '-qb', branch, 'HEAD');
      commit(inner, { [branch]: branch });
    };
    git(repository, 'checkout', '-qb', 'topic');
    step('theirs');
    commit(repository, {});
    git(repository, 'checkout', '-q', 'main');
    git(inner, 'checkout', '-q', 'HEAD~1');
    step('ours');
    commit(repository, {});
    stopping(repository, 'merge', 'topic');
  });
  const [file] = await list();
  expect(file).toMatchObject({ path: 'sub', onlyWhole: 'it is a submodule', whole: { takes: [] } });
  const { code, text } = await resolve({ id: file?.whole.id ?? '', take: 'theirs' });
  expect(code).toBe('not-resolvable');
  expect(text).toMatch(
    /\nours: git -C sub checkout [0-9a-f]{40}\ntheirs: git -C sub checkout [0-9a-f]{40}\ngit add -- sub\n/,
  );
  expect(asked).toEqual([]);
});

describe('as the attributes want it', () => {
  it('a side is checked out with its line ends and its encoding', async () => {
    const torn = await makeTorn(repository => {
      commit(repository, { '.gitattributes': 'dos.txt text eol=crlf\nwide.txt working-tree-encoding=UTF-16LE\n' });
      const wide = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');
      const put = (word: string) => {
        writeFileSync(join(repository, 'wide.txt'), wide(`${word}\n`), 'latin1');
        return { 'dos.txt': `${word}\r\n` };
      };
      git(repository, 'branch', '-qM', 'main');
      commit(repository, put('base'));
      git(repository, 'checkout', '-qb', 'topic');
      commit(repository, put('theirs'));
      git(repository, 'checkout', '-q', 'main');
      commit(repository, put('ours'));
      stopping(repository, 'merge', 'topic');
    });
    const { list, resolve, read } = torn;
    const files = await list();
    expect(files).toMatchObject([
      { path: 'dos.txt', conflicts: [{ lines: [1, 5] }] },
      { path: 'wide.txt', onlyWhole: 'it is kept in another encoding', conflicts: [] },
    ]);
    await resolveAndUndo(torn, 'wide.txt', { take: 'theirs' }, () =>
      expect(read('wide.txt')).toBe(Buffer.from('theirs\n', 'utf16le').toString('latin1')),
    );
    expect((await resolve({ id: idOf(files, 'wide.txt'), content: 'x' })).code).toBe('not-resolvable');
    await resolveAndUndo(torn, 'dos.txt', { take: 'theirs' }, () => expect(read('dos.txt')).toBe('theirs\r\n'));
    await resolve({ id: files[0]?.conflicts[0]?.id ?? '', take: 'ours' });
    expect(read('dos.txt')).toBe('ours\r\n');
  });

  it('markers of another size are found, and those of seven are content then', async () => {
    const { list, resolve, read } = await makeTorn(repository => {
      commit(repository, { '.gitattributes': '*.rst conflict-marker-size=20\n' });
      const text = (word: string) => lines('<<<<<<< not', 'Title', '=======', '>>>>>>> a marker', word);
      merged(repository, { 'a.rst': text('1') }, { 'a.rst': text('2') }, { 'a.rst': text('3') });
    });
    const id = (await list())[0]?.conflicts[0]?.id ?? '';
    expect((await resolve({ id, content: `${'<'.repeat(20)} HEAD` })).code).toBe('markers-left');
    expect((await resolve({ id, content: 'a\n=======\nb' })).status).toBe('done');
    expect(read('a.rst')).toBe(lines('<<<<<<< not', 'Title', '=======', '>>>>>>> a marker', 'a', '=======', 'b'));
  });

  it('a file that a filter writes is left to git', async () => {
    const { list, resolve, repository } = await makeTorn(repository => {
      commit(repository, { '.gitattributes': '*.x filter=secret\n' });
      merged(repository, { 'a.x': '1\n' }, { 'a.x': '2\n' }, { 'a.x': '3\n' });
    });
    const { code, text } = await resolve({ id: idOf(await list(), 'a.x'), take: 'theirs' });
    expect(code).toBe('not-resolvable');
    expect(text).toContain('\ngit checkout --theirs -- a.x\n');
    expect(git(repository, 'status', '--porcelain')).toContain('UU a.x');
  });
});

describe('lines that look like markers', () => {
  it('a file about git is resolved as a whole, and says why', async () => {
    const text = (word: string) => lines('Git writes', '<<<<<<< HEAD', 'yours', '=======', 'theirs', '>>>>>>> x', word);
    const torn = await makeTorn(repository =>
      merged(repository, { 'git.md': text('1') }, { 'git.md': text('2') }, { 'git.md': text('3') }),
    );
    const [file] = await torn.list();
    expect(file).toMatchObject({ conflicts: [], onlyWhole: 'lines of the file itself look like conflict markers' });
    await resolveAndUndo(torn, 'git.md', { content: text('both') }, () =>
      expect(torn.read('git.md')).toBe(text('both')),
    );
  });

  it('a heading underlined with seven signs is told from the marker by what is around it', async () => {
    const { list, resolve, read } = await makeTorn(repository =>
      merged(
        repository,
        { 'a.md': lines('Heading', '=======', 'x') },
        { 'a.md': lines('Ourhead', '=======', 'ours') },
        { 'a.md': lines('Theirhd', '=======', 'theirs') },
      ),
    );
    const [file] = await list();
    expect(file?.conflicts.length).toBeGreaterThan(0);
    await resolve(...(file?.conflicts ?? []).map(({ id }) => ({ id, take: 'theirs' })));
    expect(read('a.md')).toBe(lines('Theirhd', '=======', 'theirs'));
  });

  it('markers that do not match are not guessed at', async () => {
    const { list, repository, read } = await makeTorn(repository =>
      merged(repository, { 'a.txt': '1\n' }, { 'a.txt': '2\n' }, { 'a.txt': '3\n' }),
    );
    for (const text of [
      read('a.txt').replace('=======\n', ''),
      read('a.txt').replace('>>>>>>> topic\n', ''),
      read('a.txt').replace('<<<<<<< HEAD\n', ''),
      `<<<<<<< x\n${read('a.txt')}`,
    ]) {
      writeFileSync(join(repository, 'a.txt'), text);
      expect(await list()).toMatchObject([
        { conflicts: [], ready: false, onlyWhole: 'its conflict markers do not match' },
      ]);
    }
  });

  it('conflicts inside of the base, whose markers are longer, are part of it', async () => {
    const { list, call } = await makeTorn(repository => {
      git(repository, 'branch', '-qM', 'main');
      commit(repository, { 'a.txt': '0\n' });
      git(repository, 'checkout', '-qb', 'topic');
      commit(repository, { 'a.txt': 't1\n' });
      git(repository, 'checkout', '-q', 'main');
      commit(repository, { 'a.txt': 'm1\n' });
      git(repository, 'branch', 'before');
      const mergeAs = (branch: string, text: string) => {
        stopping(repository, 'merge', branch);
        commit(repository, { 'a.txt': text });
      };
      mergeAs('topic', 'm2\n');
      git(repository, 'checkout', '-q', 'topic');
      mergeAs('before', 't2\n');
      git(repository, 'checkout', '-q', 'main');
      stopping(repository, '-c', 'merge.conflictStyle=diff3', 'merge', 'topic');
    });
    const [file] = await list();
    expect(file?.conflicts).toHaveLength(1);
    const { text } = await call('conflict_read', { id: file?.conflicts[0]?.id, side: 'base' });
    expect(text).toContain('<<<<<<<<< ');
  });
});
