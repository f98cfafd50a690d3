/** A part of the world that can change, and that a command's output can depend on. */
export type Facet = 'refs' | 'index' | 'worktree' | 'config' | 'remote' | 'github';

/** Facets that a repository has to itself. */
export const LOCAL_FACETS = ['refs', 'index', 'worktree', 'config'] as const satisfies readonly Facet[];
/** Facets that no repository has to itself: another clone may show the same. */
export const SHARED_FACETS = ['remote', 'github'] as const satisfies readonly Facet[];

export interface Change {
  /** The root of the repository; linked worktrees and submodules have roots, and so changes, of their own. */
  readonly repository: string;
  readonly touched: ReadonlySet<Facet>;
  /** True when the repository's status view is out of date too. */
  readonly p6: boolean;
}

/** A change that was seen on disk or at a remote. */
export function changeOf(repository: string, touched: readonly Facet[]): Change {
  return { repository, touched: new Set(touched), p6: LOCAL_FACETS.some(facet => touched.includes(facet)) };
}
