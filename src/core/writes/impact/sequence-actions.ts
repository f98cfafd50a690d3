import { asLines, type Commit, commitsIn, everyRef } from './commits.ts';
import { localChanges, tracked } from './local-changes.ts';
import { type Bench, indexTree, type Merged, withBench } from './merge-tree.ts';
import { listed, type Radius, type RadiusContext, radius } from './radius.ts';
import { apply, type Replayed, replay, type Step, treeOf } from './replay.ts';
import { settingsOf } from './settings.ts';
import { handMade } from './unfinished.ts';
import { conflictWords, counted, named, refused, shortOid, stopWords } from './wording.ts';

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

export async function abort(context: RadiusContext, { current, origin, moves }: Unfinished): Promise<Radius> {
  const [local, made] = await Promise.all([
    localChanges(context),
    commitsIn(context, ['HEAD', '--not', origin, ...everyRef(...(moves === undefined ? [] : [moves]))]),
  ]);
  const lost = await withBench(context, await settingsOf(context), async bench =>
    handMade(bench, local, await again(bench, current)),
  );
  return radius({
    says: [
      ...lostWords(lost),
      ...(made.total > 0 ? [`Drops ${counted(made.total, 'commit')} made so far.`] : []),
      `Goes back to ${shortOid(origin)}, where it began.`,
    ],
    lost: listed(lost),
    unreachable: asLines(made),
    files: listed(tracked(local)),
  });
}

/** Drops what it stopped at and goes on. */
export async function skip(context: RadiusContext, unfinished: Unfinished): Promise<Radius> {
  const local = await localChanges(context);
  return withBench(context, await settingsOf(context), async bench => {
    const lost = await handMade(bench, local, await again(bench, unfinished.current));
    const subject = unfinished.current?.commit.subject;
    const says = [...lostWords(lost), ...(subject === undefined ? [] : [`Leaves out: ${subject}.`])];
    return goOn(bench, unfinished, 'HEAD', { says, lost: listed(lost) });
  });
}

/** Commits what is staged and goes on. */
export async function proceed(context: RadiusContext, unfinished: Unfinished): Promise<Radius> {
  const local = await localChanges(context);
  if (local.conflicted.length > 0) return refused(`${named(local.conflicted)} still in conflict.`);
  return withBench(context, await settingsOf(context), async bench => {
    const says = [`Commits what is staged (${counted(local.staged.length, 'file')}).`];
    return goOn(bench, unfinished, (await indexTree(bench)) ?? 'HEAD', { says });
  });
}

async function goOn(
  bench: Bench,
  { rest, onEmpty }: Unfinished,
  start: string,
  first: Partial<Radius>,
): Promise<Radius> {
  const says = first.says ?? [];
  if (rest === undefined) {
    const why = 'What comes after is not known.';
    return radius({ ...first, says: [...says, why], unknown: why });
  }
  const went: Replayed = await replay(bench, { start }, rest, () => onEmpty);
  return radius({
    ...first,
    says: [
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, rest.length),
      ...says,
      ...(rest.length > 0 ? [`Goes on with ${counted(rest.length, 'commit')}.`] : []),
      ...(went.why === null ? [] : [went.why]),
    ],
    conflicts: listed(went.conflicts),
    commits: listed(rest.map(({ commit: { oid, subject } }) => ({ oid, subject }))),
    files: listed(went.changed.map(({ path }) => path)),
    unknown: went.why,
  });
}

const lostWords = (lost: readonly string[]): string[] =>
  lost.length > 0 ? [`Throws away what was made of ${counted(lost.length, 'file')} so far: ${named(lost)}.`] : [];

/** What git made of the current step by itself. */
const again = async (bench: Bench, current: Step | undefined): Promise<Merged> =>
  current ? apply(bench, await treeOf(bench, 'HEAD'), current) : { known: false, why: '' };

/** The commits of a todo list; undefined when it has other things to do as well. */
export async function plannedCommits(
  context: RadiusContext,
  todo: string,
  verbs: RegExp,
): Promise<readonly Commit[] | undefined> {
  const plan = todo.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  const rows = plan.map(line => line.trim().split(/\s+/));
  if (!rows.every(([verb = '', oid = '']) => verbs.test(verb) && /^[\da-f]{4,64}$/.test(oid))) return undefined;
  if (rows.length === 0) return [];
  return (await commitsIn(context, ['--no-walk=unsorted', ...rows.map(([, oid = '']) => oid)])).items;
}
