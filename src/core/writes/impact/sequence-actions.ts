import { plural } from '../../../shared/plural.ts';
import { asLines, type Commit, commitsIn, everyRef } from './commits.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { type Bench, indexTree, type Merged, withBench } from './merge-tree.ts';
import { apply, type Replayed, replay, type Step, stopWords, treeOf } from './replay.ts';
import { settingsOf } from './settings.ts';
import { handMade } from './unfinished.ts';
import { conflictWords, named, refused, shortOid } from './wording.ts';
import { conflictedIn, pathsOf, stagedIn, workTree } from './work-tree.ts';

/** A row of picks that has stopped half-way. */
export interface Unfinished {
  readonly subcommand: string;
  /** What it stopped at. */
  readonly current: Step | undefined;
  /** What is still to be done; undefined when that is not known. */
  readonly rest: readonly Step[] | undefined;
  /** Where everything was before. */
  readonly origin: string;
  /** The ref that has moved along, which does not keep what was made so far. */
  readonly moves: string | undefined;
  readonly onEmpty: 'drop' | 'stop';
}

export async function abort(context: ImpactContext, { current, origin, moves }: Unfinished): Promise<Impact> {
  const [local, made] = await Promise.all([
    workTree(context),
    commitsIn(context, ['HEAD', '--not', origin, ...everyRef(...(moves === undefined ? [] : [moves]))]),
  ]);
  const lost = await withBench(context, await settingsOf(context), async bench =>
    handMade(bench, local, await again(bench, current)),
  );
  return impact({
    sentences: [
      ...lostWords(lost),
      ...(made.total > 0 ? [`Drops ${plural(made.total, 'commit')} made so far.`] : []),
      `Goes back to ${shortOid(origin)}, where it began.`,
    ],
    lost: listed(lost),
    unreachable: asLines(made),
    files: listed(pathsOf(local.files)),
  });
}

/** Drops what it stopped at and goes on. */
export async function skip(context: ImpactContext, unfinished: Unfinished): Promise<Impact> {
  const local = await workTree(context);
  return withBench(context, await settingsOf(context), async bench => {
    const lost = await handMade(bench, local, await again(bench, unfinished.current));
    const subject = unfinished.current?.commit.subject;
    const sentences = [...lostWords(lost), ...(subject === undefined ? [] : [`Leaves out: ${subject}.`])];
    return goOn(bench, unfinished, 'HEAD', { sentences, lost: listed(lost) });
  });
}

/** Commits what is staged and goes on. */
export async function proceed(context: ImpactContext, unfinished: Unfinished): Promise<Impact> {
  const local = await workTree(context);
  const conflicted = conflictedIn(local);
  if (conflicted.length > 0) return refused(`${named(conflicted)} still in conflict.`);
  return withBench(context, await settingsOf(context), async bench => {
    const sentences = [`Commits what is staged (${plural(stagedIn(local).length, 'file')}).`];
    return goOn(bench, unfinished, (await indexTree(bench)) ?? 'HEAD', { sentences });
  });
}

async function goOn(
  bench: Bench,
  { rest, onEmpty }: Unfinished,
  start: string,
  first: Partial<Impact>,
): Promise<Impact> {
  const sentences = first.sentences ?? [];
  if (rest === undefined) {
    const why = 'What comes after is not known.';
    return impact({ ...first, sentences: [...sentences, why], unknown: why });
  }
  const went: Replayed = await replay(bench, { start }, rest, () => onEmpty);
  return impact({
    ...first,
    sentences: [
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, rest.length),
      ...sentences,
      ...(rest.length > 0 ? [`Goes on with ${plural(rest.length, 'commit')}.`] : []),
      ...(went.why === null ? [] : [went.why]),
    ],
    conflicts: listed(went.conflicts),
    commits: listed(rest.map(({ commit: { oid, subject } }) => ({ oid, subject }))),
    files: listed(went.changed.map(({ path }) => path)),
    unknown: went.why,
  });
}

const lostWords = (lost: readonly string[]): string[] =>
  lost.length > 0 ? [`Throws away what was made of ${plural(lost.length, 'file')} so far: ${named(lost)}.`] : [];

/** What git made of the current step by itself. */
const again = async (bench: Bench, current: Step | undefined): Promise<Merged> =>
  current ? apply(bench, await treeOf(bench, 'HEAD'), current) : { known: false, why: '' };

/** The commits of a todo list; undefined when it has other things to do as well. */
export async function plannedCommits(
  context: ImpactContext,
  todo: string,
  verbs: RegExp,
): Promise<readonly Commit[] | undefined> {
  const plan = todo.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  const rows = plan.map(line => line.trim().split(/\s+/));
  if (!rows.every(([verb = '', oid = '']) => verbs.test(verb) && /^[\da-f]{4,64}$/.test(oid))) return undefined;
  if (rows.length === 0) return [];
  return (await commitsIn(context, ['--no-walk=unsorted', ...rows.map(([, oid = '']) => oid)])).items;
}
