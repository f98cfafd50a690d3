import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce, type OptionRows, type Walked } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { asLines, commitsIn, mergeBases } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact, listed, unknown } from '../impact/impact.ts';
import { changesInTheWay, ignoredUnder } from '../impact/in-the-way.ts';
import { mergeActions } from '../impact/merge-actions.ts';
import { changesOf, type Merged, mergeTree, withBench } from '../impact/merge-tree.ts';
import { upstreamRef } from '../impact/remotes.ts';
import { commitOf, currentBranch, previousOr } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { type Difference, differences } from '../impact/trees.ts';
import { conflictWords, ignoredWords, named, refused, shortRef, unforeseen } from '../impact/wording.ts';
import { conflictedIn, stagedIn, workTree } from '../impact/work-tree.ts';
import { filesInTheWayOf } from '../snapshot-scope.ts';
import { write } from './record.ts';
import { type ForeseenLine, walkStrictly } from './write-line.ts';

const OPTIONS = {
  flag: [
    '--abort',
    '--allow-unrelated-histories',
    '--autostash',
    '--commit',
    '--compact-summary',
    '--continue',
    '--edit',
    '--ff',
    '--ff-only',
    '--no-verify',
    '--overwrite-ignore',
    '--progress',
    '-q --quiet',
    '--quit',
    '--rerere-autoupdate',
    '--signoff',
    '--squash',
    '-n --no-stat',
    '--summary --stat',
    '-v --verbose',
    '--verify-signatures',
  ],
  optional: ['-S --gpg-sign', '--log'],
  value: ['--cleanup', '-F --file', '--into-name', '-m --message', '-s --strategy', '-X --strategy-option'],
} as const satisfies OptionRows;

