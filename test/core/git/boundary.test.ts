import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstPathOutside } from '../../../src/core/git/boundary.ts';
import { temporaryFolder } from './support.ts';

const folder = temporaryFolder();
const repository = join(folder, 'repo');
mkdirSync(join(repository, 'sub'), { recursive: true });
mkdirSync(join(folder, 'repo-beside'));
writeFileSync(join(folder, 'secret'), '');
writeFileSync(join(repository, 'file'), '');
symlinkSync('..', join(repository, 'out'));
symlinkSync('../secret', join(repository, 'leak'));
symlinkSync('../not-there-yet', join(repository, 'dangling'));
symlinkSync('loop', join(repository, 'loop'));
symlinkSync('sub', join(repository, 'in'));
symlinkSync('repo', join(folder, 'alias'));

const outside = (paths: string[], cwd = '', root = repository) => firstPathOutside({ paths, cwd }, repository, [root]);

describe('3.3 reads stay inside the workspace once links are followed', () => {
  it.each(['file', 'sub', 'in/new', '.', 'HEAD~3', 'main:sub/x', '*.ts', ':(glob)**/x', 'file/under-a-file', '..x'])(
    '3.3 %s is inside',
    async path => {
      expect(await outside([path])).toBeUndefined();
    },
  );

  it.each([
    '..',
    '../secret',
    '../repo-beside',
    '/etc/passwd',
    'out',
    'out/secret',
    'out/not-there',
    'leak',
    'dangling',
    'loop',
    'sub/../../secret',
    ':/out/secret',
    ':(top)leak',
    'a\0b',
  ])('3.3 %j is not', async path => {
    expect(await outside(['file', path])).toBe(path);
  });

  it('3.3 a word too long to be a file is inside', async () => {
    expect(await outside(['x'.repeat(5000)])).toBeUndefined();
  });

  it('3.3 paths are seen from where -C leads, which must be inside too', async () => {
    expect(await outside(['../file'], 'sub')).toBeUndefined();
    expect(await outside(['../../secret'], 'sub')).toBe('../../secret');
    expect(await outside([], 'out')).toBe('out');
    expect(await outside([], 'in')).toBeUndefined();
  });

  it('3.3 a root that is a link counts as where it leads', async () => {
    expect(await outside(['file'], '', join(folder, 'alias'))).toBeUndefined();
    expect(await outside(['file'], '', join(folder, 'gone'))).toBe('file');
  });
});
