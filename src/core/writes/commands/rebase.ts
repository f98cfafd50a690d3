import { inForce, type Walked } from '../../command/table.ts';
import { autostashOf } from '../impact/autostash.ts';
import { asLines, type Commit, type Commits, commitsIn, everyRef, filesOf, mergeBases } from '../impact/commits.ts';
import { editedRebaseImpact } from '../impact/edited-rebase.ts';
import { counted, PLAIN } from '../impact/file-shape.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { changesInTheWay, silentlyOverwritten } from '../impact/in-the-way.ts';
import { withMergeWorkspace } from '../impact/merge-tree.ts';
import { publishedOf } from '../impact/published.ts';
import { rebaseActions, unfinishedRebase } from '../impact/rebase-actions.ts';
import { rebaseSentences } from '../impact/rebase-sentences.ts';
import { type RebaseTodo, rebaseTodoOf } from '../impact/rebase-todo.ts';
import { refsOf } from '../impact/ref-list.ts';
import { picking, type ReplayResult, replaySteps, type Step } from '../impact/replay.ts';
import { currentBranch } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { named, refused, unforeseen } from '../impact/wording.ts';
import { filePaths, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom, WIDEST } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, revisionsOn, valuesOf } from '../write-line.ts';
import { write } from './record.ts';

