import { inForce } from '../../command/table.ts';
import { outOfReach, withHead } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { commitOf, headRef, objectOf } from '../impact/revisions.ts';
import { quoted, refused, unreachableWords } from '../impact/wording.ts';
import { reflogs } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

const NOTHING = /^0{40,}$/;

/** git-update-ref(1): moves, makes or deletes a ref, by its full name. */
export const updateRef = write('update-ref', {
  options: { flag: ['-d', '--create-reflog', '--no-deref'], value: ['-m'] },
  touches: reflogs,
  impact: impactOf,
  examples: {
    destructive: ['git update-ref -d refs/heads/topic', 'git update-ref refs/heads/topic HEAD~1'],
    local: [`git update-ref refs/heads/new HEAD ${'0'.repeat(40)}`],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const deletes = inForce(walked, '-d');
  const [name, ...values] = walked.positionals;
  const [goal, expected] = deletes ? [undefined, values[0]] : values;
  if (name === undefined || (!deletes && goal === undefined)) return refused('it needs a ref and a new value.');
  if (!/^(refs\/.|[A-Z_]+$)/.test(name))
    return unknownImpact(`Sluice cannot tell what this does: ${quoted(name)} is not under refs/.`);
  const head = await headRef(context);
  const ref = name === 'HEAD' && !inForce(walked, '--no-deref') ? (head ?? name) : name;
  const goes = goal === undefined || goal === '' || NOTHING.test(goal);
  const [from, now, to, before] = await Promise.all([
    commitOf(context, ref, line.cwd),
    objectOf(context, ref, 'object', line.cwd),
    goes ? undefined : commitOf(context, goal, line.cwd),
    expected === undefined ? undefined : objectOf(context, expected, 'object', line.cwd),
  ]);
  if (!goes && to === undefined && (await objectOf(context, goal, 'object', line.cwd)) === undefined) {
    return refused(`${quoted(goal)} is not an object here.`);
  }
  const wanted = expected !== undefined && (NOTHING.test(expected) || expected === '') ? undefined : before;
  if (expected !== undefined && wanted !== now) return refused(`${quoted(ref)} is not at ${quoted(expected)}.`);
  const unreachable = await outOfReach(context, {
    from: from === undefined ? [] : [from],
    to: to === undefined ? [] : [to],
    without: withHead(ref, ref === 'HEAD' ? ref : head),
  });
  const does = goes ? 'Deletes' : now === undefined ? 'Creates' : 'Moves';
  const stays = ref === head || ref === 'HEAD' ? ['Files and index stay as they are.'] : [];
  return impact({
    sentences: [...unreachableWords(unreachable.total), `${does} ${quoted(ref)}.`, ...stays],
    unreachable,
  });
}
