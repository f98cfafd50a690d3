import { asLines, commitsIn } from './commits.ts';
import { type CommitLine, type ImpactContext, type Listed, listed } from './impact.ts';

/** How refs would move. */
export interface RefMoves {
  /** Commits that are left. */
  readonly from: readonly string[];
  /** Commits that are gone to. */
  readonly to?: readonly string[];
  /** Full names of refs that do not count because they move or go; HEAD where it is or follows one of them. */
  readonly without: readonly string[];
}

/** Commits that no ref, nor the HEAD of any work tree, would reach; what Sluice keeps for undo does not count. */
export async function outOfReach(
  context: ImpactContext,
  { from, to = [], without }: RefMoves,
): Promise<Listed<CommitLine>> {
  if (from.length === 0) return listed<CommitLine>([]);
  const excluded = [...without, 'refs/sluice/*'].map(name => `--exclude=${name}`);
  return asLines(await commitsIn(context, [...from, '--not', ...to, ...excluded, '--all']));
}

/** The refs a branch takes with it when it moves. */
export const withHead = (ref: string, head: string | null | undefined): string[] =>
  ref === head ? [ref, 'HEAD'] : [ref];
