import { join } from 'node:path';
import { disk } from '../../repository/files.ts';
import { type Commit, commitsIn } from './commits.ts';
import { type Impact, type ImpactContext, impact } from './impact.ts';
import type { Step } from './replay.ts';
import { commitOf, currentBranch } from './revisions.ts';
import { abort, plannedCommits, proceed, skip, type Unfinished } from './sequence-actions.ts';
import { refused } from './wording.ts';

interface Verb {
  readonly subcommand: 'cherry-pick' | 'revert';
  readonly step: (commit: Commit) => Step;
}

type Action = (context: ImpactContext, verb: Verb) => Promise<Impact>;

const orNone =
  (act: (context: ImpactContext, unfinished: Unfinished) => Promise<Impact>): Action =>
  async (context, verb) => {
    const unfinished = await unfinishedPick(context, verb);
    return unfinished ? act(context, unfinished) : refused(`no ${verb.subcommand} is in progress.`);
  };

/** What can be done about a cherry-pick or revert that is in progress. */
export const pickActions: Readonly<Record<string, Action>> = {
  '--abort': orNone(abort),
  '--continue': orNone(proceed),
  '--quit': async (_, { subcommand }) =>
    impact({ sentences: [`Forgets the ${subcommand} in progress; files and index stay as they are.`] }),
  '--skip': orNone(skip),
};

/** What .git/sequencer and the HEAD of the pick tell; a single pick has only the latter. */
async function unfinishedPick(context: ImpactContext, { subcommand, step }: Verb): Promise<Unfinished | undefined> {
  const file = (name: string) => disk.readFile(join(context.repository.gitDirectory, 'sequencer', name));
  const name = subcommand === 'revert' ? 'REVERT_HEAD' : 'CHERRY_PICK_HEAD';
  const [current, head, todo, origin, branch] = await Promise.all([
    commitOf(context, name),
    commitOf(context, 'HEAD'),
    file('todo'),
    file('head'),
    currentBranch(context),
  ]);
  if (head === undefined || (current === undefined && todo === undefined)) return undefined;
  const all = (await plannedCommits(context, todo ?? '', /^(?:p|pick|revert)$/)) ?? [];
  const [now] = current === undefined ? [] : (await commitsIn(context, ['--no-walk', current])).items;
  return {
    subcommand,
    current: now && step(now),
    // The list still has what it stopped at in front.
    rest: all.slice(current === undefined ? 0 : 1).map(commit => step(commit)),
    origin: origin?.trim() || head,
    moves: branch === undefined ? undefined : `refs/heads/${branch}`,
    onEmpty: 'stop',
  };
}
