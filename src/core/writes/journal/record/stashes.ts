import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../../shared/file-errors.ts';
import type { GitReader } from '../../../git/reader.ts';
import { disk } from '../../../repository/files.ts';
import { REFTABLE_LIST } from '../../../repository/reftable.ts';
import type { Snapshot } from '../storage/entry.ts';
import { STASH_LOG } from '../storage/state-names.ts';
import { readBlobs } from '../storage/store.ts';
import { stepsIn } from './reflog-steps.ts';

/** The list of stashes is the reflog of this ref. */
export const STASH = 'refs/stash';

/** Where refs are in tables reflogs are no files that could be saved as they are. */
export const hasTables = (commonDirectory: string): Promise<boolean> =>
  disk.exists(join(commonDirectory, REFTABLE_LIST));

/** All stashes, the newest first: in place of the one the ref names. */
export async function stashList(git: GitReader, workTree: string, newest: string): Promise<string> {
  const oids = await git.readOrThrow(['log', '-g', '--format=%H', STASH, '--'], workTree);
  return oids.trim().split('\n').join(' ') || newest;
}

/** The stashes of a snapshot, the newest first; of one that holds no contents as they are now. */
export async function savedStashes(
  git: GitReader,
  { refs, state, workTree, commonDirectory }: Snapshot,
): Promise<string[]> {
  const saved = state[STASH_LOG];
  if (saved === undefined) return refs[STASH]?.split(' ') ?? [];
  const [kept] = await readBlobs(git, workTree, [saved.oid]);
  const log = kept ?? (await readFile(join(commonDirectory, STASH_LOG)).catch(ifMissing(Buffer.alloc(0))));
  return stepsIn(log)
    .map(({ to }) => to)
    .toReversed();
}
