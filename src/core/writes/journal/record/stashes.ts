import { join } from 'node:path';
import type { Git } from '../../../git/writer.ts';
import { disk } from '../../../repository/files.ts';
import { REFTABLE_LIST } from '../../../repository/operation.ts';

/** The list of stashes is the reflog of this ref. */
export const STASH = 'refs/stash';

/** Where refs are in tables reflogs are no files that could be saved as they are. */
export const hasTables = (commonDirectory: string): Promise<boolean> =>
  disk.exists(join(commonDirectory, REFTABLE_LIST));

/** All stashes, the newest first: in place of the one the ref names. */
export async function stashList(git: Git, workTree: string, newest: string): Promise<string> {
  const oids = await git.readOrThrow(['log', '-g', '--format=%H', STASH, '--'], workTree);
  return oids.trim().split('\n').join(' ') || newest;
}
