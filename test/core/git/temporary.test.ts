import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOldTemporary, temporaryPrefix, withTemporary } from '../../../src/core/git/temporary.ts';

const { TMPDIR } = process.env;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-run-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

describe('a folder that is lent', () => {
  it('is for this person alone, and gone afterwards, also when something fails', async () => {
    let lent = '';
    const use = (answer: () => string) =>
      withTemporary('objects', async given => {
        lent = given;
        writeFileSync(join(given, 'inside'), '');
        expect(dirname(given)).toBe(folder);
        expect(given.startsWith(temporaryPrefix('objects'))).toBe(true);
        if (process.platform !== 'win32') expect(lstatSync(given).mode & 0o777).toBe(0o700);
        return answer();
      });
    expect(await use(() => 'done')).toBe('done');
    expect(existsSync(lent)).toBe(false);
    await expect(
      use(() => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    expect(existsSync(lent)).toBe(false);
  });
});

it('what a killed process left is removed when it is a day old, and nothing else', async () => {
  const now = Date.now();
  const yesterday = new Date(now - 25 * 3_600_000);
  const old = ['sluice-index-a', 'sluice-config-b', 'sluice-objects-c', 'sluice-cli-d'];
  const kept = ['sluice-index-young', 'sluice-other-e', 'another'];
  for (const name of [...old, ...kept]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'inside'), '');
    if (!name.endsWith('young')) utimesSync(join(folder, name), yesterday, yesterday);
  }
  symlinkSync(join(folder, 'another'), join(folder, 'sluice-index-link'));
  await removeOldTemporary(now);
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'sluice-index-link'].toSorted());
  expect(existsSync(join(folder, 'another', 'inside'))).toBe(true);
});
