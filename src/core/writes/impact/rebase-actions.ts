import { join } from 'node:path';
import { disk } from '../../repository/files.ts';
import { commitsIn } from './commits.ts';
import { type Impact, type ImpactContext, impact } from './impact.ts';
import { picking } from './replay.ts';
import { commitOf } from './revisions.ts';
import { abort, proceed, skip, todoCommits, type UnfinishedSequence } from './sequence-actions.ts';
import { refused } from './wording.ts';

type Action = (context: ImpactContext) => Promise<Impact>;

const orNone =
  (act: (context: ImpactContext, unfinished: UnfinishedSequence) => Promise<Impact>): Action =>
  async context => {
    const unfinished = await unfinishedRebase(context);
    return unfinished ? act(context, unfinished) : refused('no rebase is in progress.');
  };

/** Options that act on a rebase in progress. */
export const rebaseActions: Readonly<Record<string, Action>> = {
  '--abort': orNone(abort),
  '--continue': orNone(proceed),
  '--quit': async () =>
    impact({ sentences: ['Forgets the rebase in progress; HEAD, files and index stay as they are.'] }),
  '--skip': orNone(skip),
};

/** Read from .git/rebase-merge, or .git/rebase-apply, which keeps patches instead of a list of commits. */
export async function unfinishedRebase(context: ImpactContext): Promise<UnfinishedSequence | undefined> {
  const file = (name: string) => disk.readFile(join(context.repository.gitDirectory, name));
  const [origin, todo, byPatches, branch] = await Promise.all([
    file('rebase-merge/orig-head'),
    file('rebase-merge/git-rebase-todo'),
    file('rebase-apply/orig-head'),
    file('rebase-merge/head-name'),
  ]);
  const began = (origin ?? byPatches)?.trim();
  if (began === undefined) return undefined;
  const stopped = origin === undefined ? undefined : await commitOf(context, 'REBASE_HEAD');
  const [now] = stopped === undefined ? [] : (await commitsIn(context, ['--no-walk', stopped])).items;
  const rest = todo === undefined ? undefined : await todoCommits(context, todo, /^(?:p|pick)$/);
  return {
    subcommand: 'rebase',
    current: now && picking(now),
    rest: rest?.map(commit => picking(commit)),
    origin: began,
    moves: undefined,
    leaves: branch?.startsWith('refs/') ? branch.trim() : undefined,
    onEmpty: 'drop',
  };
}
