import { inForce } from '../../command/table.ts';
import { outOfReach } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { commitOf, headRef } from '../impact/revisions.ts';
import { quoted, refused, unreachableWords } from '../impact/wording.ts';
import { reflogs } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-symbolic-ref(1): makes a ref, HEAD most often, stand for another. */
export const symbolicRef = write('symbolic-ref', {
  options: { flag: ['-d --delete', '-q --quiet'], value: ['-m'] },
  touches: reflogs,
  impact: impactOf,
  examples: { local: ['git symbolic-ref HEAD refs/heads/topic', 'git symbolic-ref -d refs/remotes/origin/HEAD'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [name, goal] = walked.positionals;
  if (name === undefined) return refused('it needs a ref.');
  if (inForce(walked, '--delete')) return deletes(name, line, context);
  if (goal === undefined) return unknownImpact(`${quoted(name)} is only read.`);
  if (name !== 'HEAD') return impact({ sentences: [`Points ${quoted(name)} at ${quoted(goal)}.`] });
  if (!goal.startsWith('refs/')) return refused('HEAD cannot point outside refs/.');
  const [head, detached] = await Promise.all([
    commitOf(context, 'HEAD', line.cwd),
    headRef(context).then(ref => ref === undefined),
  ]);
  const from = detached && head !== undefined ? [head] : [];
  const unreachable = await outOfReach(context, { from, without: ['HEAD'] });
  const does = `Points HEAD at ${quoted(goal)}; files and index stay as they are.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

async function deletes(name: string, line: WriteLine, context: ImpactContext) {
  if (name === 'HEAD') return refused('HEAD cannot be deleted.');
  const isSymbolic =
    !name.startsWith('-') && (await context.git.tryRead(['symbolic-ref', '--quiet', name], line.cwd)) !== undefined;
  return isSymbolic
    ? impact({ sentences: [`Deletes ${quoted(name)}.`] })
    : refused(`${quoted(name)} is not a symbolic ref.`);
}
