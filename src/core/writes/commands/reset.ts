import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import type { Walked } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { outOfReach, withHead } from '../impact/commits.ts';
import { isStaged, stagedVersions } from '../impact/file-outcome.ts';
import { counted, shapeBetween, shapeSince } from '../impact/file-shape.ts';
import { type CappedList, type CommitLine, type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { matched, matchesNothing, operandsOf } from '../impact/paths.ts';
import { commitOf, objectOf } from '../impact/revisions.ts';
import { settingsOf } from '../impact/settings.ts';
import { carefulSwitch, forcedSwitch } from '../impact/switch-outcome.ts';
import { differences } from '../impact/trees.ts';
import {
  lostWords,
  noSuchCommit,
  quotedNames,
  refused,
  stagedVersionWords,
  unreachableWords,
} from '../impact/wording.ts';
import { type FileState, filePaths, type WorkTree, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom, onlyRefs, trackedFiles } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, revisionsOn, type WriteLine } from '../write-line.ts';
import { write } from './record.ts';

type Mode = 'hard' | 'keep' | 'merge' | 'mixed' | 'soft';
const MODES: readonly Mode[] = ['hard', 'keep', 'merge', 'mixed', 'soft'];

/** git-reset(1): moves the branch, and the index and the work tree with it; with paths only the index. */
export const reset = write('reset', {
  options: {
    flag: ['-q --quiet', '-N --intent-to-add', '--hard', '--keep', '--merge', '--mixed', '--refresh', '--soft'],
  },
  notForeseen: {
    flag: ['-p --patch', '--auto-advance', '--pathspec-file-nul'],
    optional: ['--recurse-submodules'],
    value: ['-U --unified', '--inter-hunk-context', '--pathspec-from-file'],
  },
  touches: line => {
    if (isGiven(line.known, '--hard', '--keep', '--merge'))
      return filesWrittenFrom({ trees: [revisionsOn(line)[0] ?? 'HEAD'] });
    return isGiven(line.known, '--soft') && !isGiven(line.known, '--mixed') ? onlyRefs : trackedFiles;
  },
  impact: impactOf,
  examples: {
    destructive: ['git reset --hard', 'git reset --hard HEAD~3', 'git reset --keep main', 'git reset --merge'],
    local: ['git reset', 'git reset --soft HEAD~1', 'git reset HEAD a.txt'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const operands = await operandsOf(walked, line, context);
  if (!operands.ok) return refused(operands.why);
  const { rev, paths } = operands;
  const mode = modeOf(walked);
  if (paths.length > 0 && mode !== 'mixed') return refused(`--${mode} takes no paths.`);
  if (paths.length > 0) return unstaged(rev ?? 'HEAD', paths, line, context);
  const tree = await workTree(context);
  const to = rev === undefined ? tree.head : await commitOf(context, rev, line.cwd);
  if (to === undefined) return noSuchCommit(rev ?? 'HEAD');
  const commits = await left(tree, to, context);
  return MODE_IMPACT[mode]({ tree, to, commits }, context);
}

/** The last one on the line is the one git takes. */
const modeOf = ({ found }: Walked): Mode =>
  found.flatMap(({ option }) => MODES.find(mode => option.name === `--${mode}`) ?? []).at(-1) ?? 'mixed';

interface Reset {
  readonly tree: WorkTree;
  readonly to: string | null;
  readonly commits: CappedList<CommitLine>;
}

/** Commits of the branch that nothing would reach once it has moved. */
async function left(
  { head, branch }: WorkTree,
  to: string | null,
  context: ImpactContext,
): Promise<CappedList<CommitLine>> {
  if (head === null || to === null || head === to) return listed<CommitLine>([]);
  const ref = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  return outOfReach(context, { from: [head], to: [to], without: withHead(ref, ref) });
}

/** Also when every conflict is resolved and only the commit is missing. */
const isMerging = async ({ files }: WorkTree, { repository }: ImpactContext): Promise<boolean> =>
  files.some(({ unmerged }) => unmerged) || disk.exists(join(repository.gitDirectory, 'MERGE_HEAD'));

const MODE_IMPACT: Readonly<Record<Mode, (reset: Reset, context: ImpactContext) => Promise<Impact>>> = {
  soft: async ({ tree, to, commits }, context) =>
    (await isMerging(tree, context)) ? refused('a merge is in progress.') : staysStaged({ tree, to, commits }, context),
  mixed: async ({ tree, to, commits }, context) =>
    unstages(tree, tree.files, commits, context, await differing(tree, to, context)),
  hard: async ({ tree, to, commits }, context) => {
    const { losses, differing } = await forcedSwitch(tree, to, context);
    return overwritten(losses.any, differing, { tree, to, commits }, context);
  },
  keep: async ({ tree, to, commits }, context) => {
    if (to === null) return refused('there are no commits yet.');
    if (await isMerging(tree, context)) return refused('a merge is in progress.');
    const { losses, differing, changedInTheWay, untrackedInTheWay } = await carefulSwitch(tree, to, context);
    const obstacles = [...changedInTheWay, ...untrackedInTheWay];
    if (obstacles.length > 0) return refused(`local changes to ${quotedNames(obstacles)} are in the way.`);
    const staged = await stagedVersions(tree.files, context);
    return overwritten([...new Set([...losses.any, ...staged])], differing, { tree, to, commits }, context);
  },
  merge: async ({ tree, to, commits }, context) => {
    if (to === null) return refused('there are no commits yet.');
    const half = tree.files.filter(file => file.staged !== '.' && file.unstaged !== '.' && !file.unmerged);
    if (half.length > 0) return refused(`${quotedNames(half.map(({ path }) => path))} changed after being staged.`);
    const staged = tree.files.filter(file => file.staged !== '.');
    const kept = tree.files.filter(file => file.staged === '.');
    const { losses, differing } = await forcedSwitch({ ...tree, files: staged }, to, context);
    const changing = new Set(differing);
    const obstacles = kept.filter(({ path }) => changing.has(path)).map(({ path }) => path);
    if (obstacles.length > 0) return refused(`local changes to ${quotedNames(obstacles)} are in the way.`);
    return overwritten(losses.any, differing, { tree, to, commits }, context);
  },
};

async function overwritten(
  lost: readonly string[],
  differing: readonly string[],
  { tree, to, commits }: Reset,
  context: ImpactContext,
): Promise<Impact> {
  const submodules = (await settingsOf(context)).is('submodule.recurse') === true;
  const sentences = [...lostWords(lost.length), ...unreachableWords(commits.total)];
  return impact({
    sentences: sentences.length > 0 ? sentences : ['No uncommitted changes would be lost.'],
    lost: listed(lost),
    unreachable: commits,
    ...counted([...new Set([...filePaths(tree.files), ...differing])], await shapeBetween(context, tree.head, to))
      .parts,
    preview: lost.length > 0 ? { kind: 'worktree', from: to, paths: listed(lost).items, goes: 'replaced' } : null,
    unknown: submodules ? 'Submodules would be reset too; their contents are not counted.' : null,
  });
}

/** Files that are not the same in the commit that the branch goes to: what is committed of them now is so no more. */
const differing = async ({ head }: WorkTree, to: string | null, context: ImpactContext): Promise<readonly string[]> =>
  (await differences(context, head, to)).map(({ path }) => path);

async function staysStaged({ tree, to, commits }: Reset, context: ImpactContext): Promise<Impact> {
  const { parts, words, total } = counted(
    await differing(tree, to, context),
    await shapeBetween(context, tree.head, to),
  );
  return impact({
    sentences: [
      ...unreachableWords(commits.total),
      ...(total > 0 ? [`Leaves ${words} with staged changes.`] : []),
      'Files and index stay as they are.',
    ],
    unreachable: commits,
    ...parts,
  });
}

/** `differs`: files whose changes are committed now and are not any more then. */
async function unstages(
  tree: WorkTree,
  changed: readonly FileState[],
  commits: CappedList<CommitLine>,
  context: ImpactContext,
  differs: readonly string[] = [],
): Promise<Impact> {
  const staged = changed.filter(isStaged);
  const versions = await stagedVersions(changed, context);
  const paths = filePaths(staged);
  const files = counted(paths, await shapeSince(context, tree.head, 'index', staged));
  return impact({
    sentences: [
      ...unreachableWords(commits.total),
      ...stagedVersionWords(versions.length),
      ...(differs.length > 0 ? [`Leaves ${plural(differs.length, 'file')} with unstaged changes.`] : []),
      staged.length > 0 ? `Unstages ${files.words}; the files stay as they are.` : 'The files stay as they are.',
    ],
    unreachable: commits,
    ...(differs.length > 0 ? { files: listed([...new Set([...paths, ...differs])]) } : files.parts),
    preview: staged.length > 0 ? { kind: 'index', from: tree.head, goes: 'replaced' } : null,
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
