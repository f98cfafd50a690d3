import { join } from 'node:path';
import { inForce, type OptionRows, type Walked } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { read } from '../parsed-write.ts';
import {
  asLines,
  type Changed,
  changedBetween,
  commitAt,
  commitsIn,
  currentBranch,
  mergeBases,
  previousOr,
} from './commits.ts';
import { ignoredUnder, inTheWay, localChanges, tracked } from './local-changes.ts';
import { mergeActions } from './merge-actions.ts';
import { changesOf, type Merged, mergeTree, withBench } from './merge-tree.ts';
import { type Family, listed, type Radius, type RadiusContext, radius, unknown } from './radius.ts';
import { upstreamRef } from './remotes.ts';
import { type Settings, settingsOf } from './settings.ts';
import { conflictWords, counted, ignoredWords, named, refused, shortRef, unforeseen } from './wording.ts';

export const MERGE_ROWS = {
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
    '-n',
    '--summary --stat',
    '-v --verbose',
    '--verify-signatures',
  ],
  optional: ['-S --gpg-sign', '--log'],
  value: ['--cleanup', '-F --file', '--into-name', '-m --message', '-s --strategy', '-X --strategy-option'],
} as const satisfies OptionRows;

/** git-merge(1): brings the commits of another branch into this one. */
export const merge: Family = async (line, context) => {
  const [settings, branch] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const always = settings.one(`branch.${branch}.mergeoptions`)?.split(/\s+/).filter(Boolean) ?? [];
  const walked = read([...always, ...line.words], MERGE_ROWS);
  if (!walked) return unforeseen('merge');
  const [, action] = Object.entries(mergeActions).find(([name]) => inForce(walked, name)) ?? [];
  if (action) return action(context, settings);
  const upstream = branch === undefined ? undefined : upstreamRef(settings, branch);
  const [word = upstream, ...more] = walked.positionals.map(previousOr);
  if (word === undefined) return refused('nothing is named to merge, and the branch has no upstream.');
  if (more.length > 0) return unknown('A merge of more than two branches is not foreseen.');
  return foresee(word, walked, settings, context);
};

async function foresee(word: string, walked: Walked, settings: Settings, context: RadiusContext): Promise<Radius> {
  const inProgress = ['MERGE_HEAD', 'CHERRY_PICK_HEAD'].map(name =>
    disk.exists(join(context.repository.gitDirectory, name)),
  );
  if ((await Promise.all(inProgress)).includes(true)) return refused('another merge or pick is not finished.');
  const [head, target] = await Promise.all([commitAt(context, 'HEAD'), commitAt(context, word)]);
  if (target === undefined) return refused(`there is no ${shortRef(word)} to merge.`);
  if (head === undefined) return unknown('There is no commit here yet to merge into.');
  const [bases, incoming, local] = await Promise.all([
    mergeBases(context, head, target),
    commitsIn(context, [target, '--not', head]),
    localChanges(context),
  ]);
  if (local.conflicted.length > 0) return refused(`${named(local.conflicted)} still in conflict.`);
  if (bases.includes(target)) return radius({ says: [`Nothing to merge: all of ${shortRef(word)} is here.`] });
  const ways = waysOf(walked, settings);
  if (bases.length === 0 && !inForce(walked, '--allow-unrelated-histories'))
    return refused(`${shortRef(word)} has no history in common with this branch.`);
  const forward = bases[0] === head && ways.mayForward;
  if (ways.onlyForward && bases[0] !== head)
    return refused(`this branch cannot be fast-forwarded to ${shortRef(word)}.`);
  const plan = { head, target, label: word, base: bases[0], forward, ways };
  const { merged, changed } = await outcome(plan, settings, context);
  const obstacles = inTheWay(changed, local, { tracked: ways.autostash });
  if (obstacles.length > 0) return refused(`local changes to ${named(obstacles)} would be overwritten.`);
  if (!forward && !ways.autostash && local.staged.length > 0)
    return refused(`changes to ${named(local.staged)} are staged but not committed.`);
  const lost = await ignoredUnder(changed, context);
  const conflicts = merged.known ? merged.conflicts : [];
  return radius({
    says: [
      ...ignoredWords(lost),
      ...conflictWords(conflicts, merged.known && !merged.clean),
      `${verbOf(plan)} ${counted(incoming.total, 'commit')} of ${shortRef(word)} (${counted(changed.length, 'file')}).`,
      ...(ways.commits || (forward && !ways.squash) ? [] : ['Leaves the result uncommitted.']),
      ...(ways.autostash && tracked(local).length > 0 ? ['Puts local changes aside and back again.'] : []),
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
  context: RadiusContext,
): Promise<{ merged: Merged; changed: Changed[] }> {
  const { head, target, label, base, forward, ways } = plan;
  const clean = (tree: string): Merged => ({ known: true, tree, clean: true, conflicts: [], rename: path => path });
  if (ways.strategy === 'ours') return { merged: clean(head), changed: [] };
  if (forward || base === head) return { merged: clean(target), changed: await changedBetween(context, head, target) };
  const theirs = () => (base === undefined ? Promise.resolve([]) : changedBetween(context, base, target));
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
