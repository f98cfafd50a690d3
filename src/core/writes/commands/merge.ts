import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { shortRef } from '../../../shared/short-ref.ts';
import { inForce, type OptionRows, type Walked } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { autostashOf, NOTHING_ASIDE, resetOnTheWay } from '../impact/autostash.ts';
import { asLines, commitsIn, mergeBases } from '../impact/commits.ts';
import { counted, type FileShape, PLAIN, shapeBetween } from '../impact/file-shape.ts';
import { type Impact, type ImpactContext, impact, listed, unknownImpact } from '../impact/impact.ts';
import { changesInTheWay, silentlyOverwritten } from '../impact/in-the-way.ts';
import { mergeActions } from '../impact/merge-actions.ts';
import { changesOf, type MergeResult, mergeTree, withMergeWorkspace } from '../impact/merge-tree.ts';
import { upstreamRef } from '../impact/remotes.ts';
import { commitOf, currentBranch, previousOr } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { type Difference, differences } from '../impact/trees.ts';
import { conflictWords, ignoredWords, named, refused, unforeseen } from '../impact/wording.ts';
import { conflictedIn, filePaths, stagedIn, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, revisionsOn, walkExactly } from '../write-line.ts';
import { write } from './record.ts';

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
  touches: line => {
    if (isGiven(line.known, '--abort', '--continue', '--quit'))
      return { ...filesWrittenFrom({ trees: ['HEAD'], unfinished: true, merges: true }), untracked: 'visible' };
    const revisions = revisionsOn(line);
    return filesWrittenFrom({ trees: ['HEAD', ...(revisions.length > 0 ? revisions : ['@{upstream}'])], merges: true });
  },
  impact: impactOf,
  allowance: {
    options: ['--ff', '--ff-only', '--message', '--no-edit', '--no-ff', '--no-stat', '--quiet'],
    free: ['--message'],
  },
  examples: {
    destructive: ['git merge --abort'],
    local: ['git merge topic', 'git merge --no-ff -m words topic', 'git merge --squash topic', 'git merge --continue'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const [settings, branch] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const always = settings.one(`branch.${branch}.mergeoptions`)?.split(/\s+/).filter(Boolean) ?? [];
  const walked = walkExactly([...always, ...line.words], [OPTIONS]);
  if (!walked) return unforeseen('merge');
  const [, action] = Object.entries(mergeActions).find(([name]) => inForce(walked, name)) ?? [];
  if (action) return action(context, settings);
  const upstream = branch === undefined ? undefined : upstreamRef(settings, branch);
  const [word = upstream, ...more] = walked.positionals.map(previousOr);
  if (word === undefined) return refused('no branch is named, and this one has no upstream.');
  if (more.length > 0) return unknownImpact('Sluice cannot tell what a merge of several branches does.');
  return foresee(word, walked, settings, context);
}

async function foresee(word: string, walked: Walked, settings: Settings, context: ImpactContext): Promise<Impact> {
  const inProgress = ['MERGE_HEAD', 'CHERRY_PICK_HEAD'].map(name =>
    disk.exists(join(context.repository.gitDirectory, name)),
  );
  if ((await Promise.all(inProgress)).includes(true)) return refused('another merge or cherry-pick is in progress.');
  const [head, target] = await Promise.all([commitOf(context, 'HEAD'), commitOf(context, word)]);
  if (target === undefined) return refused(`there is no ${shortRef(word)} to merge.`);
  if (head === undefined) return unknownImpact('There are no commits here yet.');
  const [bases, incoming, local] = await Promise.all([
    mergeBases(context, head, target),
    commitsIn(context, [target, '--not', head]),
    workTree(context, { untracked: true }),
  ]);
  const conflicted = conflictedIn(local);
  if (conflicted.length > 0) return refused(`there are still conflicts in ${named(conflicted)}.`);
  if (bases.includes(target))
    return impact({ sentences: [`Nothing to merge: everything in ${shortRef(word)} is already here.`] });
  const ways = waysOf(walked, settings);
  if (bases.length === 0 && !inForce(walked, '--allow-unrelated-histories'))
    return refused(`${shortRef(word)} has no history in common with this branch.`);
  const forward = bases[0] === head && ways.mayForward;
  if (ways.onlyForward && bases[0] !== head)
    return refused(`this branch cannot be fast-forwarded to ${shortRef(word)}.`);
  const input = { head, target, label: word, base: bases[0], forward, ways };
  const { merged, changed, shape } = await outcome(input, settings, context);
  const comesBack = merged.known && merged.clean && (ways.commits || (forward && !ways.squash));
  const putAside = () => {
    if (ways.autostash && local.files.length > 0)
      return autostashOf(local, { changed: filePaths(changed), comesBack }, context);
    return forward ? NOTHING_ASIDE : resetOnTheWay(local, context);
  };
  const [ignored, aside] = await Promise.all([silentlyOverwritten(filePaths(changed), local, context), putAside()]);
  // What goes with the local changes is in nobody's way any more.
  const obstacles = changesInTheWay(changed, local, { keepsTracked: ways.autostash }).filter(
    path => !ways.autostash || !aside.replaced.includes(path),
  );
  // Git puts back what was there by a hard reset also when it refuses.
  const refusedAll = (why: string) => refused(why, { lost: listed(aside.lost), sentences: aside.loses });
  if (obstacles.length > 0) return refusedAll(`local changes to ${named(obstacles)} would be overwritten.`);
  const staged = stagedIn(local);
  if (!forward && !ways.autostash && staged.length > 0)
    return refusedAll(`changes to ${named(staged)} are staged but not committed.`);
  const files = counted(filePaths(changed), shape);
  const conflicts = merged.known ? merged.conflicts : [];
  const lost = [...new Set([...ignored, ...aside.lost])];
  return impact({
    sentences: [
      ...aside.loses,
      ...ignoredWords(ignored),
      ...conflictWords(conflicts, merged.known && !merged.clean),
      `${verbOf(input)} ${plural(incoming.total, 'commit')} of ${shortRef(word)} (${files.words}).`,
      ...files.modes,
      ...(ways.commits || (forward && !ways.squash) ? [] : ['Leaves the result uncommitted.']),
      ...aside.sentences,
      ...(merged.known ? [] : [merged.why]),
    ],
    lost: listed(lost),
    conflicts: listed(conflicts),
    commits: asLines(incoming),
    ...files.parts,
    preview: { kind: 'trees', from: (forward ? head : bases[0]) ?? null, to: target },
    unknown: merged.known ? aside.unknown : merged.why,
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

interface MergeInput {
  readonly head: string;
  readonly target: string;
  readonly label: string;
  readonly base: string | undefined;
  readonly forward: boolean;
  readonly ways: Ways;
}

const verbOf = ({ forward, ways }: MergeInput): string => {
  if (ways.squash) return 'Squashes';
  return forward ? 'Fast-forwards by' : 'Merges';
};

/** The merged tree, and the files that change. */
async function outcome(
  input: MergeInput,
  settings: Settings,
  context: ImpactContext,
): Promise<{ merged: MergeResult; changed: Difference[]; shape: FileShape }> {
  const { head, target, label, base, forward, ways } = input;
  const clean = (tree: string): MergeResult => ({
    known: true,
    tree,
    clean: true,
    conflicts: [],
    rename: path => path,
  });
  if (ways.strategy === 'ours') return { merged: clean(head), changed: [], shape: PLAIN };
  const between = async (from: string) => ({
    changed: await differences(context, from, target),
    shape: await shapeBetween(context, from, target),
  });
  if (forward || base === head) return { merged: clean(target), ...(await between(head)) };
  const theirs = async () => (base === undefined ? { changed: [], shape: PLAIN } : between(base));
  if (ways.strategy !== undefined && !/^(?:ort|recursive)$/.test(ways.strategy))
    return {
      merged: {
        known: false,
        why: `Conflicts cannot be predicted: only git itself can try the strategy ${ways.strategy}.`,
      },
      ...(await theirs()),
    };
  return withMergeWorkspace(context, settings, async workspace => {
    const merged = await mergeTree(workspace, { ours: head, theirs: target, base, label });
    return { merged, ...(merged.known ? await changesOf(workspace, head, merged) : await theirs()) };
  });
}