/** git-rebase(1): makes the commits of a branch again on top of another, in place of the old ones. */
export const rebase = write('rebase', {
  options: {
    flag: [
      '--abort',
      '--allow-empty-message',
      '--autosquash',
      '--autostash',
      '--committer-date-is-author-date',
      '--continue',
      '-f --no-ff --force-rebase',
      '--fork-point',
      '--ignore-date --reset-author-date',
      '--keep-base',
      '--keep-empty',
      '-m --merge',
      '-n --no-stat',
      '--no-verify',
      '-q --quiet',
      '--quit',
      '--reapply-cherry-picks',
      '--rerere-autoupdate',
      '--signoff',
      '--skip',
      '--stat',
      '--update-refs',
      '-v --verbose',
    ],
    optional: ['-S --gpg-sign'],
    value: ['--empty', '--onto'],
  },
  notForeseen: {
    flag: [
      '-i --interactive',
      '-p --preserve-merges',
      '--apply',
      '--edit-todo',
      '--ff',
      '--ignore-whitespace',
      '--reschedule-failed-exec',
      '--root',
      '--show-current-patch',
      '--verify',
    ],
    optional: ['-r --rebase-merges'],
    value: ['-C', '-s --strategy', '-x --exec', '-X --strategy-option', '--trailer', '--whitespace'],
  },
  touches: line => {
    const { known } = line;
    if (isGiven(known, '--exec')) return WIDEST;
    // Where it goes on to is in its own files, not on the line.
    if (isGiven(known, '--abort', '--continue', '--quit', '--skip', '--edit-todo'))
      return { ...filesWrittenFrom({ trees: ['HEAD'], unfinished: true, merges: true }), untracked: 'visible' };
    const isRoot = isGiven(known, '--root');
    const [first, second] = revisionsOn(line);
    const upstream = first ?? '@{upstream}';
    const branch = (isRoot ? first : second) ?? 'HEAD';
    return filesWrittenFrom({
      trees: [...(isRoot ? [] : [upstream]), ...valuesOf(known, '--onto'), branch, 'HEAD'],
      commits: isRoot ? [branch] : [branch, `^${upstream}`],
      merges: true,
    });
  },
  impact: impactOf,
  examples: {
    destructive: [
      'git rebase main',
      'git rebase --onto main topic~3 topic',
      'git rebase --abort',
      'git rebase --continue',
    ],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked, edits } = line;
  if (!walked || walked.beforeDashes < walked.positionals.length) return unforeseen('rebase');
  const [, action] = Object.entries(rebaseActions).find(([name]) => inForce(walked, name)) ?? [];
  if (action) return action(context);
  if ((await unfinishedRebase(context)) !== undefined) return refused('another rebase is in progress.');
  const [settings, current] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const todo = await rebaseTodoOf(walked, settings, current, context);
  if (typeof todo === 'string') return refused(todo);
  if (edits?.kind !== 'todo') return foresee(todo, context);
  const { items } = await candidatesOf(todo, context);
  return editedRebaseImpact(todo, edits.steps, items, context);
}

async function foresee(todo: RebaseTodo, context: ImpactContext): Promise<Impact> {
  const { walked, settings, head, upstream, onto } = todo;
  const autostash = walked.options.has('--autostash')
    ? inForce(walked, '--autostash')
    : settings.is('rebase.autostash');
  const [local, candidates, bases] = await Promise.all([
    workTree(context, { untracked: true }),
    candidatesOf(todo, context),
    mergeBases(context, onto, head),
  ]);
  const dirty = filePaths(local.files);
  if (dirty.length > 0 && !autostash) return refused(`there are uncommitted changes to ${named(dirty)}.`);
  const again = candidates.items.filter(({ mark }) => mark !== '=');
  const force = inForce(walked, '--force-rebase');
  const { kept, rewritten } = unnecessary(again, onto, force);
  const start = kept.at(-1)?.oid ?? onto;
  if (rewritten.length === 0 && start === head) {
    const { loses, sentences, lost } = await autostashOf(local, { changed: [], comesBack: true }, context);
    const upToDate = 'Nothing to rebase: the branch is up to date.';
    return impact({ sentences: [...loses, upToDate, ...sentences], lost: listed(lost) });
  }
  const went = await tryOut(rewritten, start, todo, context);
  const [ignored, aside] = await Promise.all([
    silentlyOverwritten(went.written, local, context),
    autostashOf(local, { changed: filePaths(went.changed), comesBack: went.stop === undefined }, context),
  ]);
  const obstacles = changesInTheWay(went.changed, local, { keepsTracked: true }).filter(
    path => !aside.replaced.includes(path),
  );
  // Git puts local changes aside and applies them again also when it refuses.
  if (obstacles.length > 0)
    return refused(`untracked files would be overwritten: ${named(obstacles)}.`, {
      lost: listed(aside.lost),
      sentences: aside.loses,
    });
  // What follows on commits that turned out empty may lie where it belongs as well.
  const after = unnecessary(went.made, start, force).kept;
  const tip = after.at(-1)?.oid ?? start;
  const picked = rewritten.filter(commit => !after.includes(commit));
  const own = [head, '--not', onto, tip, upstream];
  const old = await commitsIn(context, own, true);
  const [gone, published] = await Promise.all([
    commitsIn(context, [head, '--not', onto, tip, ...(await keepers(todo, old, context))]),
    publishedOf(old, own, context),
  ]);
  const dropped = candidates.items.length - again.length + went.empty.length;
  const forward = bases.includes(head);
  const files = went.why === null ? went.changed.map(({ path }) => path) : filesOf(old);
  const lost = [...new Set([...ignored, ...aside.lost])];
  return impact({
    sentences: rebaseSentences(todo, {
      rewritten: picked,
      old,
      published,
      went,
      dropped,
      forward,
      aside,
      ignored,
    }),
    lost: listed(lost),
    conflicts: listed(went.conflicts),
    unreachable: asLines(gone),
    commits: asLines({ items: picked, total: picked.length }),
    ...counted(files, went.shape).parts,
    preview: { kind: 'trees', from: (forward ? head : bases[0]) ?? null, to: forward ? tip : head },
    unknown: went.why ?? aside.unknown,
  });
}

/** The commits that would be made again, oldest first; `=` marks those whose change the upstream has. */
export function candidatesOf(
  { walked, head, upstream, forkPoint }: RebaseTodo,
  context: ImpactContext,
): Promise<Commits> {
  const order = ['--topo-order', '--reverse', '--no-merges'];
  const since = forkPoint === undefined ? [] : [`^${forkPoint}`];
  const all = walked.options.get('--reapply-cherry-picks') ?? inForce(walked, '--keep-base');
  if (all !== false) return commitsIn(context, [...order, head, `^${upstream}`, ...since], true);
  return commitsIn(context, [...order, '--right-only', '--cherry-mark', `${upstream}...${head}`, ...since], true);
}

/** git leaves the first ones as they are when they lie on the new base already. */
function unnecessary(commits: readonly Commit[], onto: string, force: boolean) {
  let at = 0;
  for (let tip = onto; !force && commits[at]?.parents[0] === tip; at += 1) tip = commits[at]?.oid ?? tip;
  return { kept: commits.slice(0, at), rewritten: commits.slice(at) };
}

async function tryOut(
  commits: readonly Commit[],
  start: string,
  todo: RebaseTodo,
  context: ImpactContext,
): Promise<ReplayResult> {
  const { walked, settings, head } = todo;
  const why = whyUnlike(walked, settings);
  if (why !== undefined)
    return {
      made: commits,
      empty: [],
      stop: undefined,
      conflicts: [],
      changed: [],
      shape: PLAIN,
      written: commits.flatMap(({ files }) => files),
      why,
    };
  const onEmpty = walked.options.get('--empty') === 'keep' ? 'keep' : 'drop';
  const steps = commits.map(commit => picking(commit));
  // A commit that never changed anything is kept; one that no longer does is not.
  const wasEmpty = ({ commit }: Step) => commit.files.length === 0;
  return withMergeWorkspace(context, settings, workspace =>
    replaySteps(workspace, { start, from: head }, steps, step => (wasEmpty(step) ? 'keep' : onEmpty)),
  );
}

/** Ways of rebasing that do more than picking one commit after another. */
function whyUnlike(walked: Walked, settings: Settings): string | undefined {
  if (inForce(walked, '--autosquash')) return 'Conflicts cannot be predicted: --autosquash changes the order.';
  if (settings.one('rebase.backend') === 'apply' && !inForce(walked, '--merge'))
    return 'Conflicts cannot be predicted: rebase.backend is apply.';
  const merges = settings.one('rebase.rebasemerges');
  if (merges === undefined || settings.is('rebase.rebasemerges') === false) return undefined;
  return 'Conflicts cannot be predicted: rebase.rebaseMerges is set.';
}

/** Refs that keep what they reach: not the branch itself, nor branches on the way that move along. */
async function keepers(
  { walked, settings, branch }: RebaseTodo,
  old: Commits,
  context: ImpactContext,
): Promise<string[]> {
  const own = branch === undefined ? [] : [`refs/heads/${branch}`];
  const moving = walked.options.get('--update-refs') ?? settings.is('rebase.updaterefs') ?? false;
  if (moving === false) return everyRef(...own);
  const among = new Set(old.items.map(({ oid }) => oid));
  const inside = (await refsOf(context)).filter(({ name, oid }) => name.startsWith('refs/heads/') && among.has(oid));
  return everyRef(...own, ...inside.map(({ name }) => name));
}
