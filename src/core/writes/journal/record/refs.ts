import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import { decodeName } from '../storage/byte-names.ts';
import { hasTables, STASH, stashList } from './stashes.ts';

/** Everything of the journal's is below it. */
export const OURS = 'refs/sluice/';

/** Every ref that is not ours; a symbolic one as `ref: …`, the stash with all its list where no file has that. */
export async function readRefs(
  git: Git,
  { workTree, commonDirectory }: Pick<Repository, 'workTree' | 'commonDirectory'>,
): Promise<Record<string, string>> {
  const text = decodeName(
    await git.readBytes(['for-each-ref', '--format=%(objectname) %(refname) %(symref)'], workTree),
  );
  const refs: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [oid, name, target] = line.split(' ');
    if (oid && name && !name.startsWith(OURS)) refs[name] = target ? `ref: ${target}` : oid;
  }
  const stash = refs[STASH];
  if (stash !== undefined && (await hasTables(commonDirectory))) refs[STASH] = await stashList(git, workTree, stash);
  return refs;
}

/** The text of a HEAD file in a repository with reftables, whatever HEAD is. */
const ELSEWHERE = 'ref: refs/heads/.invalid';

export async function readHead(git: Git, { gitDirectory, workTree }: Pick<Repository, 'gitDirectory' | 'workTree'>) {
  const head = decodeName(await readFile(join(gitDirectory, 'HEAD'))).trim();
  if (head !== ELSEWHERE) return head.replace(/^ref:\s*/, 'ref: ');
  const symbolic = await git.read(['symbolic-ref', '--quiet', 'HEAD'], workTree);
  return symbolic.ok ? `ref: ${symbolic.text.trim()}` : (await git.readOrThrow(['rev-parse', 'HEAD'], workTree)).trim();
}
