import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { disk } from '../../repository/files.ts';
import { lossesOf } from '../impact/file-outcome.ts';
import { type CommitLine, type Impact, type ImpactContext, impact, type Listed, listed } from '../impact/impact.ts';
import { matched, matchesNothing, operandsOf } from '../impact/paths.ts';
import { outOfReach, withHead } from '../impact/reach.ts';
import { commitOf, objectOf } from '../impact/revisions.ts';
import { settingsOf } from '../impact/settings.ts';
import { careful, forced } from '../impact/switching.ts';
import { lostWords, noSuchCommit, quotedNames, refused, unreachableWords } from '../impact/wording.ts';
import { type FileState, type WorkTree, workTree } from '../impact/work-tree.ts';
import { filesInTheWayOf, onlyRefs, trackedFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

type Mode = 'hard' | 'keep' | 'merge' | 'mixed' | 'soft';
const MODES: readonly Mode[] = ['hard', 'keep', 'merge', 'mixed', 'soft'];

/** git-reset(1): moves the branch, and the index and the work tree with it; with paths only the index. */
export const reset = write('reset', {
  options: {
    flag: ['-q --quiet', '-N --intent-to-add', '--hard', '--keep', '--merge', '--mixed', '--refresh', '--soft'],
  },
  notForeseen: { value: ['--pathspec-from-file'] },
  touches: ({ loose }) => {
    if (loose.mayHave('--hard', '--keep', '--merge')) return filesInTheWayOf([loose.revisions[0] ?? 'HEAD']);
    return loose.mayHave('--soft') && !loose.mayHave('--mixed') ? onlyRefs : trackedFiles;
  },
  examples: {
    destructive: ['git reset --hard', 'git reset --hard HEAD~3', 'git reset --keep main', 'git reset --merge'],
    local: ['git reset', 'git reset --soft HEAD~1', 'git reset HEAD a.txt'],
  },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const operands = await operandsOf(walked, line, context);
  if (!operands.ok) return refused(operands.why);
  const { rev, paths } = operands;
  const mode = MODES.findLast(each => walked.options.get(`--${each}`) === true) ?? 'mixed';
  if (paths.length > 0 && mode !== 'mixed') return refused(`--${mode} takes no paths.`);
  if (paths.length > 0) return unstaged(rev ?? 'HEAD', paths, line, context);
  const tree = await workTree(context);
  const to = rev === undefined ? tree.head : await commitOf(context, rev, line.cwd);
  if (to === undefined) return noSuchCommit(rev ?? 'HEAD');
  const commits = await left(tree, to, context);
  return MODE_RADIUS[mode]({ tree, to, commits }, context);
}

interface Reset {
  readonly tree: WorkTree;
  readonly to: string | null;
  readonly commits: Listed<CommitLine>;
}

/** What of the branch nothing would reach once it has moved. */
async function left(
  { head, branch }: WorkTree,
  to: string | null,
  context: ImpactContext,
): Promise<Listed<CommitLine>> {
  if (head === null || to === null || head === to) return listed<CommitLine>([]);
  const ref = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  return outOfReach(context, { from: [head], to: [to], without: withHead(ref, ref) });
}

/** Also when every conflict is resolved and only the commit is missing. */
const isMerging = async ({ files }: WorkTree, { repository }: ImpactContext): Promise<boolean> =>
  files.some(({ unmerged }) => unmerged) || disk.exists(join(repository.gitDirectory, 'MERGE_HEAD'));

const MODE_RADIUS: Readonly<Record<Mode, (reset: Reset, context: ImpactContext) => Promise<Impact>>> = {
  soft: async ({ tree, commits }, context) =>
    (await isMerging(tree, context))
      ? refused('a merge is in progress.')
      : impact({
          sentences: [...unreachableWords(commits.total), 'Files and index stay as they are.'],
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
  context: ImpactContext,
): Promise<Impact> {
  const submodules = (await settingsOf(context)).is('submodule.recurse') === true;
  const sentences = [...lostWords(lost.length), ...unreachableWords(commits.total)];
  return impact({
    sentences: sentences.length > 0 ? sentences : ['No uncommitted change would be lost.'],
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
  context: ImpactContext,
): Promise<Impact> {
  const staged = files.filter(file => file.staged !== '.' || file.unmerged);
  const { staged: versions } = await lossesOf(
    staged.map(file => ({ file, index: file.head, disk: 'stays' as const })),
    context,
  );
  return impact({
    sentences: [
      ...unreachableWords(commits.total),
      ...(versions.length > 0
        ? [`The staged version of ${plural(versions.length, 'file')} is not on disk and would go.`]
        : []),
      staged.length > 0
        ? `Unstages ${plural(staged.length, 'file')}; the files stay as they are.`
        : 'The files stay as they are.',
    ],
    unreachable: commits,
    files: listed(staged.map(({ path }) => path)),
    preview: staged.length > 0 ? { kind: 'index', from: tree.head } : null,
  });
}

async function unstaged(
  rev: string,
  paths: readonly string[],
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const tree = await workTree(context, { cwd: line.cwd, pathspecs: paths });
  const to = tree.head === null && rev === 'HEAD' ? null : await objectOf(context, rev, 'tree', line.cwd);
  if (to === undefined) return noSuchCommit(rev);
  const none = listed<CommitLine>([]);
  if (rev === 'HEAD' || rev === '@') return unstages(tree, tree.files, none, context);
  const touched = await matched(paths, line, context, to ?? undefined);
  if (touched === undefined) return refused(matchesNothing(paths));
  return impact({
    sentences: [`Sets up to ${plural(touched.length, 'file')} in the index to ${rev}; the files stay as they are.`],
    files: listed(touched),
  });
}
