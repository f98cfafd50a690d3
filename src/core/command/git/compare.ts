import { inForce, leaf, type Node, options, paths, revs, type Walked } from '../table.ts';
import type { Dependency } from '../verdict.ts';
import { historyCondition } from './conditions.ts';
import { diffOptions, mergeDiffOptions, plainDiffs, redoesMerge, showsPatch, wordDiffs } from './diff-options.ts';
import { countOption, historyDependsOn, isPinned, prettyOptions, revisionOptions } from './revision-options.ts';

/** Two commits compare as history; one compares with the index or the work tree; none, those two with each other. */
function diffDependsOn(walked: Walked): readonly Dependency[] {
  if (inForce(walked, '--no-index')) return ['worktree'];
  const revisions = walked.positionals.slice(0, walked.beforeDashes);
  const pair = revisions.length === 2 || revisions.some(word => word.includes('..'));
  if (pair && isPinned(walked)) return ['nothing'];
  const cached = inForce(walked, '--cached');
  // A lone word may be a path or a revision: count it as both.
  if (revisions.length > 0) return cached ? ['refs', 'index'] : ['refs', 'index', 'worktree'];
  return cached ? ['refs', 'index'] : ['index', 'worktree'];
}

/** git-diff(1): two paths outside a repository are compared as files, so every word is held to the workspace. */
const diff = leaf({
  dialect: 'revisions',
  options: options(diffOptions, mergeDiffOptions, {
    flag: [
      '--staged --cached',
      '--merge-base',
      '--no-index',
      '-1 --base',
      '-2 --ours',
      '-3 --theirs',
      '-0',
      '-r',
      '-t',
    ],
  }),
  forms: [
    { with: ['--no-index'], takes: paths(2) },
    { without: ['--no-index'], takes: revs() },
  ],
  dependsOn: diffDependsOn,
  harden: plainDiffs,
  showsContents: showsPatch(true),
  condition: walked =>
    inForce(walked, '--no-index') ? { unset: [], files: walked.positionals } : historyCondition(walked),
  scratchObjects: redoesMerge,
  ...wordDiffs,
});

const plumbing = options(diffOptions, mergeDiffOptions, revisionOptions, countOption, prettyOptions, {
  flag: ['-q', '-r', '-t', '--cached', '--merge-base', '-0', '-1 --base', '-2 --ours', '-3 --theirs'],
});

/** git-diff-tree(1), git-diff-index(1), git-diff-files(1). */
const plumbingDiff = (dependsOn: readonly Dependency[] | ((walked: Walked) => readonly Dependency[])) =>
  leaf({
    dialect: 'revisions',
    options: plumbing,
    forms: [{ takes: revs() }],
    dependsOn,
    harden: plainDiffs,
    showsContents: showsPatch(false),
    condition: historyCondition,
    scratchObjects: redoesMerge,
    ...wordDiffs,
  });

export const compare: Record<string, Node> = {
  diff,
  'diff-tree': plumbingDiff(historyDependsOn),
  'diff-index': plumbingDiff(walked =>
    inForce(walked, '--cached') ? ['refs', 'index'] : ['refs', 'index', 'worktree'],
  ),
  'diff-files': plumbingDiff(['index', 'worktree']),
  'diff-pairs': leaf({
    dialect: 'revisions',
    options: options(diffOptions),
    forms: [{ takes: revs(0, 0) }],
    dependsOn: ['nothing'],
    harden: plainDiffs,
    guardAlias: true,
  }),
};
