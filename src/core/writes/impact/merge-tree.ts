import { join } from 'node:path';
import { NOWHERE } from '../../git/guards.ts';
import { withIndexCopy } from '../../git/index-copy.ts';
import { type Scratch, withScratch } from '../../git/scratch.ts';
import { shapeBetween } from './file-shape.ts';
import { fields } from './git-output.ts';
import type { ImpactContext } from './impact.ts';
import type { Settings } from './settings.ts';
import { differences } from './trees.ts';
import { filePaths, type WorkTree } from './work-tree.ts';

/** The tree and conflicts of a merge, or why they are not known. */
export type MergeResult =
  | {
      readonly known: true;
      readonly tree: string;
      readonly clean: boolean;
      readonly conflicts: readonly string[];
      /** A path of the tree as the real merge would call it. */
      readonly rename: (path: string) => string;
    }
  | { readonly known: false; readonly why: string };

/** Which commits are merged; `theirs` goes into the name of a file that has to make way for a folder. */
export interface MergeSides {
  readonly ours: string;
  readonly theirs: string;
  /** Undefined when they have nothing in common. */
  readonly base: string | undefined;
  readonly label: string;
}

/** Merges and makes commits in a folder of its own: the repository is only read. */
export interface MergeWorkspace {
  readonly context: ImpactContext;
  readonly scratch: Scratch;
  readonly settings: Settings;
}

export const withMergeWorkspace = <T>(
  context: ImpactContext,
  settings: Settings,
  use: (workspace: MergeWorkspace) => Promise<T>,
) => withScratch(context.repository.commonDirectory, scratch => use({ context, scratch, settings }));

const COMMITTER = [
  ['user.name', 'Sluice'],
  ['user.email', 'sluice@localhost'],
] as const;

/** A commit that stands for a tree with parents of our choosing, which is how a merge is given its base. */
export async function scratchCommit({ context, scratch }: MergeWorkspace, tree: string, parents: readonly string[]) {
  const words = ['--no-gpg-sign', '-m', 'foreseen', ...parents.flatMap(parent => ['-p', parent]), tree];
  const options = { scratch, config: COMMITTER };
  return (await context.git.readOrThrow(['commit-tree', ...words], context.repository.workTree, options)).trim();
}

/** The tree of what is staged; git notes it in the index, hence the copy. */
export async function indexTree({ context, scratch }: MergeWorkspace): Promise<string | undefined> {
  const { gitDirectory, workTree } = context.repository;
  const text = await withIndexCopy(workTree, join(gitDirectory, 'index'), index =>
    context.git.readOrThrow(['write-tree'], context.repository.workTree, {
      scratch: { ...scratch, index },
      accepts: [128],
    }),
  );
  return text.trim() || undefined;
}

/** Merges two commits as `git merge` would, files and all, without touching any. */
export async function mergeTree(
  workspace: MergeWorkspace,
  { ours, theirs, base, label }: MergeSides,
): Promise<MergeResult> {
  const { context, scratch, settings } = workspace;
  const filtered = await whyNotForeseeable(workspace, [ours, theirs], base);
  if (filtered !== undefined) return { known: false, why: filtered };
  // Whatever a driver would be needed for after all is a conflict, never a program that starts.
  const drivers = settings.names('merge', 'driver').map(name => [`merge.${name}.driver`, NOWHERE] as const);
  const words = ['--write-tree', '-z', '--name-only', '--no-messages', '--allow-unrelated-histories', ours, theirs];
  const answer = await context.git.read(['merge-tree', ...words], context.repository.workTree, {
    scratch,
    accepts: [1],
    config: [...drivers, ['merge.renormalize', 'false']],
  });
  if (answer.ok) {
    const rename = (path: string) =>
      path.replace(`~${ours}`, '~HEAD').replace(`~${theirs}`, () => `~${label.replaceAll('/', '_')}`);
    const [tree = '', ...conflicts] = fields(answer.text);
    return { known: true, tree, conflicts: conflicts.map(rename), clean: answer.exitCode === 0, rename };
  }
  if (answer.reason !== 'failed') throw new Error(answer.message);
  const tooOld = /^usage:/m.test(answer.message);
  return {
    known: false,
    why: `Conflicts cannot be predicted: ${tooOld ? 'git before 2.38 cannot tell.' : answer.message}`,
  };
}

/** The files a merge changes of a commit or tree. One that has to make way for a folder is no rename. */
export async function changesOf(
  { context, scratch }: MergeWorkspace,
  from: string,
  merged: MergeResult & { known: true },
) {
  const changed = await differences(context, from, merged.tree, { scratch });
  return {
    changed: changed.map(file => ({ ...file, path: merged.rename(file.path) })),
    shape: await shapeBetween(context, from, merged.tree, { scratch }),
  };
}

/** Filters and merge drivers are programs, which nothing that only looks may start. */
async function whyNotForeseeable(
  { context, scratch, settings }: MergeWorkspace,
  sides: readonly string[],
  base?: string,
) {
  if (settings.is('merge.renormalize')) return 'Conflicts cannot be predicted: merge.renormalize runs filters.';
  const drivers = settings.names('merge', 'driver');
  if (drivers.length === 0) return undefined;
  const usual = settings.one('merge.default');
  if (usual !== undefined && drivers.includes(usual))
    return `Conflicts cannot be predicted: the merge driver ${usual} decides.`;
  if (drivers.some(name => name.includes('='))) return 'Conflicts cannot be predicted: a merge driver has an odd name.';
  const changed = base === undefined ? [] : sides.map(side => differences(context, base, side, { scratch }));
  const files = [...new Set((await Promise.all(changed)).flat().map(({ path }) => path))];
  if (base === undefined || files.length > MOST_CHECKED)
    return 'Conflicts cannot be predicted: merge drivers may decide.';
  const attributes =
    files.length === 0
      ? []
      : (
          await context.git.readOrThrow(['check-attr', '-z', 'merge', '--', ...files], context.repository.workTree)
        ).split('\0');
  const driven = attributes.filter((value, at) => at % 3 === 2 && drivers.includes(value));
  return driven.length === 0 ? undefined : `Conflicts cannot be predicted: the merge driver ${driven[0]} decides.`;
}

/** As many names as surely fit on a command line. */
const MOST_CHECKED = 200;

/**
 * Files whose content would be gone when a half-done merge or pick is thrown away: what a person has made of it, which
 * is all that differs from what git makes of it by itself. Where git cannot repeat that, every changed file counts.
 */
export async function handMade(
  { context, scratch }: MergeWorkspace,
  { files }: WorkTree,
  again: MergeResult,
): Promise<string[]> {
  const changed = filePaths(files);
  if (!again.known) return changed;
  const words = [
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    again.tree,
    '--',
  ] as const;
  const text = await context.git.readOrThrow(words, context.repository.workTree, { scratch });
  const differing = new Set(fields(text));
  return changed.filter(path => differing.has(path));
}
