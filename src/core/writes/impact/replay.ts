import type { Commit } from './commits.ts';
import { type Bench, commitTree, type Merged, mergeTree } from './merge-tree.ts';
import { type Difference, differences } from './trees.ts';
import { shortOid } from './wording.ts';

/** One commit to be applied: the difference from `base` to `theirs`, where null is nothing at all. */
export interface Step {
  readonly commit: Commit;
  readonly base: string | null;
  readonly theirs: string | null;
  /** What git calls `theirs`. */
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
export interface Replayed {
  /** Those that would be made. */
  readonly made: readonly Commit[];
  /** Those that would bring nothing new. */
  readonly empty: readonly Commit[];
  /** Where it would stop, and whether that is for a conflict or for want of a change. */
  readonly stop: { readonly at: Commit; readonly number: number; readonly reason: 'conflict' | 'empty' } | undefined;
  readonly conflicts: readonly string[];
  readonly changed: readonly Difference[];
  /** Why the rest is not known; null when it is. */
  readonly why: string | null;
}

/** Each takes two or three processes. */
export const MOST_REPLAYED = 50;

/** Applies commits one after another as git does, until the first that stops it; `from` is what the files are now. */
export async function replay(
  bench: Bench,
  { start, from = start }: { readonly start: string; readonly from?: string },
  steps: readonly Step[],
  onEmpty: (step: Step) => 'keep' | 'drop' | 'stop',
): Promise<Replayed> {
  const made: Commit[] = [];
  const empty: Commit[] = [];
  let tree = await treeOf(bench, start);
  const so = async (rest: Partial<Replayed>, rename = (path: string) => path): Promise<Replayed> => {
    const changed = await differences(bench.context, from, tree, { scratch: bench.scratch });
    const renamed = changed.map(file => ({ ...file, path: rename(file.path) }));
    return { made, empty, changed: renamed, stop: undefined, conflicts: [], why: null, ...rest };
  };
  for (const [at, step] of steps.slice(0, MOST_REPLAYED).entries()) {
    const merged = await apply(bench, tree, step);
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
  return so({ why: cut ? `Conflicts are not known after the first ${MOST_REPLAYED} commits.` : null });
}

/** One step on a tree: the base is the parent of both sides, so that git finds no other. */
export async function apply(bench: Bench, tree: string, { commit, base, theirs, label }: Step): Promise<Merged> {
  const nothing =
    base === null || theirs === null
      ? (
          await bench.context.git.readOrThrow(['mktree'], bench.context.repository.workTree, { scratch: bench.scratch })
        ).trim()
      : '';
  const root = base ?? (await commitTree(bench, nothing, []));
  const isChild = theirs === commit.oid && commit.parents.length === 1;
  const [ours, other] = await Promise.all([
    commitTree(bench, tree, [root]),
    isChild ? commit.oid : commitTree(bench, theirs === null ? nothing : `${theirs}^{tree}`, [root]),
  ]);
  return mergeTree(bench, { ours, theirs: other, base: root, label });
}

export const treeOf = async ({ context, scratch }: Bench, treeish: string): Promise<string> =>
  (
    await context.git.readOrThrow(['rev-parse', '--verify', `${treeish}^{tree}`], context.repository.workTree, {
      scratch,
    })
  ).trim();

/** Where a row of commits stops and what that leaves undone. */
export function stopWords({ stop }: Replayed, total: number): string[] {
  if (stop === undefined) return [];
  const why = stop.reason === 'empty' ? ', whose change is here already' : '';
  return [`Stops at ${stop.number} of ${total}: ${stop.at.subject}${why}.`];
}
