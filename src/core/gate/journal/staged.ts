import type { AskGit } from '../../run/ask.ts';
import { GitFailure, tell } from './git.ts';
import { entriesOf } from './index-file.ts';

const STAGED = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-renames',
  '--no-abbrev',
  '--diff-filter=d',
  'HEAD',
  '--',
];
const SUBMODULE = '160000';

/** Objects of the index that HEAD does not have, those of conflicts too: gc takes them as soon as the index is another. */
export async function stagedObjects(ask: AskGit, workTree: string, index: Buffer, bytes: number): Promise<string[]> {
  const conflicted = entriesOf(index, bytes, 'conflicted');
  const rows = (await rowsOf(ask, workTree)) ?? entriesOf(index, bytes);
  const objects = [...rows, ...conflicted].filter(({ mode, oid }) => mode !== SUBMODULE && !/^0+$/.test(oid));
  return [...new Set(objects.map(({ oid }) => oid))];
}

/** Undefined before the first commit. */
async function rowsOf(ask: AskGit, workTree: string): Promise<{ mode: string; oid: string }[] | undefined> {
  try {
    const text = await tell(ask, STAGED, workTree);
    return [...text.matchAll(/(?:^|\0):\d+ (\d+) [\da-f]+ ([\da-f]+) /g)].map(([, mode = '', oid = '']) => ({
      mode,
      oid,
    }));
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}
