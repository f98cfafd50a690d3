import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addedDiff } from '../../../../src/core/repository/status/added-diff.ts';
import { cutAtLine } from '../../../../src/core/repository/status/cut-at-line.ts';
import { allDiffs, fileDiff } from '../../../../src/core/repository/status/file-diff.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, statusOf, write } from '../support.ts';
import { everyState } from './every-state.ts';
import { countingGit } from './scan-support.ts';

const folder = temporaryFolder();
const { git: reader } = countingGit();

describe('the diff of a file', () => {
  const repository = everyState(folder);
  const { files } = statusOf(repository);
  const diffOf = async (path: string) => {
    const file = files.find(each => each.path === path);
    if (file === undefined) throw new Error(`${path} is not listed`);
    return fileDiff(reader, repository, { commit: 'HEAD', isHead: true }, file);
  };

  it.each([
    ['unstaged', '+more\n'],
    ['both', '+more\n+more\n'],
    ['deleted-unstaged', 'deleted file mode 100644\n'],
    ['renamed-changed', 'rename from old-changed\nrename to renamed-changed\n'],
    ['added staged', 'new file mode 100644\n'],
    ['sub', '+Subproject commit '],
    ['link-now', 'new file mode 120000\n'],
    ['both-changed', 'diff --cc both-changed\n'],
    ['both-changed', '++<<<<<<< HEAD\n'],
    ['both-added', 'diff --cc both-added\n'],
    ['dir/untracked file', '--- /dev/null\n+++ b/dir/untracked file\n@@ -0,0 +1 @@\n+u\n'],
  ])('%s', async (path, part) => {
    expect(await diffOf(path)).toEqual({ text: expect.stringContaining(part), notice: null });
  });

  it.each(['deleted-by-us', 'deleted-by-them'])('%s: there is nothing on the other side', async path => {
    expect(await diffOf(path)).toEqual({ text: null, notice: 'One side of the merge deleted this file.' });
  });

  it('of all files, within bounds', async () => {
    const all = await allDiffs(reader, repository, 'HEAD', 1024 * 1024);
    expect(all.notice).toBeNull();
    expect(all.text).toContain('diff --git a/staged b/staged\n');
    const some = await allDiffs(reader, repository, 'HEAD', 1024);
    expect(some.notice).toBe('Only the first 1 KiB of the diff are shown.');
    expect(all.text?.startsWith(some.text ?? 'nothing')).toBe(true);
    expect(some.text?.endsWith('\n')).toBe(true);
  });
});

describe('what the config cannot change', () => {
  it('colours, prefixes, programs, order', async () => {
    const repository = newRepository(folder, 'config');
    commit(repository, { a: '1\n', '.gitattributes': '* diff=evil\n' });
    const mark = join(folder, 'mark');
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\necho ran >> '${mark}'\ncat "$1"\n`);
    chmodSync(program, 0o755);
    const evil = ['diff.external', 'diff.evil.command', 'diff.evil.textconv'].map(key => [key, program]);
    const odd = [...evil, ['color.diff', 'always'], ['diff.noprefix', 'true'], ['diff.mnemonicPrefix', 'true']];
    for (const [key = '', value = ''] of odd) git(repository, 'config', key, value);
    write(repository, { a: '2\n' });
    const [file] = statusOf(repository).files;
    const { text } = file ? await fileDiff(reader, repository, { commit: 'HEAD', isHead: true }, file) : { text: null };
    expect(text).toMatch(/^diff --git a\/a b\/a\n.*\n--- a\/a\n\+\+\+ b\/a\n@@ -1 \+1 @@\n-1\n\+2\n$/);
    expect(existsSync(mark)).toBe(false);
    git(repository, 'diff');
    expect(existsSync(mark)).toBe(true);
  });
});

describe('an untracked file', () => {
  const place = newRepository(folder, 'untracked');
  const most = 256 * 1024;
  /** As git says it, without the line about object ids. */
  const said = (path: string) =>
    spawnSync('git', ['-c', 'core.quotePath=false', 'diff', '--no-index', '--', '/dev/null', path], { cwd: place })
      .stdout.toString()
      .replace(/^index .*\n/m, '');

  it.each([
    ['plain', 'a\nb\n'],
    ['no end', 'a\nb'],
    ['one', 'a\n'],
    ['empty lines', '\n\n'],
    ['with\ttab', 'a\n'],
    ['new\nline', '+++ b/other\n'],
    ['"quoted" \\', 'x\r\n'],
    ['ünï', 'ü\n'],
    ['control\u0001', 'a\n'],
    ['binary', 'a\0b'],
    ['folder/inside', 'a\n'],
  ])('%j looks as git would show it', async (name, content) => {
    write(place, { [name]: content });
    expect(await addedDiff(place, name, most)).toEqual({ text: said(name).replaceAll(/\t$/gm, ''), notice: null });
  });

  it('keeps its mode', async () => {
    write(place, { program: 'x\n' });
    chmodSync(join(place, 'program'), 0o755);
    expect((await addedDiff(place, 'program', most)).text).toBe(said('program'));
    write(place, { empty: '' });
    expect((await addedDiff(place, 'empty', most)).text).toBe(said('empty'));
  });

  it('is cut at a line when it is long', async () => {
    write(place, { long: 'üü line\n'.repeat(1000) });
    const { text, notice } = await addedDiff(place, 'long', 1024);
    expect(notice).toBe('Only the first 1 KiB of the file are shown.');
    expect(text?.match(/^\+üü line$/gm)).toHaveLength(102);
    expect(text).not.toContain('\ufffd');
  });

  it('leads nowhere else', async () => {
    writeFileSync(join(folder, 'secret'), 'hidden\n');
    symlinkSync('../secret', join(place, 'link'));
    symlinkSync(folder, join(place, 'way-out'));
    execFileSync('mkfifo', [join(place, 'pipe')]);
    expect((await addedDiff(place, 'link', most)).text).toContain('new file mode 120000\n--- /dev/null\n+++ b/link\n');
    for (const path of ['link', 'way-out/secret', '../secret', '.git/config', 'pipe', 'folder', 'gone', 'nested/']) {
      const { text, notice } = await addedDiff(place, path, most);
      expect([path, text?.includes('hidden') ?? false, text !== null || notice !== null]).toEqual([path, false, true]);
    }
    for (const path of ['way-out/secret', '../secret', '.git/config'])
      expect((await addedDiff(place, path, most)).notice).toBe('The file is outside the work tree.');
    rmSync(join(place, 'pipe'));
  });
});

describe('cutAtLine', () => {
  it.each([
    ['a\nb\n', 10, 'a\nb\n'],
    ['a\nb\n', 3, 'a\n'],
    ['a\nb\n', 2, 'a\n'],
    ['abcdef', 3, 'abc'],
  ])('%j at %i', (text, most, cut) => expect(cutAtLine(text, most)).toBe(cut));
});
