import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseStatus, STATUS_ARGS } from '../../repository/status/parse-status.ts';
import { type Changed, tell } from './commits.ts';
import type { RadiusContext } from './radius.ts';

/** What is not committed. */
export interface LocalChanges {
  readonly staged: readonly string[];
  readonly unstaged: readonly string[];
  readonly conflicted: readonly string[];
  readonly untracked: readonly string[];
}

export async function localChanges(context: RadiusContext): Promise<LocalChanges> {
  const { files } = parseStatus(await tell(context, STATUS_ARGS));
  const named = (is: (file: (typeof files)[number]) => boolean) => files.filter(is).map(({ path }) => path);
  // What is changed inside a submodule is that repository's business.
  const own = ({ submodule }: (typeof files)[number]) => submodule === null || submodule.commitChanged;
  const settled = (type: string) => type !== 'Untracked' && type !== 'Conflicted';
  return {
    staged: named(file => settled(file.type) && file.staged !== '.'),
    unstaged: named(file => settled(file.type) && file.unstaged !== '.' && own(file)),
    conflicted: named(({ type }) => type === 'Conflicted'),
    untracked: named(({ type }) => type === 'Untracked'),
  };
}

export const tracked = ({ staged, unstaged, conflicted }: LocalChanges): string[] => [
  ...new Set([...conflicted, ...staged, ...unstaged]),
];

/** Files with changes that git would have to overwrite, which it does not do. */
export function inTheWay(changed: readonly Changed[], local: LocalChanges, keeps: { tracked: boolean }): string[] {
  const all = new Set(changed.map(({ path }) => path));
  const edited = keeps.tracked ? [] : tracked(local).filter(path => all.has(path));
  return [...edited, ...local.untracked.filter(path => isUnder(changed, path))];
}

/** True when a new file would lie on an untracked one, inside it or around it. */
const isUnder = (changed: readonly Changed[], untracked: string): boolean =>
  changed.some(
    ({ path, added }) =>
      added && (path === untracked || untracked.startsWith(`${path}/`) || path.startsWith(`${untracked}/`)),
  );

const MOST_LOOKED_AT = 2000;

/** Ignored files where new ones would come: git overwrites those without a word. */
export async function ignoredUnder(changed: readonly Changed[], { repository }: RadiusContext): Promise<string[]> {
  const added = changed.filter(file => file.added).slice(0, MOST_LOOKED_AT);
  const there = await Promise.all(added.map(({ path }) => isThere(join(repository.workTree, path))));
  return added.flatMap(({ path }, at) => (there[at] ? [path] : []));
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    entry => !entry.isDirectory(),
    () => false,
  );
