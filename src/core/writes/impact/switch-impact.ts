import { disk } from '../../repository/files.ts';
import { operationsIn, rootRefsOf } from '../../repository/operation.ts';
import type { WriteLine } from '../write-line.ts';
import { outOfReach } from './commits.ts';
import { type CountedFiles, counted, shapeBetween } from './file-shape.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { settingsOf } from './settings.ts';
import { carefulSwitch, forcedSwitch, type SwitchOutcome } from './switch-outcome.ts';
import { lostWords, quoted, quotedNames, refused, unreachableWords } from './wording.ts';
import { type WorkTree, workTree } from './work-tree.ts';

/** Where HEAD is to go, as `checkout` and `switch` have it. */
export interface Destination {
  /** Null for a history that is yet to begin, undefined to stay. */
  readonly commit: string | null | undefined;
  /** The name of the branch to be on, undefined for a detached HEAD or the branch HEAD is on. */
  readonly branch: string | undefined;
  /** The branch is to be made; `anew` also when it is there already. */
  readonly creates: 'no' | 'new' | 'anew';
  readonly force: boolean;
  readonly merge: boolean;
  readonly overwriteIgnored: boolean;
  readonly otherWorkTrees: boolean;
  /** Files and index are left alone. */
  readonly filesStay: boolean;
  /** Refused while something else is going on. */
  readonly mustBeIdle: boolean;
}

/** The effect of going there on HEAD, branches and files. */
export async function switchImpact(to: Destination, line: WriteLine, context: ImpactContext): Promise<Impact> {
  const tree = await workTree(context);
  const ref = to.branch === undefined ? undefined : `refs/heads/${to.branch}`;
  const there = ref === undefined ? undefined : await branchAt(ref, line, context);
  const why = await objection(to, there, context);
  if (why !== undefined) return refused(why);
  const target = to.commit === undefined ? tree.head : to.commit;
  const moved = to.creates === 'anew' && ref !== undefined && there !== undefined;
  const left = [...(tree.branch === null && tree.head !== null ? [tree.head] : []), ...(moved ? [there.oid] : [])];
  const [unreachable, switching, settings, shape] = await Promise.all([
    outOfReach(context, {
      from: to.commit === undefined && !moved ? [] : left,
      to: target === null ? [] : [target],
      without: ['HEAD', ...(moved ? [ref] : [])],
    }),
    switchFiles(to, tree, target, context),
    settingsOf(context),
    shapeBetween(context, tree.head, target),
  ]);
  const obstacles = [...switching.changedInTheWay, ...switching.untrackedInTheWay];
  const unmerged = tree.files.some(file => file.unmerged);
  if (obstacles.length > 0 && (!to.merge || unmerged || switching.untrackedInTheWay.length > 0)) {
    return refused(
      `${unmerged ? 'conflicts in' : 'local changes to'} ${quotedNames([...new Set(obstacles)])} are in the way.`,
    );
  }
  const files = counted(switching.differing, shape);
  const lost = switching.losses.any;
  return impact({
    sentences: [
      ...lostWords(lost.length),
      ...unreachableWords(unreachable.total),
      ...sentencesOf(to, moved, files, obstacles),
    ],
    lost: listed(lost),
    unreachable,
    ...files.parts,
    preview: lost.length > 0 ? { kind: 'worktree', from: target, paths: listed(lost).items, goes: 'replaced' } : null,
    unknown: unknownOf(obstacles, settings.is('submodule.recurse') === true && switching.differing.length > 0),
  });
}

async function switchFiles(
  to: Destination,
  tree: WorkTree,
  target: string | null,
  context: ImpactContext,
): Promise<SwitchOutcome> {
  if (to.force) return forcedSwitch(tree, target, context);
  if (to.filesStay)
    return { losses: { disk: [], staged: [], any: [] }, differing: [], changedInTheWay: [], untrackedInTheWay: [] };
  return carefulSwitch(tree, target, context, to.overwriteIgnored);
}

interface BranchAt {
  readonly oid: string;
  /** The work tree that is on it; empty for none. */
  readonly place: string;
}

async function branchAt(ref: string, line: WriteLine, context: ImpactContext): Promise<BranchAt | undefined> {
  const text = await context.git.tryRead(
    ['for-each-ref', '--format=%(objectname) %(refname) %(worktreepath)', ref],
    line.cwd,
  );
  const [oid = '', name, ...place] = text?.split('\n')[0]?.split(' ') ?? [];
  return name === ref ? { oid, place: place.join(' ') } : undefined;
}

async function objection(
  { branch, creates, otherWorkTrees, mustBeIdle }: Destination,
  there: BranchAt | undefined,
  { repository, git }: ImpactContext,
): Promise<string | undefined> {
  if (creates === 'new' && there !== undefined) return `a branch ${quoted(branch ?? '')} already exists.`;
  if (there && there.place !== '' && there.place !== repository.workTree && !otherWorkTrees) {
    return `${quoted(branch ?? '')} is checked out in ${quoted(there.place)}.`;
  }
  const { gitDirectory, workTree } = repository;
  const [operation] = mustBeIdle ? await operationsIn(gitDirectory, disk, rootRefsOf(git, workTree)) : [];
  return operation && operation.kind !== 'bisect' ? `a ${operation.kind} is in progress.` : undefined;
}

function sentencesOf(
  to: Destination,
  moved: boolean,
  { total, words, modes }: CountedFiles,
  merged: readonly string[],
): string[] {
  const made = to.creates === 'no' ? [] : [`${moved ? 'Moves' : 'Creates'} the branch ${quoted(to.branch ?? '')}.`];
  const files = total > 0 ? [`Changes ${words}.`, ...modes] : ['No files would change.'];
  return [
    ...(merged.length > 0 ? [`Merges local changes in ${quotedNames(merged)}.`] : []),
    ...made,
    ...(to.force ? [] : files),
  ];
}

function unknownOf(merged: readonly string[], submodules: boolean): string | null {
  if (merged.length > 0) return 'Sluice cannot tell whether local changes would conflict.';
  return submodules ? 'Submodules would change too; their contents are not counted.' : null;
}
