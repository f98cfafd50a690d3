import { join } from 'node:path';
import type { OptionRows } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { type Line, read } from '../parsed-write.ts';
import { lossesOf } from './file-outcome.ts';
import { matched, matchesNothing, operandsOf } from './paths.ts';
import { setting } from './questions.ts';
import {
  type CommitLine,
  type Family,
  type Listed,
  listed,
  type Radius,
  type RadiusContext,
  radius,
} from './radius.ts';
import { commitOf, objectOf, outOfReach, withHead } from './reach.ts';
import { careful, forced } from './switching.ts';
import { counted, lostWords, noSuchCommit, quotedNames, refused, unforeseen, unreachableWords } from './wording.ts';
import { type FileState, type WorkTree, workTree } from './work-tree.ts';

const rows = {
  flag: ['-q --quiet', '-N --intent-to-add', '--hard', '--keep', '--merge', '--mixed', '--refresh', '--soft'],
} as const satisfies OptionRows;

type Mode = 'hard' | 'keep' | 'merge' | 'mixed' | 'soft';
const MODES: readonly Mode[] = ['hard', 'keep', 'merge', 'mixed', 'soft'];

/** git-reset(1): moves the branch, and the index and the work tree with it; with paths only the index. */
export const reset: Family = async (line, context) => {
  const walked = read(line.words, rows);
  if (!walked) return unforeseen('reset');
  const operands = await operandsOf(walked, line, context);
  if (!operands.ok) return refused(operands.why);
  const { rev, paths } = operands;
  const mode = MODES.findLast(each => walked.options.get(`--${each}`) === true) ?? 'mixed';
  if (paths.length > 0 && mode !== 'mixed') return refused(`--${mode} takes no paths.`);
  if (paths.length > 0) return unstaged(rev ?? 'HEAD', paths, line, context);
  const tree = await workTree(context);
  const to = rev === undefined ? tree.head : await commitOf(context, line.cwd, rev);
  if (to === undefined) return noSuchCommit(rev ?? 'HEAD');
  const commits = await left(tree, to, context);
  return MODE_RADIUS[mode]({ tree, to, commits }, context);
};

interface Reset {
  readonly tree: WorkTree;
  readonly to: string | null;
  readonly commits: Listed<CommitLine>;
}

/** What of the branch nothing would reach once it has moved. */
async function left(
  { head, branch }: WorkTree,
  to: string | null,
  context: RadiusContext,
): Promise<Listed<CommitLine>> {
  if (head === null || to === null || head === to) return listed<CommitLine>([]);
  const ref = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  return outOfReach(context, { from: [head], to: [to], without: withHead(ref, ref) });
}

/** Also when every conflict is resolved and only the commit is missing. */
const isMerging = async ({ files }: WorkTree, { repository }: RadiusContext): Promise<boolean> =>
  files.some(({ unmerged }) => unmerged) || disk.exists(join(repository.gitDirectory, 'MERGE_HEAD'));

const MODE_RADIUS: Readonly<Record<Mode, (reset: Reset, context: RadiusContext) => Promise<Radius>>> = {
  soft: async ({ tree, commits }, context) =>
    (await isMerging(tree, context))
      ? refused('a merge is in progress.')
      : radius({
          says: [...unreachableWords(commits.total), 'Files and index stay as they are.'],
          unreachable: commits,
        }),
  mixed: async ({ tree, commits }, context) => unstages(tree, tree.files, commits, context),
  hard: async ({ tree, to, commits }, context) => {
    const { losses, differing } = await forced(tree, to, context);
    return overwritten(losses.any, differing, tree, commits, context);
  },
  keep: async ({ tree, to, commits }, context) => {
    if (to === null) return refused('there is no commit yet.');
    if (await isMerging(tree, context)) return refused('a merge is in progress.');
    const { losses, differing, changedInTheWay, untrackedInTheWay } = await careful(tree, to, context);
    const obstacles = [...changedInTheWay, ...untrackedInTheWay];
    if (obstacles.length > 0) return refused(`local changes are in the way in ${quotedNames(obstacles)}.`);
    return overwritten(losses.any, differing, tree, commits, context);
  },
  merge: async ({ tree, to, commits }, context) => {
    if (to === null) return refused('there is no commit yet.');
    const half = tree.files.filter(file => file.staged !== '.' && file.unstaged !== '.' && !file.unmerged);
    if (half.length > 0) return refused(`${quotedNames(half.map(({ path }) => path))} changed after being staged.`);
    const staged = tree.files.filter(file => file.staged !== '.');
    const kept = tree.files.filter(file => file.staged === '.');
    const { losses, differing } = await forced({ ...tree, files: staged }, to, context);
    const changing = new Set(differing);
    const obstacles = kept.filter(({ path }) => changing.has(path)).map(({ path }) => path);
    if (obstacles.length > 0) return refused(`local changes are in the way in ${quotedNames(obstacles)}.`);
    return overwritten(losses.any, differing, tree, commits, context);
  },
};

async function overwritten(
  lost: readonly string[],
  differing: readonly string[],
  tree: WorkTree,
  commits: Listed<CommitLine>,
  context: RadiusContext,
): Promise<Radius> {
  const submodules = (await setting(context, 'submodule.recurse')) === true;
  const says = [...lostWords(lost.length), ...unreachableWords(commits.total)];
  return radius({
    says: says.length > 0 ? says : ['No uncommitted change would be lost.'],
    lost: listed(lost),
    unreachable: commits,
    files: listed([...new Set([...tree.files.map(({ path }) => path), ...differing])]),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items } : null,
    unknown: submodules ? 'Submodules would be reset too; what is in them is not counted.' : null,
  });
}

async function unstages(
  tree: WorkTree,
  files: readonly FileState[],
  commits: Listed<CommitLine>,
  context: RadiusContext,
): Promise<Radius> {
  const staged = files.filter(file => file.staged !== '.' || file.unmerged);
  const { staged: versions } = await lossesOf(
    staged.map(file => ({ file, index: file.head, disk: 'stays' as const })),
    context,
  );
  return radius({
    says: [
      ...unreachableWords(commits.total),
      ...(versions.length > 0
        ? [`The staged version of ${counted(versions.length, 'file')} is not on disk and would go.`]
        : []),
      staged.length > 0
        ? `Unstages ${counted(staged.length, 'file')}; the files stay as they are.`
        : 'The files stay as they are.',
    ],
    unreachable: commits,
    files: listed(staged.map(({ path }) => path)),
    preview: staged.length > 0 ? { kind: 'index', from: tree.head } : null,
  });
}

async function unstaged(rev: string, paths: readonly string[], line: Line, context: RadiusContext): Promise<Radius> {
  const tree = await workTree(context, { cwd: line.cwd, pathspecs: paths });
  const to = tree.head === null && rev === 'HEAD' ? null : await objectOf(context, line.cwd, rev, 'tree');
  if (to === undefined) return noSuchCommit(rev);
  const none = listed<CommitLine>([]);
  if (rev === 'HEAD' || rev === '@') return unstages(tree, tree.files, none, context);
  const touched = await matched(paths, line, context, to ?? undefined);
  if (touched === undefined) return refused(matchesNothing(paths));
  return radius({
    says: [`Sets up to ${counted(touched.length, 'file')} in the index to ${rev}; the files stay as they are.`],
    files: listed(touched),
  });
}
