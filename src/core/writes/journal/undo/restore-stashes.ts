import { GitFailure } from '../../../git/reader.ts';
import type { Git } from '../../../git/writer.ts';
import { STASH } from '../record/stashes.ts';

/** Makes the list what it was; a stash is called what its commit says. */
export async function restoreStashes(git: Git, workTree: string, list: string): Promise<void> {
  const oids = list.split(' ').filter(Boolean);
  // It may come from a journal that somebody else wrote.
  if (!oids.every(oid => /^[\da-f]{40,64}$/.test(oid))) throw new GitFailure('The list of stashes is damaged.');
  await git.write(['update-ref', '-d', STASH], workTree);
  for (const oid of oids.reverse()) {
    const subject = await git.readOrThrow(['log', '-1', '--format=%s', oid, '--'], workTree);
    await git.write(['stash', 'store', '-q', '-m', subject.trim(), oid], workTree);
  }
}
