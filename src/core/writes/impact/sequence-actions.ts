import { plural } from '../../../shared/plural.ts';
import { asLines, type Commit, commitsIn, everyRef, outOfReach } from './commits.ts';
import { counted } from './file-shape.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { handMade, indexTree, type MergeResult, type MergeWorkspace, withMergeWorkspace } from './merge-tree.ts';
import { applyStep, type ReplayResult, replaySteps, type Step, stopWords, treeIdOf } from './replay.ts';
import { settingsOf } from './settings.ts';
import { conflictWords, named, refused, shortOid } from './wording.ts';
import { conflictedIn, filePaths, stagedIn, workTree } from './work-tree.ts';

/** A row of picks that has stopped half-way. */
export interface UnfinishedSequence {
  readonly subcommand: string;
  /** The step it stopped at. */
  readonly current: Step | undefined;
  /** Steps still to do; undefined when they are not known. */
  readonly rest: readonly Step[] | undefined;
  /** Where everything was before. */
  readonly origin: string;
  /** The ref that has moved along, which does not keep what was made so far. */
  readonly moves: string | undefined;
  /** The ref that will move from where everything was, once all is done. */
  readonly leaves?: string | undefined;
  readonly onEmpty: 'drop' | 'stop';
}

export async function abort(context: ImpactContext, { current, origin, moves }: UnfinishedSequence): Promise<Impact> {
  const [local, made] = await Promise.all([
    workTree(context),
    commitsIn(context, ['HEAD', '--not', origin, ...everyRef(...(moves === undefined ? [] : [moves]))]),
  ]);
  const lost = await withMergeWorkspace(context, await settingsOf(context), async workspace =>
    handMade(workspace, local, await again(workspace, current)),
  );
  return impact({
    sentences: [
      ...lostWords(lost),
      ...(made.total > 0 ? [`Drops ${plural(made.total, 'commit')} made so far.`] : []),
      `Goes back to ${shortOid(origin)}, where it started.`,
    ],
    lost: listed(lost),
    unreachable: asLines(made),
    files: listed(filePaths(local.files)),
  });
}

/** Drops what it stopped at and goes on. */
export async function skip(context: ImpactContext, unfinished: UnfinishedSequence): Promise<Impact> {
  const local = await workTree(context);
  return withMergeWorkspace(context, await settingsOf(context), async workspace => {
    const lost = await handMade(workspace, local, await again(workspace, unfinished.current));
    const subject = unfinished.current?.commit.subject;
    const sentences = [...lostWords(lost), ...(subject === undefined ? [] : [`Skips: ${subject}.`])];
    return goOn(workspace, unfinished, 'HEAD', { sentences, lost: listed(lost) });
  });
}

/** Commits what is staged and goes on. */
export async function proceed(context: ImpactContext, unfinished: UnfinishedSequence): Promise<Impact> {
  const local = await workTree(context);
  const conflicted = conflictedIn(local);
  if (conflicted.length > 0) return refused(`there are still conflicts in ${named(conflicted)}.`);
  return withMergeWorkspace(context, await settingsOf(context), async workspace => {
    const sentences = [`Commits what is staged (${plural(stagedIn(local).length, 'file')}).`];
    return goOn(workspace, unfinished, (await indexTree(workspace)) ?? 'HEAD', { sentences });
  });
}

async function goOn(
  workspace: MergeWorkspace,
  { rest, onEmpty, origin, leaves }: UnfinishedSequence,
  start: string,
  first: Partial<Impact>,
): Promise<Impact> {
  const sentences = first.sentences ?? [];
  if (rest === undefined) {
    const why = 'Sluice cannot tell what comes after that.';
    return impact({ ...first, sentences: [...sentences, why], unknown: why });
  }
  const went: ReplayResult = await replaySteps(workspace, { start }, rest, () => onEmpty);
  const isDone = went.stop === undefined && leaves !== undefined;
  const left = await outOfReach(workspace.context, { from: isDone ? [origin] : [], without: isDone ? [leaves] : [] });
  return impact({
    ...first,
    sentences: [
      ...(left.total > 0 ? [`Rewrites ${plural(left.total, 'commit')}.`] : []),
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, rest.length),
      ...sentences,
      ...(rest.length > 0 ? [`Continues with ${plural(rest.length, 'commit')}.`] : []),
      ...(went.why === null ? [] : [went.why]),
    ],
    conflicts: listed(went.conflicts),
    unreachable: left,
    commits: listed(rest.map(({ commit: { oid, subject } }) => ({ oid, subject }))),
    ...counted(filePaths(went.changed), went.shape).parts,
    unknown: went.why,
  });
}

const lostWords = (lost: readonly string[]): string[] =>
  lost.length > 0 ? [`Discards your conflict resolution in ${plural(lost.length, 'file')}: ${named(lost)}.`] : [];

/** The result git has for the current step by itself. */
const again = async (workspace: MergeWorkspace, current: Step | undefined): Promise<MergeResult> =>
  current ? applyStep(workspace, await treeIdOf(workspace, 'HEAD'), current) : { known: false, why: '' };

/** The commits of a todo list; undefined when it has other things to do as well. */
export async function todoCommits(
  context: ImpactContext,
  todo: string,
  verbs: RegExp,
): Promise<readonly Commit[] | undefined> {
  const steps = todo.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  const rows = steps.map(line => line.trim().split(/\s+/));
  if (!rows.every(([verb = '', oid = '']) => verbs.test(verb) && /^[\da-f]{4,64}$/.test(oid))) return undefined;
  if (rows.length === 0) return [];
  return (await commitsIn(context, ['--no-walk=unsorted', ...rows.map(([, oid = '']) => oid)])).items;
}
