import type { Commit } from './commits.ts';
import { type FileShape, shapeBetween } from './file-shape.ts';
import { type MergeResult, type MergeWorkspace, mergeTree, scratchCommit } from './merge-tree.ts';
import { type Difference, differences } from './trees.ts';
import { shortOid } from './wording.ts';

/** One commit to be applied: the difference from `base` to `theirs`, where null is nothing at all. */
export interface Step {
  readonly commit: Commit;
  readonly base: string | null;
  readonly theirs: string | null;
  /** Git's name for `theirs`. */
  readonly label: string;
}

export const picking = (commit: Commit, parent = 1): Step => ({
  commit,
  base: commit.parents[parent - 1] ?? null,
  theirs: commit.oid,
  label: labelOf(commit),
});

export const undoing = (commit: Commit, parent = 1): Step => ({
  commit,
  base: commit.oid,
  theirs: commit.parents[parent - 1] ?? null,
  label: `parent of ${labelOf(commit)}`,
});

const labelOf = ({ oid, subject }: Commit): string => `${shortOid(oid)} (${subject})`;

/** How a row of commits went. */
export interface ReplayResult {
  /** Those that would be made. */
  readonly made: readonly Commit[];
  /** Those that would bring nothing new. */
  readonly empty: readonly Commit[];
  /** Where it would stop, and whether that is for a conflict or for want of a change. */
  readonly stop: { readonly at: Commit; readonly number: number; readonly reason: 'conflict' | 'empty' } | undefined;
  readonly conflicts: readonly string[];
  readonly changed: readonly Difference[];
  readonly shape: FileShape;
  /** Every path that is written on the way there, be it only for a while. */
  readonly written: readonly string[];
  /** Why the rest is not known; null when it is. */
  readonly why: string | null;
}

/** Each takes two or three processes. */
export const MOST_REPLAYED = 50;

/** Applies commits one after another as git does, until the first that stops it; `from` is what the files are now. */
export async function replaySteps(
  workspace: MergeWorkspace,
  { start, from = start }: { readonly start: string; readonly from?: string },
  steps: readonly Step[],
  onEmpty: (step: Step) => 'keep' | 'drop' | 'stop',
): Promise<ReplayResult> {
  const made: Commit[] = [];
  const empty: Commit[] = [];
  const [first, begun] = await Promise.all([treeIdOf(workspace, start), differences(workspace.context, from, start)]);
  let tree = first;
  const so = async (rest: Partial<ReplayResult>, rename = (path: string) => path): Promise<ReplayResult> => {
    const changed = await differences(workspace.context, from, tree, { scratch: workspace.scratch });
    const renamed = changed.map(file => ({ ...file, path: rename(file.path) }));
    const written = [...begun, ...renamed].map(({ path }) => path).concat(steps.flatMap(({ commit }) => commit.files));
    const shape = await shapeBetween(workspace.context, from, tree, { scratch: workspace.scratch });
    return { made, empty, changed: renamed, shape, written, stop: undefined, conflicts: [], why: null, ...rest };
  };
  for (const [at, step] of steps.slice(0, MOST_REPLAYED).entries()) {
    const merged = await applyStep(workspace, tree, step);
    if (!merged.known) return so({ why: merged.why });
    const stop = (reason: 'conflict' | 'empty') => ({ at: step.commit, number: at + 1, reason });
    const brings = merged.tree !== tree;
    tree = merged.tree;
    if (!merged.clean) return so({ stop: stop('conflict'), conflicts: merged.conflicts }, merged.rename);
    if (!brings) {
      empty.push(step.commit);
      const next = onEmpty(step);
      if (next === 'stop') return so({ stop: stop('empty') });
      if (next === 'drop') continue;
    }
    made.push(step.commit);
  }
  const cut = steps.length > MOST_REPLAYED;
  return so({ why: cut ? `Conflicts cannot be predicted after the first ${MOST_REPLAYED} commits.` : null });
}

/** One step on a tree: the base is the parent of both sides, so that git finds no other. */
export async function applyStep(
  workspace: MergeWorkspace,
  tree: string,
  { commit, base, theirs, label }: Step,
): Promise<MergeResult> {
  const nothing =
    base === null || theirs === null
      ? (
          await workspace.context.git.readOrThrow(['mktree'], workspace.context.repository.workTree, {
            scratch: workspace.scratch,
          })
        ).trim()
      : '';
  const root = base ?? (await scratchCommit(workspace, nothing, []));
  const isChild = theirs === commit.oid && commit.parents.length === 1;
  const [ours, other] = await Promise.all([
    scratchCommit(workspace, tree, [root]),
    isChild ? commit.oid : scratchCommit(workspace, theirs === null ? nothing : `${theirs}^{tree}`, [root]),
  ]);
  return mergeTree(workspace, { ours, theirs: other, base: root, label });
}

export const treeIdOf = async ({ context, scratch }: MergeWorkspace, treeish: string): Promise<string> =>
  (
    await context.git.readOrThrow(['rev-parse', '--verify', `${treeish}^{tree}`], context.repository.workTree, {
      scratch,
    })
  ).trim();

/** Where a row of commits stops and what that leaves undone. */
export function stopWords({ stop }: ReplayResult, total: number): string[] {
  if (stop === undefined) return [];
  const why = stop.reason === 'empty' ? ', whose changes are already here' : '';
  return [`Stops at ${stop.number} of ${total}: ${stop.at.subject}${why}.`];
}
