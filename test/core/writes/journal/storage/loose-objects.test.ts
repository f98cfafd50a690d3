import { randomBytes } from 'node:crypto';
import fs, { chmodSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { looseObject, writeLoose } from '../../../../../src/core/writes/journal/storage/loose-objects.ts';
import { git, temporaryFolder } from '../../../git/support.ts';

const parent = temporaryFolder();
let made = 0;

function repository(...words: string[]) {
  made += 1;
  const folder = join(parent, `repository${made}`);
  git(parent, 'init', '-q', ...words, folder);
  return { folder, common: join(folder, '.git') };
}

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an object written without git', () => {
  it.each([
    ['none', 0],
    ['little', 1000],
    ['much', 1024 * 1024 + 17],
    ['as many bytes as blocks hold', 0xffff * 8],
  ])('is read by git as it was: %s', async (_, size) => {
    for (const [hash, words] of [
      ['sha1', []],
      ['sha256', ['--object-format=sha256']],
    ] as const) {
      const { folder, common } = repository(...words);
      const bytes = randomBytes(size);
      const oid = await writeLoose(common, 'blob', bytes, hash);
      const file = join(parent, `content${made}`);
      fs.writeFileSync(file, bytes);
      expect(git(folder, 'hash-object', file).trim()).toBe(oid);
      expect(git(folder, 'cat-file', '-s', oid).trim()).toBe(String(size));
      // It reads the contents and sums them up.
      git(folder, 'fsck', '--strict');
      expect(await writeLoose(common, 'blob', bytes, hash)).toBe(oid);
    }
  });

  it('may be a tree', async () => {
    const { folder, common } = repository();
    const blob = await writeLoose(common, 'blob', Buffer.from('one\n'), 'sha1');
    const tree = await writeLoose(
      common,
      'tree',
      Buffer.concat([Buffer.from('100644 a\0'), Buffer.from(blob, 'hex')]),
      'sha1',
    );
    expect(git(folder, 'ls-tree', tree)).toBe(`100644 blob ${blob}\ta\n`);
  });

  it.skipIf(process.platform === 'win32')('may be read by whoever may read the folder of objects', async () => {
    for (const [folderMode, fileMode] of [
      [0o700, 0o400],
      [0o755, 0o444],
      [0o2770, 0o440],
    ] as const) {
      const { common } = repository();
      chmodSync(join(common, 'objects'), folderMode);
      const object = looseObject(common, await writeLoose(common, 'blob', Buffer.from('x\n'), 'sha1'));
      expect([modeOf(dirname(object)), modeOf(object)]).toEqual([folderMode, fileMode]);
    }
  });

  it('is on the disk before it has its name, and leaves nothing behind when that fails', async () => {
    const { common } = repository();
    const handle = await fs.promises.open(join(common, 'HEAD'));
    const synced = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValueOnce(new Error('disk full'));
    await handle.close();
    const left = () => readdirSync(join(common, 'objects')).toSorted();
    await expect(writeLoose(common, 'blob', Buffer.from('x\n'), 'sha1')).rejects.toThrow('disk full');
    expect(left()).toEqual(['info', 'pack']);
    await writeLoose(common, 'blob', Buffer.from('x\n'), 'sha1');
    expect(synced).toHaveBeenCalledTimes(2);
    expect(left()).toHaveLength(3);
  });
});
