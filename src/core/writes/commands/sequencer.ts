import { plural } from '../../../shared/plural.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { asLines, type Commit, type Commits, commitsIn, filesOf } from '../impact/commits.ts';
import { counted, PLAIN } from '../impact/file-shape.ts';
import { lines } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed, type Preview, unknownImpact } from '../impact/impact.ts';
import { changesInTheWay, silentlyOverwritten } from '../impact/in-the-way.ts';
import { indexTree, withMergeWorkspace } from '../impact/merge-tree.ts';
import { pickActions } from '../impact/pick-actions.ts';
import { type ReplayResult, replaySteps, type Step, stopWords } from '../impact/replay.ts';
import { commitOf, previousOr } from '../impact/revisions.ts';
import { settingsOf } from '../impact/settings.ts';
import { conflictWords, ignoredWords, named, refused, unforeseen } from '../impact/wording.ts';
import { conflictedIn, filePaths, stagedIn, type WorkTree, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { isGiven, revisionsOn } from '../write-line.ts';
import type { WriteSpec } from './record.ts';

export interface Verb {
  readonly subcommand: 'cherry-pick' | 'revert';
  readonly does: string;
  readonly step: (commit: Commit, parent?: number) => Step;
}

/** The parts that cherry-pick and revert have in common, which in git is one program too. */
export function sequencer(verb: Verb) {
  return {
    options: {
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
    },
    notForeseen: { flag: ['--commit'] },
    touches: line => {
      const commits = revisionsOn(line);
      // Where it goes on to is in its own files, not on the line.
      return isGiven(line.known, '--abort', '--continue', '--quit', '--skip')
        ? { ...filesWrittenFrom({ trees: ['HEAD'], unfinished: true, merges: true }), untracked: 'visible' }
        : filesWrittenFrom({ commits, merges: true });
    },
    impact: async ({ walked }, context) => {
      const [, action] = Object.entries(pickActions).find(([name]) => inForce(walked, name)) ?? [];
      if (action) return action(context, verb);
      if (walked.positionals.length === 0) return refused('no commit is named.');
      if (walked.beforeDashes < walked.positionals.length) return unforeseen(verb.subcommand);
      return foresee(verb, walked, context);
    },
  } as const satisfies Omit<WriteSpec, 'examples'>;
}

async function foresee(verb: Verb, walked: Walked, context: ImpactContext): Promise<Impact> {
  const [chosen, head, local] = await Promise.all([
    choose(verb, walked, context),
    commitOf(context, 'HEAD'),
    workTree(context, { untracked: true }),
  ]);
  if (typeof chosen === 'string') return refused(chosen);
  if (head === undefined) return unknownImpact('There are no commits here yet.');
  const conflicted = conflictedIn(local);
  if (conflicted.length > 0) return refused(`there are still conflicts in ${named(conflicted)}.`);
  const keepsStaged = inForce(walked, '--no-commit');
  const staged = stagedIn(local);
  if (!keepsStaged && staged.length > 0) return refused(`changes to ${named(staged)} are staged but not committed.`);
  const steps = chosen.items.map(commit => verb.step(commit, mainline(walked)));
  const went = await tryOut(steps, walked, head, context);
  const edited = keepsStaged ? local.files.filter(({ unstaged }) => unstaged !== '.') : local.files;
  const obstacles = changesInTheWay(went.changed, { ...local, files: edited }, { keepsTracked: false });
  if (obstacles.length > 0 && steps.length === 1)
    return refused(`local changes to ${named(obstacles)} would be overwritten.`);
  return picture(verb, { chosen, went, obstacles, keepsStaged, local }, context);
}

const mainline = (walked: Walked): number => Number(walked.options.get('--mainline') ?? 1);

/** The commits of the line in the order git takes them, or why it would not begin. */
async function choose({ subcommand }: Verb, walked: Walked, context: ImpactContext): Promise<Commits | string> {
  const words = walked.positionals.map(previousOr);
  const shown = await context.git.readOrThrow(['rev-parse', ...words, '--'], context.repository.workTree, {
    accepts: [128],
  });
  const revisions = lines(shown).filter(oid => oid !== '--');
  // Only git's own words for commits go on: a path or anything else is not among them.
  if (revisions.length === 0 || !revisions.every(oid => /^\^?[\da-f]{40,64}$/.test(oid)))
    return `${named(words)} cannot be found.`;
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
    : `${unfit.subject} is a merge; use -m to choose the side to keep.`;
}

/** Strategies of the line are git's to try. */
async function tryOut(
  steps: readonly Step[],
  walked: Walked,
  head: string,
  context: ImpactContext,
): Promise<ReplayResult> {
  const written = steps.flatMap(({ commit }) => commit.files);
  const guess: ReplayResult = {
    made: [],
    empty: [],
    stop: undefined,
    conflicts: [],
    changed: [],
    shape: PLAIN,
    written,
    why: null,
  };
  const strategy = String(walked.options.get('--strategy') ?? 'ort');
  if (walked.options.has('--strategy-option') || !/^(?:ort|recursive)$/.test(strategy))
    return { ...guess, why: 'Conflicts cannot be predicted: only git itself can try another strategy.' };
  const uncommitted = inForce(walked, '--no-commit');
  return withMergeWorkspace(context, await settingsOf(context), async workspace => {
    const start = uncommitted ? await indexTree(workspace) : head;
    return replaySteps(workspace, { start: start ?? head }, steps, step => {
      if (uncommitted || inForce(walked, '--keep-redundant-commits')) return 'keep';
      const how = walked.options.get('--empty');
      if (how === 'keep' || how === 'drop') return how;
      return inForce(walked, '--allow-empty') && step.commit.files.length === 0 ? 'keep' : 'stop';
    });
  });
}

interface Outcome {
  readonly chosen: Commits;
  readonly went: ReplayResult;
  readonly obstacles: readonly string[];
  readonly keepsStaged: boolean;
  readonly local: WorkTree;
}

async function picture(
  { does, step }: Verb,
  { chosen, went, obstacles, keepsStaged, local }: Outcome,
  context: ImpactContext,
): Promise<Impact> {
  const lost = await silentlyOverwritten(went.written, local, context);
  const files = counted(went.why === null ? filePaths(went.changed) : filesOf(chosen), went.shape);
  return impact({
    sentences: [
      ...ignoredWords(lost),
      ...(obstacles.length > 0 ? [`Stops before overwriting local changes to ${named(obstacles)}.`] : []),
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, chosen.total),
      `${does} ${plural(chosen.total, 'commit')} (${files.words}).`,
      ...files.modes,
      ...(keepsStaged ? ['Leaves the result uncommitted.'] : []),
      ...(went.why === null ? [] : [went.why]),
    ],
    lost: listed(lost),
    conflicts: listed(went.conflicts),
    commits: asLines(chosen),
    ...files.parts,
    preview: previewOf(chosen, step),
    unknown: went.why,
  });
}

/** One commit is a difference of two trees; several are not. */
function previewOf({ items }: Commits, step: Verb['step']): Preview | null {
  const only = items.length === 1 && items[0] ? step(items[0]) : undefined;
  return only?.theirs ? { kind: 'trees', from: only.base, to: only.theirs } : null;
}
