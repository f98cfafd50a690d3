import { isWithin } from '../../shared/paths.ts';
import { discover } from '../repository/discover.ts';
import { realOr } from '../repository/locate.ts';

/** What a window has open, by real paths. */
export interface OpenInWindow {
  readonly folders: readonly string[];
  readonly repositories: readonly { readonly root: string; readonly commonDirectory: string }[];
}

/** Where a command would run. */
export interface CommandPlace {
  readonly folder: string;
  /** Undefined where there is no repository yet. */
  readonly repository: { readonly workTree: string; readonly commonDirectory: string } | undefined;
}

export async function placeOf(folder: string): Promise<CommandPlace> {
  const found = await discover(folder);
  return { folder: await realOr(folder), repository: found.ok ? found.repository : undefined };
}

/** How much a window has to do with a place: 3 the work tree itself, 2 what lies in it, 1 another work tree of it, 0 nothing. */
export function nearness({ folders, repositories }: OpenInWindow, { folder, repository }: CommandPlace): number {
  if (repositories.some(({ root }) => root === repository?.workTree)) return 3;
  if ([...folders, ...repositories.map(({ root }) => root)].some(root => isWithin(root, folder))) return 2;
  return repositories.some(({ commonDirectory }) => commonDirectory === repository?.commonDirectory) ? 1 : 0;
}
