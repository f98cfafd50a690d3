import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OutputFolder, walkFolders } from '../../../../src/core/writes/journal/record/output-folders.ts';
import type { FileOnDisk } from '../../../../src/core/writes/journal/storage/disk.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
let made = 0;

function withOutput(files: number): string {
  made += 1;
  const folder = newRepository(parent, `output${made}`);
  commit(folder, { 'a.txt': 'a\n', '.gitignore': 'node_modules\nthesis\n' }, 'one');
  for (let at = 0; at < files; at += 1) {
    if (at % 500 === 0) mkdirSync(join(folder, `node_modules/p${at / 500}/lib`), { recursive: true });
    writeFileSync(join(folder, `node_modules/p${Math.floor(at / 500)}/lib/${at}.js`), '');
  }
  write(folder, { 'thesis/thesis.md': 'years of work\n', 'notes/node_modules/x': 'x', 'notes/own.md': 'own\n' });
  return folder;
}

const nobody = () => {
  throw new Error('all can be read');
};

describe('E1 output folders', () => {
  it('are counted, and people’s own files beside and around them are looked at', async () => {
    const folder = withOutput(60);
    const look = async (mostOutputFiles: number) => {
      const files: FileOnDisk[] = [];
      const outputs: OutputFolder[] = [];
      await walkFolders({
        root: folder,
        folders: ['node_modules', 'thesis', 'notes'],
        add: async found => void files.push(...found),
        onOutput: found => void outputs.push(found),
        onUnreadable: nobody,
        mostOutputFiles,
      });
      return { files, outputs };
    };
    const found = await look(50);
    expect(found.outputs).toEqual([{ folder: 'node_modules', files: 60 }]);
    expect(found.files.map(({ path }) => path).sort()).toEqual([
      'notes/node_modules/x',
      'notes/own.md',
      'thesis/thesis.md',
    ]);
    expect((await look(60)).outputs).toEqual([]);
    expect((await look(60)).files).toHaveLength(63);
    mkdirSync(join(folder, 'notes/empty'));
    expect((await look(50)).files.map(({ path }) => path)).toContain('notes/empty');
  });

  it('with more than a snapshot holds are named before the command runs, and all else comes back', async () => {
    const folder = withOutput(20_100);
    const journal = journalWith();
    expect(await recorded(journal, folder, ['clean', '-fdxq'])).toMatchObject({
      code: 'too-much',
      message: expect.stringContaining('node_modules/ (20100 files)'),
    });
    await recorded(journal, folder, ['clean', '-fdxq'], { evenUnsaved: true });
    expect(existsSync(join(folder, 'thesis'))).toBe(false);
    const [entry] = await journal.list(await repositoryAt(folder));
    expect(entry?.notSaved).toEqual([expect.stringContaining('node_modules/')]);
    await undone(journal, folder);
    expect(readFileSync(join(folder, 'thesis/thesis.md'), 'utf8')).toBe('years of work\n');
    expect(readFileSync(join(folder, 'notes/own.md'), 'utf8')).toBe('own\n');
  });

  it('a file that was not saved and stayed is not taken for one that the command made', async () => {
    const folder = newRepository(parent, 'stays');
    commit(folder, { 'a.txt': 'a\n', '.gitignore': 'data\n' }, 'one');
    const files = Array.from({ length: 8 }, (_, at) => [`data/d${at}.tmp`, `${at}\n`]);
    write(folder, { ...Object.fromEntries(files), 'data/precious.keep': 'precious and larger than the others\n' });
    write(folder, { 'top.keep': 'precious and larger than the others\n' });
    const journal = journalWith({ limits: { files: 3 } });
    await recorded(journal, folder, ['clean', '-fdxq', '-e', '*.keep'], { evenUnsaved: true });
    expect(existsSync(join(folder, 'data/d7.tmp'))).toBe(false);
    await undone(journal, folder);
    for (const path of ['data/precious.keep', 'top.keep']) expect(existsSync(join(folder, path))).toBe(true);
    expect(git(folder, 'status', '--short')).toBe('?? top.keep\n');
    expect(existsSync(join(folder, 'data/d0.tmp'))).toBe(true);
  });
});
