import { inForce } from '../../command/table.ts';
import { outOfReach, withHead } from '../impact/commits.ts';
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
  examples: {
    destructive: ['git symbolic-ref -d HEAD'],
    local: ['git symbolic-ref HEAD refs/heads/topic', 'git symbolic-ref -d refs/remotes/origin/HEAD'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [name, goal] = walked.positionals;
  if (name === undefined) return refused('it needs a ref.');
  if (inForce(walked, '--delete')) return deletes(name, line, context);
  if (goal === undefined) return unknownImpact(`${quoted(name)} is only read.`);
  if (name === 'HEAD' && !goal.startsWith('refs/')) return refused('HEAD cannot point outside refs/.');
  const [before, wasSymbolic, head, to] = await Promise.all([
    commitOf(context, name, line.cwd),
    isSymbolic(name, line, context),
    headRef(context),
    commitOf(context, goal, line.cwd),
  ]);
  // A ref that stands for another keeps nothing by itself; its own value goes.
  const unreachable = await outOfReach(context, {
    from: before === undefined || wasSymbolic ? [] : [before],
    to: to === undefined ? [] : [to],
    without: withHead(name, name === 'HEAD' ? name : head),
  });
  const stays = name === 'HEAD' || name === head ? '; files and index stay as they are' : '';
  const does = `Points ${name === 'HEAD' ? name : quoted(name)} at ${quoted(goal)}${stays}.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

async function deletes(name: string, line: WriteLine, context: ImpactContext) {
  if (name === 'HEAD') return refused('HEAD cannot be deleted.');
  return (await isSymbolic(name, line, context))
    ? impact({ sentences: [`Deletes ${quoted(name)}.`] })
    : refused(`${quoted(name)} is not a symbolic ref.`);
}

const isSymbolic = async (name: string, { cwd }: WriteLine, { git }: ImpactContext): Promise<boolean> =>
  !name.startsWith('-') && (await git.tryRead(['symbolic-ref', '--quiet', name], cwd)) !== undefined;
