import { inForce } from '../../command/table.ts';
import { type Impact, type ImpactContext, impact, unknown } from '../impact/impact.ts';
import { outOfReach } from '../impact/reach.ts';
import { commitOf, headRef } from '../impact/revisions.ts';
import { quoted, refused, unreachableWords } from '../impact/wording.ts';
import { reflogs } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

/** git-symbolic-ref(1): makes a ref, HEAD most often, stand for another. */
export const symbolicRef = write('symbolic-ref', {
  options: { flag: ['-d --delete', '-q --quiet'], value: ['-m'] },
  touches: reflogs,
  examples: { local: ['git symbolic-ref HEAD refs/heads/topic', 'git symbolic-ref -d refs/remotes/origin/HEAD'] },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [name, goal] = walked.positionals;
  if (name === undefined) return refused('it takes a ref.');
  if (inForce(walked, '--delete')) return deletes(name, line, context);
  if (goal === undefined) return unknown(`${quoted(name)} is only read.`);
  if (name !== 'HEAD') return impact({ sentences: [`Makes ${quoted(name)} stand for ${quoted(goal)}.`] });
  if (!goal.startsWith('refs/')) return refused('HEAD stands for nothing outside refs/.');
  const [head, detached] = await Promise.all([
    commitOf(context, 'HEAD', line.cwd),
    headRef(context).then(ref => ref === undefined),
  ]);
  const from = detached && head !== undefined ? [head] : [];
  const unreachable = await outOfReach(context, { from, without: ['HEAD'] });
  const does = `Makes HEAD stand for ${quoted(goal)}; files and index stay as they are.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

async function deletes(name: string, line: WriteLine, context: ImpactContext) {
  if (name === 'HEAD') return refused('HEAD cannot be deleted.');
  const isSymbolic =
    !name.startsWith('-') && (await context.git.tryRead(['symbolic-ref', '--quiet', name], line.cwd)) !== undefined;
  return isSymbolic
    ? impact({ sentences: [`Deletes ${quoted(name)}.`] })
    : refused(`${quoted(name)} stands for no other ref.`);
}
