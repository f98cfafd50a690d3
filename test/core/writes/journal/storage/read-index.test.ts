import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FileOnDisk, findFile } from '../../../../../src/core/writes/journal/storage/disk.ts';
import { readIndexFile } from '../../../../../src/core/writes/journal/storage/read-index.ts';
import { git, temporaryFolder } from '../../../git/support.ts';

const SHA1 = 20;

async function indexed(): Promise<{ readonly folder: string; readonly file: string; readonly found: FileOnDisk }> {
  const folder = temporaryFolder();
  git(folder, 'init', '-q');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git(folder, 'add', '.');
  const found = await findFile(join(folder, '.git'), 'index');
  if (found === undefined) throw new Error('no index');
  return { folder, file: join(folder, '.git/index'), found };
}

it('an index that is as it was is not read twice, and one that is another is', async () => {
  const { folder, file, found } = await indexed();
  const first = await readIndexFile(found, SHA1);
  expect(await readIndexFile(found, SHA1)).toBe(first);
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  git(folder, 'add', '.');
  const now = readFileSync(file);
  expect(now).toHaveLength(first.length);
  // Even if its stamps were the same, as of one that was written in the same moment.
  expect(await readIndexFile(found, SHA1)).toEqual(now);
});

it('an index without a sum is read each time', async () => {
  const { file, found } = await indexed();
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -SHA1), Buffer.alloc(SHA1)]));
  const first = await readIndexFile(found, SHA1);
  const again = await readIndexFile(found, SHA1);
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});
