import { join } from 'node:path';
import type { AskGit } from '../../../git/ask.ts';
import { disk } from '../../../repository/files.ts';
import { REFTABLE_LIST } from '../../../repository/operation.ts';
import { GitFailure, tell } from '../storage/journal-git.ts';

/** The list of stashes is the reflog of this ref. */
export const STASH = 'refs/stash';

/** Where refs are in tables reflogs are no files that could be saved as they are. */
export const hasTables = (commonDirectory: string): Promise<boolean> =>
  disk.exists(join(commonDirectory, REFTABLE_LIST));

/** All stashes, the newest first: in place of the one the ref names. */
export async function stashList(ask: AskGit, workTree: string, newest: string): Promise<string> {
  const oids = await tell(ask, ['log', '-g', '--format=%H', STASH, '--'], workTree);
  return oids.trim().split('\n').join(' ') || newest;
}

/** Makes the list what it was; a stash is called what its commit says. */
export async function putStashes(ask: AskGit, workTree: string, list: string): Promise<void> {
  const oids = list.split(' ').filter(Boolean);
  // It may come from a journal that somebody else wrote.
  if (!oids.every(oid => /^[\da-f]{40,64}$/.test(oid))) throw new GitFailure('The list of stashes is damaged.');
  await tell(ask, ['update-ref', '-d', STASH], workTree);
  for (const oid of oids.reverse()) {
    const subject = await tell(ask, ['log', '-1', '--format=%s', oid, '--'], workTree);
    await tell(ask, ['stash', 'store', '-q', '-m', subject.trim(), oid], workTree);
  }
}
