import { inForce, type OptionRows, type Walked } from '../../command/table.ts';
import { read } from '../parsed-write.ts';
import {
  asLines,
  type Commit,
  type Commits,
  commitAt,
  commitsIn,
  filesOf,
  lines,
  previousOr,
  tell,
} from './commits.ts';
import { ignoredUnder, inTheWay, localChanges } from './local-changes.ts';
import { indexTree, withBench } from './merge-tree.ts';
import { pickActions } from './pick-actions.ts';
import { type Family, listed, type Preview, type Radius, type RadiusContext, radius, unknown } from './radius.ts';
import { type Replayed, replay, type Step } from './replay.ts';
import { settingsOf } from './settings.ts';
import { conflictWords, counted, ignoredWords, named, refused, stopWords, unforeseen } from './wording.ts';

const ROWS = {
  flag: [
    '--abort',
    '--allow-empty',
    '--allow-empty-message',
    '--continue',
    '-e --edit',
    '--ff',
    '--keep-redundant-commits',
    '-n --no-commit',
    '--quit',
    '--reference',
    '--rerere-autoupdate',
    '-s --signoff',
    '--skip',
    '-x',
  ],
  optional: ['-S --gpg-sign'],
  value: ['--cleanup', '--empty', '-m --mainline', '--strategy', '-X --strategy-option'],
} as const satisfies OptionRows;

export interface Verb {
  readonly subcommand: 'cherry-pick' | 'revert';
  readonly does: string;
  readonly step: (commit: Commit, parent?: number) => Step;
}

/** What cherry-pick and revert have in common, which in git is one program too. */
export function sequencer(verb: Verb): Family {
  return async (line, context) => {
    const walked = read(line.words, ROWS);
    if (!walked) return unforeseen(verb.subcommand);
    const [, action] = Object.entries(pickActions).find(([name]) => inForce(walked, name)) ?? [];
    if (action) return action(context, verb);
    if (walked.positionals.length === 0) return refused(`nothing is named to ${verb.subcommand}.`);
    if (walked.beforeDashes < walked.positionals.length) return unforeseen(verb.subcommand);
    return foresee(verb, walked, context);
  };
}

async function foresee(verb: Verb, walked: Walked, context: RadiusContext): Promise<Radius> {
  const [chosen, head, local] = await Promise.all([
    choose(verb, walked, context),
    commitAt(context, 'HEAD'),
    localChanges(context),
  ]);
  if (typeof chosen === 'string') return refused(chosen);
  if (head === undefined) return unknown('There is no commit here yet.');
  if (local.conflicted.length > 0) return refused(`${named(local.conflicted)} still in conflict.`);
  const keepsStaged = inForce(walked, '--no-commit');
  if (!keepsStaged && local.staged.length > 0)
    return refused(`changes to ${named(local.staged)} are staged but not committed.`);
  const steps = chosen.items.map(commit => verb.step(commit, mainline(walked)));
  const went = await tryOut(steps, walked, head, context);
  const obstacles = inTheWay(went.changed, keepsStaged ? { ...local, staged: [] } : local, { tracked: false });
  if (obstacles.length > 0 && steps.length === 1)
    return refused(`local changes to ${named(obstacles)} would be overwritten.`);
  return picture(verb, { chosen, went, obstacles, keepsStaged }, context);
}

const mainline = (walked: Walked): number => Number(walked.options.get('--mainline') ?? 1);

/** The commits of the line in the order git takes them, or why it would not begin. */
async function choose({ subcommand }: Verb, walked: Walked, context: RadiusContext): Promise<Commits | string> {
  const words = walked.positionals.map(previousOr);
  const shown = await tell(context, ['rev-parse', ...words, '--'], { accepts: [128] });
  const revisions = lines(shown).filter(oid => oid !== '--');
  // Only git's own words for commits go on: a path or anything else is not among them.
  if (revisions.length === 0 || !revisions.every(oid => /^\^?[\da-f]{40,64}$/.test(oid)))
    return `it cannot find ${named(words)}.`;
  const isRange = revisions.some(oid => oid.startsWith('^'));
  const order = isRange ? (subcommand === 'revert' ? [] : ['--reverse']) : ['--no-walk=unsorted'];
  const chosen = await commitsIn(context, [...order, ...revisions], true);
  if (chosen.items.length === 0) return 'the range has no commits.';
  const given = walked.options.has('--mainline');
  const unfit = chosen.items.find(({ parents }) =>
    given ? (parents.length || 1) < mainline(walked) : parents.length > 1,
  );
  if (unfit === undefined) return chosen;
  return given
    ? `${unfit.subject} has no parent ${mainline(walked)}.`
    : `${unfit.subject} is a merge; -m says which side stays.`;
}

/** Strategies of the line are git's to try. */
async function tryOut(steps: readonly Step[], walked: Walked, head: string, context: RadiusContext): Promise<Replayed> {
  const guess: Replayed = { made: [], empty: [], stop: undefined, conflicts: [], changed: [], why: null };
  const strategy = String(walked.options.get('--strategy') ?? 'ort');
  if (walked.options.has('--strategy-option') || !/^(?:ort|recursive)$/.test(strategy))
    return { ...guess, why: 'Conflicts are not known: only git can try another strategy.' };
  const uncommitted = inForce(walked, '--no-commit');
  return withBench(context, await settingsOf(context), async bench => {
    const start = uncommitted ? await indexTree(bench) : head;
    return replay(bench, { start: start ?? head }, steps, step => {
      if (uncommitted || inForce(walked, '--keep-redundant-commits')) return 'keep';
      const how = walked.options.get('--empty');
      if (how === 'keep' || how === 'drop') return how;
      return inForce(walked, '--allow-empty') && step.commit.files.length === 0 ? 'keep' : 'stop';
    });
  });
}

interface Outcome {
  readonly chosen: Commits;
  readonly went: Replayed;
  readonly obstacles: readonly string[];
  readonly keepsStaged: boolean;
}

async function picture(
  { does, step }: Verb,
  { chosen, went, obstacles, keepsStaged }: Outcome,
  context: RadiusContext,
): Promise<Radius> {
  const lost = await ignoredUnder(went.changed, context);
  const files = went.why === null ? went.changed.map(({ path }) => path) : filesOf(chosen);
  return radius({
    says: [
      ...ignoredWords(lost),
      ...(obstacles.length > 0 ? [`Stops before it would overwrite local changes to ${named(obstacles)}.`] : []),
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, chosen.total),
      `${does} ${counted(chosen.total, 'commit')} (${counted(files.length, 'file')}).`,
      ...(keepsStaged ? ['Leaves the result uncommitted.'] : []),
      ...(went.why === null ? [] : [went.why]),
    ],
    lost: listed(lost),
    conflicts: listed(went.conflicts),
    commits: asLines(chosen),
    files: listed(files),
    preview: previewOf(chosen, step),
    unknown: went.why,
  });
}

/** One commit is a difference of two trees; several are not. */
function previewOf({ items }: Commits, step: Verb['step']): Preview | null {
  const only = items.length === 1 && items[0] ? step(items[0]) : undefined;
  return only?.theirs ? { kind: 'trees', from: only.base, to: only.theirs } : null;
}
