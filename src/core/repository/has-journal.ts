import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './discover.ts';
import { disk } from './files.ts';
import { REFTABLE_LIST } from './reftable.ts';

/** Names that an undo which was cut off leaves in a git directory begin so. */
const LEFTOVER = 'sluice-';

/**
 * Whether a repository may have a journal, or what a killed undo left behind; asks the disk only. Where refs are in tables
 * that cannot be seen from outside, so that it may.
 */
export async function hasJournal({ gitDirectory, commonDirectory }: Repository): Promise<boolean> {
  const [loose, tables, packed, names] = await Promise.all([
    disk.exists(join(commonDirectory, 'refs', 'sluice')),
    disk.exists(join(commonDirectory, REFTABLE_LIST)),
    readFile(join(commonDirectory, 'packed-refs'), 'utf8').catch(() => ''),
    readdir(gitDirectory).catch(() => []),
  ]);
  return loose || tables || packed.includes(' refs/sluice/') || names.some(name => name.startsWith(LEFTOVER));
}
