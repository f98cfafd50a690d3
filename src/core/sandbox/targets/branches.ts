import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../../shared/file-errors.ts';
import { disk } from '../../repository/files.ts';
import type { TargetRepository } from './target.ts';

const HEADS = 'refs/heads/';

export interface Branches {
  /** The commit of each, by its name. */
  readonly commits: ReadonlyMap<string, string>;
  /** Those that lead to another one: whoever moves one would move that. */
  readonly symbolic: ReadonlySet<string>;
  /** The one that is checked out here, or the default of a bare repository; undefined without one. */
  readonly current: string | undefined;
  /** The default branches of the remotes. */
  readonly defaults: readonly string[];
}

export async function readBranches({ git, folder, type }: TargetRepository): Promise<Branches> {
  const [heads, remotes, head] = await Promise.all([
    git.readOrThrow(['for-each-ref', '--format=%(objectname) %(symref) %(refname)', HEADS], folder),
    git.readOrThrow(['for-each-ref', '--format=%(symref)', 'refs/remotes/**/HEAD'], folder),
    git.tryRead(['symbolic-ref', '--quiet', 'HEAD'], folder),
  ]);
  const rows = [...heads.matchAll(/^([0-9a-f]+) (\S*) refs\/heads\/(.+)$/gm)];
  const name = head?.trim() ?? '';
  const current = name.startsWith(HEADS) ? name.slice(HEADS.length) : undefined;
  const defaults = [...remotes.matchAll(/^refs\/remotes\/[^/]+\/(.+)$/gm)].map(([, each = '']) => each);
  return {
    commits: new Map(rows.map(([, oid = '', , branch = '']) => [branch, oid])),
    symbolic: new Set(rows.flatMap(([, , leadsTo = '', branch = '']) => (leadsTo === '' ? [] : [branch]))),
    current,
    defaults: type === 'local-bare' && current !== undefined ? [...defaults, current] : defaults,
  };
}

/** Files of a git directory that name the branch somebody works on, also in the middle of a rebase or a bisection. */
const NAMING = ['HEAD', 'rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START'];

/**
 * The work tree that has a branch checked out, or is in the middle of something with it; undefined when none has. With
 * `others` it does not count that the target itself has it checked out.
 */
export async function usedBy(target: TargetRepository, branch: string, others = false): Promise<string | undefined> {
  const { commonDirectory, gitDirectory, repository, git, folder } = target;
  const ref = `${HEADS}${branch}`;
  // Where refs are in tables no file says what is checked out.
  const listed = await git.readOrThrow(['worktree', 'list', '--porcelain'], folder);
  const trees = listed.split('\n\n').filter(each => !/^bare$/m.test(each));
  const users = trees.map(each => each.split('\n')).filter(lines => lines.includes(`branch ${ref}`));
  const found = users.map(([first = '']) => first.replace(/^worktree /, '')).find(path => !others || path !== folder);
  if (found !== undefined) return found;
  const linked = await readdir(join(commonDirectory, 'worktrees')).catch(ifMissing<string[]>([]));
  const directories = [
    ...(repository === undefined ? [] : [commonDirectory]),
    ...linked.map(name => join(commonDirectory, 'worktrees', name)),
  ];
  for (const directory of directories)
    for (const file of NAMING) {
      if (others && file === 'HEAD' && directory === gitDirectory) continue;
      const said = (await disk.readFile(join(directory, file)))?.trim().replace(/^ref:\s*/, '');
      if (said === ref || (file === 'BISECT_START' && said === branch)) return directory;
    }
  return undefined;
}
