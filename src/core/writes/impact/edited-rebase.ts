import { plural } from '../../../shared/plural.ts';
import type { TodoStep } from '../../command/command.ts';
import { inForce } from '../../command/table.ts';
import { autostashOf } from './autostash.ts';
import { asLines, type Commit, commitsIn, everyRef } from './commits.ts';
import { counted } from './file-shape.ts';
import { type Impact, type ImpactContext, impact, listed } from './impact.ts';
import { silentlyOverwritten } from './in-the-way.ts';
import { withMergeWorkspace } from './merge-tree.ts';
import { publishedOf } from './published.ts';
import type { RebaseTodo } from './rebase-todo.ts';
import { picking, replaySteps, stopWords } from './replay.ts';
import { conflictWords, ignoredWords, named, refused, shortOid } from './wording.ts';
import { filePaths, workTree } from './work-tree.ts';

const MOST_TOLD = 20;

/** What a rebase would do by a list that the person edited. */
export async function editedRebaseImpact(
  todo: RebaseTodo,
  steps: readonly TodoStep[],
  candidates: readonly Commit[],
  context: ImpactContext,
): Promise<Impact> {
  const { walked, settings, head, onto, upstream, ontoName } = todo;
  const byOid = new Map(candidates.map(commit => [commit.oid, commit]));
  const kept = steps.filter(({ verb }) => verb !== 'drop').map(({ oid }) => byOid.get(oid));
  const commits = kept.filter(commit => commit !== undefined);
  // The branch moved: the yes was for other commits.
  if (commits.length < kept.length) return refused('the commits of the edited list are gone.');
  const autostash = walked.options.has('--autostash')
    ? inForce(walked, '--autostash')
    : settings.is('rebase.autostash');
  const local = await workTree(context, { untracked: true });
  const dirty = filePaths(local.files);
  if (dirty.length > 0 && !autostash) return refused(`there are uncommitted changes to ${named(dirty)}.`);
  const went = await withMergeWorkspace(context, settings, workspace =>
    replaySteps(
      workspace,
      { start: onto, from: head },
      commits.map(commit => picking(commit)),
      ({ commit }) => (commit.files.length === 0 ? 'keep' : 'drop'),
    ),
  );
  const own = [head, '--not', onto, upstream];
  const old = await commitsIn(context, own, true);
  const branch = todo.branch === undefined ? [] : [`refs/heads/${todo.branch}`];
  const [published, gone, ignored, aside] = await Promise.all([
    publishedOf(old, own, context),
    commitsIn(context, [head, '--not', onto, ...everyRef(...branch)]),
    silentlyOverwritten(went.written, local, context),
    autostashOf(local, { changed: filePaths(went.changed), comesBack: went.stop === undefined }, context),
  ]);
  const where = published === undefined ? '' : `, ${published.count} of them already on ${published.name}`;
  return impact({
    sentences: [
      `Rewrites ${plural(old.total, 'commit')} by the list you edited${where}.`,
      ...aside.loses,
      ...ignoredWords(ignored),
      ...conflictWords(went.conflicts, went.stop?.reason === 'conflict'),
      ...stopWords(went, commits.length),
      ...stepWords(steps),
      ...(commits.length > 0 ? [`Puts ${plural(commits.length, 'commit')} on ${ontoName}.`] : []),
      ...aside.sentences,
      ...(went.why === null ? [] : [went.why]),
    ],
    lost: listed([...new Set([...ignored, ...aside.lost])]),
    conflicts: listed(went.conflicts),
    unreachable: asLines(gone),
    commits: asLines({ items: commits, total: commits.length }),
    ...counted(
      went.changed.map(({ path }) => path),
      went.shape,
    ).parts,
    unknown: went.why ?? aside.unknown,
  });
}

/** One sentence for each line that does more than keep a commit. */
function stepWords(steps: readonly TodoStep[]): string[] {
  const told = steps.flatMap(step => {
    const name = `${shortOid(step.oid)} (${step.subject})`;
    const subject = step.message?.split('\n', 1)[0] ?? '';
    const rewords = step.message === null ? [] : [`Changes the message of ${name} to “${subject}”.`];
    if (step.verb === 'drop') return [`Drops ${name}.`];
    if (step.verb === 'edit') return [`Stops after ${name} for you to change it.`];
    if (step.verb === 'squash' || step.verb === 'fixup') return [`Combines ${name} with the commit before it.`];
    return rewords;
  });
  const more = told.length - MOST_TOLD;
  return more > 0 ? [...told.slice(0, MOST_TOLD), `… and ${plural(more, 'more change')}.`] : told;
}
