import type { Facet } from '../../change.ts';

/** Whose files a git directory holds: this work tree's, or, for a linked one, those it shares with the others. */
export type GitDirectoryPart = 'own' | 'shared';

interface Row {
  /** Of a file, from the git directory, with `/` between the parts. */
  readonly path: RegExp;
  readonly facets: readonly Facet[];
  /** Also heard by the other work trees of the repository. */
  readonly shared: boolean;
}

const shared = true;
const alone = false;

/** Never a change: what is still being written, and the refs only we write. */
const NOTHING = /\.lock$|^refs\/sluice(?:\/|$)/;

/** The facets that a file of the git directory touches when it changes; the first row that fits counts. */
const FILES: readonly Row[] = [
  { path: /^HEAD$/, facets: ['refs'], shared },
  { path: /^(?:refs|reftable)\//, facets: ['refs'], shared },
  { path: /^(?:packed-refs|shallow)$/, facets: ['refs'], shared },
  { path: /^logs\/(?:HEAD|refs\/stash)$/, facets: ['refs'], shared },
  // Which branch another work tree has, and which work trees there are.
  { path: /^worktrees\/[^/]+(?:\/(?:HEAD|gitdir|locked|reftable\/tables\.list))?$/, facets: ['refs'], shared },
  { path: /^FETCH_HEAD$/, facets: ['refs', 'remote'], shared: alone },
  { path: /^(?:ORIG|MERGE|REBASE|CHERRY_PICK|REVERT)_HEAD$/, facets: ['refs'], shared: alone },
  { path: /^(?:AUTO_MERGE|BISECT_[A-Z_]+)$/, facets: ['refs'], shared: alone },
  // How far an operation is: status tells it.
  { path: /^(?:rebase-merge|rebase-apply|sequencer)(?:\/|$)/, facets: ['refs'], shared: alone },
  { path: /^index$/, facets: ['index'], shared: alone },
  // Line ends, file modes and what is ignored: the same files show as other changes.
  { path: /^config$/, facets: ['config', 'worktree'], shared },
  { path: /^info\/(?:exclude|attributes)$/, facets: ['config', 'worktree'], shared },
  { path: /^config\.worktree$/, facets: ['config', 'worktree'], shared: alone },
  { path: /^info\/sparse-checkout$/, facets: ['config', 'worktree'], shared: alone },
];

/** The folders whose entries are watched, from the git directory; '' is the directory itself. */
const FOLDERS: readonly { readonly path: RegExp; readonly shared: boolean }[] = [
  { path: /^(?:info|logs|logs\/refs|reftable|worktrees)?$/, shared },
  { path: /^refs(?:\/(?!sluice(?:\/|$)).+)?$/, shared },
  { path: /^worktrees\/[^/]+(?:\/reftable)?$/, shared },
  { path: /^(?:modules|rebase-merge|rebase-apply|sequencer)$/, shared: alone },
];

const hears = (row: { readonly shared: boolean }, part: GitDirectoryPart): boolean => row.shared || part === 'own';

/** The facets that a change of this path of a git directory touches. */
export function facetsOf(path: string, part: GitDirectoryPart): readonly Facet[] {
  if (NOTHING.test(path)) return [];
  return FILES.find(row => row.path.test(path) && hears(row, part))?.facets ?? [];
}

/** True when this path of a git directory, if it is a folder, is to be watched. */
export function isWatched(path: string, part: GitDirectoryPart): boolean {
  return FOLDERS.some(row => row.path.test(path) && hears(row, part));
}
