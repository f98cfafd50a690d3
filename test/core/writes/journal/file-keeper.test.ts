import type { Stats } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFileKeeper, sizeOf } from '../../../../src/core/writes/journal/record/file-keeper.ts';
import type { FileOnDisk } from '../../../../src/core/writes/journal/storage/disk.ts';
import fc from '../../../support/fast-check.ts';

const found = (path: string, size: number): FileOnDisk => ({
  path,
  location: path,
  stats: { size, isFile: () => true } as Stats,
});
/** The rank is the first letter. */
const rank = (path: string) => path.charCodeAt(0);

/** As a snapshot picks from files: by rank, then the smallest. */
function picked(files: readonly FileOnDisk[], most: number, mostBytes: number): string[] {
  const sorted = files.toSorted((one, other) => rank(one.path) - rank(other.path) || sizeOf(one) - sizeOf(other));
  const names: string[] = [];
  let bytes = 0;
  for (const each of sorted) {
    if (names.length === most || bytes + sizeOf(each) > mostBytes) continue;
    names.push(each.path);
    bytes += sizeOf(each);
  }
  return names;
}

describe('E1 of very many files', () => {
  it('no more are kept in mind than a snapshot could hold of each rank', async () => {
    const keeper = createFileKeeper(10, async () => rank);
    for (let at = 0; at < 1000; at += 1) await keeper.add([found(`a/d${at % 3}/${at}`, at), found(`b${at}`, at)]);
    const { files, dropped } = await keeper.result();
    expect(files).toHaveLength(20);
    expect(dropped.files).toBe(1980);
    expect([...dropped.folders].sort()).toEqual(['', 'a/d0', 'a/d1', 'a/d2']);
    expect(dropped.bytes).toBe(2 * ((999 * 1000) / 2 - (9 * 10) / 2));
  });

  it('none is forgotten that a snapshot of all would have taken', async () => {
    const file = fc.record({ rank: fc.constantFrom('a', 'b', 'c'), size: fc.nat(50) });
    const check = async (given: { rank: string; size: number }[], most: number, mostBytes: number) => {
      const all = given.map((each, at) => found(`${each.rank}/${at}`, each.size));
      const keeper = createFileKeeper(most, async () => rank);
      for (const each of all) await keeper.add([each]);
      const { files, dropped } = await keeper.result();
      expect(files.length + dropped.files).toBe(all.length);
      const sizes = (names: readonly string[]) => names.map(name => all.find(({ path }) => path === name)?.stats.size);
      expect(sizes(picked(files, most, mostBytes))).toEqual(sizes(picked(all, most, mostBytes)));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), fc.nat(300), check),
    );
  });

  it('names only the folders at the top when there are very many', async () => {
    const keeper = createFileKeeper(1, async () => rank);
    for (let at = 0; at < 3000; at += 1) await keeper.add([found(`a/d${at}/x`, 1)]);
    expect((await keeper.result()).dropped.folders).toEqual(['a']);
  });
});