/** git-merge(1): brings the commits of another branch into this one. */
export const merge = write('merge', {
  options: OPTIONS,
  touches: ({ loose: { revisions } }) => filesInTheWayOf(revisions.length > 0 ? revisions : ['HEAD', '@{upstream}']),
  allowance: {
    options: ['--ff', '--ff-only', '--message', '--no-edit', '--no-ff', '--no-stat', '--quiet'],
    free: ['--message'],
  },
  examples: {
    destructive: ['git merge --abort'],
    local: ['git merge topic', 'git merge --no-ff -m words topic', 'git merge --squash topic', 'git merge --continue'],
  },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const [settings, branch] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const always = settings.one(`branch.${branch}.mergeoptions`)?.split(/\s+/).filter(Boolean) ?? [];
  const walked = walkStrictly([...always, ...line.words], OPTIONS);
  if (!walked) return unforeseen('merge');
  const [, action] = Object.entries(mergeActions).find(([name]) => inForce(walked, name)) ?? [];
  if (action) return action(context, settings);
  const upstream = branch === undefined ? undefined : upstreamRef(settings, branch);
  const [word = upstream, ...more] = walked.positionals.map(previousOr);
  if (word === undefined) return refused('nothing is named to merge, and the branch has no upstream.');
  if (more.length > 0) return unknown('A merge of more than two branches is not foreseen.');
  return foresee(word, walked, settings, context);
}

async function foresee(word: string, walked: Walked, settings: Settings, context: ImpactContext): Promise<Impact> {
  const inProgress = ['MERGE_HEAD', 'CHERRY_PICK_HEAD'].map(name =>
    disk.exists(join(context.repository.gitDirectory, name)),
  );
  if ((await Promise.all(inProgress)).includes(true)) return refused('another merge or pick is not finished.');
  const [head, target] = await Promise.all([commitOf(context, 'HEAD'), commitOf(context, word)]);
  if (target === undefined) return refused(`there is no ${shortRef(word)} to merge.`);
  if (head === undefined) return unknown('There is no commit here yet to merge into.');
  const [bases, incoming, local] = await Promise.all([
    mergeBases(context, head, target),
    commitsIn(context, [target, '--not', head]),
    workTree(context, { untracked: true }),
  ]);
  const conflicted = conflictedIn(local);
  if (conflicted.length > 0) return refused(`${named(conflicted)} still in conflict.`);
  if (bases.includes(target)) return impact({ sentences: [`Nothing to merge: all of ${shortRef(word)} is here.`] });
  const ways = waysOf(walked, settings);
  if (bases.length === 0 && !inForce(walked, '--allow-unrelated-histories'))
    return refused(`${shortRef(word)} has no history in common with this branch.`);
  const forward = bases[0] === head && ways.mayForward;
  if (ways.onlyForward && bases[0] !== head)
    return refused(`this branch cannot be fast-forwarded to ${shortRef(word)}.`);
  const plan = { head, target, label: word, base: bases[0], forward, ways };
  const { merged, changed } = await outcome(plan, settings, context);
  const obstacles = changesInTheWay(changed, local, { keepsTracked: ways.autostash });
  if (obstacles.length > 0) return refused(`local changes to ${named(obstacles)} would be overwritten.`);
  const staged = stagedIn(local);
  if (!forward && !ways.autostash && staged.length > 0)
    return refused(`changes to ${named(staged)} are staged but not committed.`);
  const lost = await ignoredUnder(changed, context);
  const conflicts = merged.known ? merged.conflicts : [];
  return impact({
    sentences: [
      ...ignoredWords(lost),
      ...conflictWords(conflicts, merged.known && !merged.clean),
      `${verbOf(plan)} ${plural(incoming.total, 'commit')} of ${shortRef(word)} (${plural(changed.length, 'file')}).`,
      ...(ways.commits || (forward && !ways.squash) ? [] : ['Leaves the result uncommitted.']),
      ...(ways.autostash && local.files.length > 0 ? ['Puts local changes aside and back again.'] : []),
      ...(merged.known ? [] : [merged.why]),
    ],
    lost: listed(lost),
    conflicts: listed(conflicts),
    commits: asLines(incoming),
    files: listed(changed.map(({ path }) => path)),
    preview: { kind: 'trees', from: (forward ? head : bases[0]) ?? null, to: target },
    unknown: merged.known ? null : merged.why,
  });
}

interface Ways {
  readonly mayForward: boolean;
  readonly onlyForward: boolean;
  readonly commits: boolean;
  readonly squash: boolean;
  readonly autostash: boolean;
  readonly strategy: string | undefined;
}

function waysOf(walked: Walked, settings: Settings): Ways {
  const ff = walked.options.get('--ff');
  const configured = ff === undefined ? settings.one('merge.ff') : undefined;
  const never = ff === false || (ff === undefined && settings.is('merge.ff') === false);
  const squash = inForce(walked, '--squash');
  const strategy = strategyOf(walked);
  return {
    squash,
    strategy,
    mayForward: !never && strategy !== 'ours',
    onlyForward: inForce(walked, '--ff-only') || configured === 'only',
    commits: !squash && walked.options.get('--commit') !== false,
    autostash: walked.options.has('--autostash')
      ? inForce(walked, '--autostash')
      : settings.is('merge.autostash') === true,
  };
}

/** Options change what any strategy does. */
function strategyOf({ options }: Walked): string | undefined {
  const name = options.get('--strategy')?.toString();
  return options.has('--strategy-option') ? `${name ?? 'ort'} with options` : name;
}

interface Plan {
  readonly head: string;
  readonly target: string;
  readonly label: string;
  readonly base: string | undefined;
  readonly forward: boolean;
  readonly ways: Ways;
}

const verbOf = ({ forward, ways }: Plan): string => {
  if (ways.squash) return 'Squashes';
  return forward ? 'Fast-forwards by' : 'Merges';
};

/** What the files would be, and which of them change. */
async function outcome(
  plan: Plan,
  settings: Settings,
  context: ImpactContext,
): Promise<{ merged: Merged; changed: Difference[] }> {
  const { head, target, label, base, forward, ways } = plan;
  const clean = (tree: string): Merged => ({ known: true, tree, clean: true, conflicts: [], rename: path => path });
  if (ways.strategy === 'ours') return { merged: clean(head), changed: [] };
  if (forward || base === head) return { merged: clean(target), changed: await differences(context, head, target) };
  const theirs = () => (base === undefined ? Promise.resolve([]) : differences(context, base, target));
  if (ways.strategy !== undefined && !/^(?:ort|recursive)$/.test(ways.strategy))
    return {
      merged: { known: false, why: `Conflicts are not known: only git can try the strategy ${ways.strategy}.` },
      changed: await theirs(),
    };
  return withBench(context, settings, async bench => {
    const merged = await mergeTree(bench, { ours: head, theirs: target, base, label });
    return { merged, changed: merged.known ? await changesOf(bench, head, merged) : await theirs() };
  });
}
