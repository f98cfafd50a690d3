import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { accessTo } from '../record/repository-access.ts';
import { unpackCommits } from '../storage/commit-pack.ts';
import { type Entry, repositoryOf } from '../storage/entry.ts';
import { readBlobs } from '../storage/store.ts';

/** Brings the commits and tags back that an entry keeps, so that refs can lead to them again. */
export async function restoreCommits(git: Git, { before, kept, scopes }: Entry): Promise<void> {
  const [main] = before;
  for (const [at, snapshot] of before.entries()) {
    const oid = kept[at];
    if (main === undefined || oid === undefined || oid === null) continue;
    const [pack] = await readBlobs(git, main.workTree, [oid]);
    if (pack === undefined) throw new GitFailure('The commits that the journal kept are gone.');
    if (snapshot.commonDirectory === main.commonDirectory) {
      await unpackCommits(git, main.workTree, pack);
      continue;
    }
    const access = await accessTo(git, repositoryOf(snapshot), scopes[at] ?? {});
    if (access === undefined) throw new GitFailure(`The git directory of '${snapshot.workTree}' is gone.`);
    await unpackCommits(access.git, access.repository.workTree, pack);
  }
}
