import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CountedFile } from '../../../../src/core/repository/status/numstat.ts';
import { createUntrackedLines } from '../../../../src/core/repository/status/untracked-lines.ts';
import { temporaryFolder } from '../../git/support.ts';

const parent = temporaryFolder();
let folders = 0;
let folder = '';
beforeEach(() => {
  folder = join(parent, String(++folders));
  mkdirSync(folder);
});

const file = (path: string, type: CountedFile['type'] = 'Untracked'): CountedFile => ({
  ...{ path, originalPath: null, type, staged: '?', unstaged: '?', submodule: null },
  ...{ added: null, removed: null, net: null },
});
const later = () => Date.now() + 60_000;
const countIn = async (...files: readonly CountedFile[]) =>
  (await createUntrackedLines(folder, later).count(files)).map(({ added }) => added);

describe('lines of untracked files', () => {
  it.each([
    ['', 0],
    ['one\n', 1],
    ['one\ntwo', 2],
    ['one\r\n\r\n', 2],
    ['binary\0\n', null],
  ])('of %j are %j', async (text, lines) => {
    writeFileSync(join(folder, 'a'), text);
    expect(await countIn(file('a'))).toEqual([lines]);
  });

  it('are not those of what a link leads to, nor of a folder, nor of what is too large', async () => {
    writeFileSync(join(parent, 'secret'), 'a\nb\nc\n');
    symlinkSync(join(parent, 'secret'), join(folder, 'link'));
    symlinkSync(parent, join(folder, 'out'));
    mkdirSync(join(folder, 'nested'));
    writeFileSync(join(folder, 'large'), 'x\n'.repeat(600_000));
    expect(await countIn(file('link'), file('out/secret'), file('nested/'), file('large'), file('gone'))).toEqual([
      1,
      null,
      null,
      null,
      null,
    ]);
  });

  it('leave tracked files alone, and stop after so many', async () => {
    const files = Array.from({ length: 1001 }, (_, at) => `f${at}`);
    for (const name of files) writeFileSync(join(folder, name), 'x\n');
    const counts = await countIn(file('f0', 'Modified'), ...files.map(name => file(name)));
    expect(counts.filter(count => count === 1)).toHaveLength(1000);
    expect(counts[0]).toBeNull();
  });

  it('are read again only when the file is another, and the object stays the same until then', async () => {
    writeFileSync(join(folder, 'a'), 'one\n');
    const source = file('a');
    const lines = createUntrackedLines(folder, later);
    const [first] = await lines.count([source]);
    const [again] = await lines.count([source]);
    expect(again).toBe(first);
    writeFileSync(join(folder, 'a'), 'one\ntwo\n');
    utimesSync(join(folder, 'a'), 1, 1);
    const [changed] = await lines.count([source]);
    expect(changed).toMatchObject({ added: 2, removed: 0, net: 2 });
  });
});
