import { relative, sep } from 'node:path';
import { discover } from '../../repository/discover.ts';
import { lossesOf } from './file-outcome.ts';
import { fields } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import { workTree } from './work-tree.ts';

/** The same questions in a submodule or another work tree; undefined when there is none. */
export async function contextOf(place: string, context: ImpactContext): Promise<ImpactContext | undefined> {
  const found = await discover(place);
  if (!found.ok || found.repository.workTree === context.repository.workTree) return undefined;
  return { ...context, repository: found.repository };
}

/** Paths of an inner work tree as paths of the outer one. */
export function outward(paths: readonly string[], inner: ImpactContext, outer: ImpactContext): string[] {
  const prefix = relative(outer.repository.workTree, inner.repository.workTree).split(sep).join('/');
  return paths.map(path => `${prefix}/${path}`);
}

export interface UncommittedContents {
  /** Files that are changed or not tracked. */
  readonly dirty: readonly string[];
  /** Files whose content would be nowhere if all were deleted; with the index when that goes too. */
  readonly lost: readonly string[];
}

/** Everything in a work tree that is in no commit; ignored files are lost with it, but do not make it dirty. */
export async function uncommittedContents(context: ImpactContext, indexGoes: boolean): Promise<UncommittedContents> {
  const ignoring = ['ls-files', '-o', '-i', '--exclude-standard', '-z'] as const;
  const [tree, ignored] = await Promise.all([
    workTree(context, { untracked: true }),
    context.git.readOrThrow(ignoring, context.repository.workTree),
  ]);
  const outcomes = tree.files.map(file => ({ file, index: indexGoes ? null : ('stays' as const), disk: null }));
  const { any } = await lossesOf(
    outcomes.filter(({ file }) => file.tracked),
    context,
  );
  return {
    dirty: [...tree.files.map(({ path }) => path), ...tree.untracked],
    lost: [...new Set([...any, ...tree.untracked, ...fields(ignored)])],
  };
}
