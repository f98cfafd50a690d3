import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { readFolder } from '../../../src/core/sandbox/import-folder.ts';
import { SANDBOX_LIMITS } from '../../../src/core/sandbox/sizes.ts';
import { environment, git, temporaryFolder } from '../git/support.ts';
import { newRepository, write } from '../repository/support.ts';

const reader = createGitReader({ environment });
const read = (folder: string, root?: string, limits = SANDBOX_LIMITS) => readFolder(reader, { folder, root }, limits);
const paths = ({ files }: Awaited<ReturnType<typeof read>>) => files.map(({ path }) => path).sort();

describe('a folder that is copied into a sandbox', () => {
  it('of a repository has its paths from the root, and what is ignored stays out', async () => {
    const repository = newRepository(temporaryFolder());
    write(repository, { 'src/a.ts': 'a\n', 'src/deep/b.ts': 'b\n', 'src/made/c.js': 'c\n', '.gitignore': 'made/\n' });
    git(repository, 'add', 'src/a.ts');
    chmodSync(join(repository, 'src/deep/b.ts'), 0o755);
    const found = await read(join(repository, 'src'), repository);
    expect(found.files).toEqual([
      { path: '/workspace/src/a.ts', bytes: Buffer.from('a\n'), executable: false },
      { path: '/workspace/src/deep/b.ts', bytes: Buffer.from('b\n'), executable: true },
    ]);
    expect(found.left).toEqual([]);
  });

  it('of no repository is a folder in the workspace; links, git directories and secrets stay out', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'sub'));
    for (const [name, text] of [
      ['.git/config', '[core]\n'],
      ['.env', 'TOKEN=1\n'],
      ['sub/key.pem', 'secret\n'],
      ['sub/a.txt', 'a\n'],
      ['trailing dot.', 'x\n'],
    ] as const)
      writeFileSync(join(folder, name), text);
    symlinkSync('/etc/passwd', join(folder, 'passwd'));
    symlinkSync('/etc', join(folder, 'etc'));
    const found = await read(folder);
    expect(paths(found)).toEqual([`/workspace/${basename(folder)}/sub/a.txt`]);
    expect(found.left.map(({ path }) => path.slice(basename(folder).length + 1)).sort()).toEqual([
      '.env',
      'etc',
      'passwd',
      'sub/key.pem',
      'trailing dot.',
    ]);
  });

  it('that is too large is refused before more of it is read', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), 'x'.repeat(1000));
    await expect(read(folder, undefined, { ...SANDBOX_LIMITS, bytes: 2500 })).rejects.toMatchObject({ code: 'quota' });
    await expect(read(folder, undefined, { ...SANDBOX_LIMITS, files: 2 })).rejects.toMatchObject({ code: 'quota' });
  });
});
