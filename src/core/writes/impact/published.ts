import { shortRef } from '../../../shared/short-ref.ts';
import { type Commits, commitsIn } from './commits.ts';
import { lines } from './git-output.ts';
import type { ImpactContext } from './impact.ts';

export interface PublishedCommits {
  readonly count: number;
  /** A branch of a remote that has them, as people call it. */
  readonly name: string;
}

/** How many of some commits, which `revisions` list, a remote has as of the last fetch; undefined when none. */
export async function publishedOf(
  { items }: Commits,
  revisions: readonly string[],
  context: ImpactContext,
): Promise<PublishedCommits | undefined> {
  if (items.length === 0) return undefined;
  const own = await commitsIn(context, [...revisions, '--glob=refs/remotes/*']);
  const mine = new Set(own.items.map(({ oid }) => oid));
  const published = items.map(({ oid }) => oid).filter(oid => !mine.has(oid));
  const [oldest] = published.slice(-1);
  if (oldest === undefined) return undefined;
  const format = '--format=%(refname)%00%(symref)';
  const refs = lines(
    await context.git.readOrThrow(
      ['for-each-ref', format, `--contains=${oldest}`, 'refs/remotes'],
      context.repository.workTree,
    ),
  );
  const [ref = 'a remote'] = refs.filter(line => line.endsWith('\0')).map(line => line.slice(0, -1));
  return { count: published.length, name: shortRef(ref) };
}
