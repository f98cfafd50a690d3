import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unquoted } from '../../../../src/core/writes/impact/git-output.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, write } from '../../repository/support.ts';
import { agrees, fixture } from '../impact/reality.ts';

const folder = temporaryFolder();

function untidy(): string {
  const repository = fixture(folder);
  commit(repository, { kept: 'kept\n', '.gitignore': '*.log\nbuilt/\n', 'sub/kept': 'kept too\n' });
  write(repository, {
    stray: '1\n',
    'a b': '2\n',
    'new\nline "quoted" \\ back': '3\n',
    ünï: '4\n',
    '-dash': '5\n',
    'sub/stray': '6\n',
    'sub/x.log': '7\n',
    'fresh/one': '8\n',
    'fresh/two.log': '9\n',
    'built/out': '10\n',
    'tab\there': '11\n',
    kept: 'changed\n',
  });
  symlinkSync('kept', join(repository, 'link'));
  mkdirSync(join(repository, 'empty'));
  return repository;
}

describe('clean', () => {
  it.each([
    [['-f']],
    [['-fd']],
    [['-fdx']],
    [['-fdX']],
    [['-f', '-X']],
    [['-fd', '-e', 'stray']],
    [['-fd', '--exclude=*.log', '-x']],
    [['-f', '--', './-dash', 'a b']],
    [['-fd', 'fresh']],
    [['-f', 'sub']],
    [['-d']],
    [['-x', '-X', '-f']],
    [['-f', '--no-dry-run']],
    [['-f', '--no-force']],
  ])('%j', async words => {
    await agrees(untidy(), ['clean', '-q', ...words]);
  });

  it('counts ignored files in words', async () => {
    const { predicted } = await agrees(untidy(), ['clean', '-fdx']);
    expect(predicted.sentences).toEqual(['Deletes 12 files, 3 of them ignored.']);
  });

  it('from a subfolder, without force where none is needed, with nothing to do', async () => {
    const repository = untidy();
    expect((await agrees(repository, ['clean', '-fx'], { cwd: 'sub' })).predicted.lost.items).toEqual([
      'sub/stray',
      'sub/x.log',
    ]);
    git(repository, 'config', 'clean.requireForce', 'false');
    await agrees(repository, ['clean', '-d']);
    expect((await agrees(repository, ['clean', '-f', 'kept'])).predicted.sentences).toEqual([
      'No file would be deleted.',
    ]);
  });

  it('spares repositories inside until force is doubled', async () => {
    const repository = untidy();
    git(repository, 'init', '-q', 'fresh/inner');
    commit(join(repository, 'fresh/inner'), { deep: 'deep\n' });
    expect((await agrees(repository, ['clean', '-fd'])).predicted.lost.items).not.toContain('fresh/inner/deep');
    const { predicted } = await agrees(repository, ['clean', '-ffd']);
    expect(predicted.sentences[0]).toMatch(/with its history: 'fresh\/inner'/);
    expect(predicted.lost.items).toContain('fresh/inner/deep');
  });

  it('before the first commit', async () => {
    const repository = fixture(folder);
    write(repository, { a: 'a\n', b: 'b\n' });
    git(repository, 'add', 'a');
    expect((await agrees(repository, ['clean', '-f'])).predicted.lost.items).toEqual(['b']);
  });
});

describe('a quoted path', () => {
  it.each([
    ['plain', 'plain'],
    ['"a\\tb"', 'a\tb'],
    ['"\\001\\"\\\\\\n"', '\x01"\\\n'],
  ])('%s', (quoted, path) => expect(unquoted(quoted)).toBe(path));
});
