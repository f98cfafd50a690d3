import { inForce, type OptionRows } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { maybe } from './questions.ts';
import { type Family, type RadiusContext, radius, unknown } from './radius.ts';
import { commitOf, headRef, objectOf, outOfReach, withHead } from './reach.ts';
import { quoted, refused, unforeseen, unreachableWords } from './wording.ts';

const updateRows = { flag: ['-d', '--create-reflog', '--no-deref'], value: ['-m'] } as const satisfies OptionRows;
const symbolicRows = { flag: ['-d --delete', '-q --quiet'], value: ['-m'] } as const satisfies OptionRows;
const NOTHING = /^0{40,}$/;

/** git-update-ref(1): moves, makes or deletes a ref, by its full name. */
export const updateRef: Family = async (line, context) => {
  const walked = read(line.words, updateRows);
  if (!walked) return unforeseen('update-ref');
  const deletes = inForce(walked, '-d');
  const [name, ...values] = walked.positionals;
  const [goal, expected] = deletes ? [undefined, values[0]] : values;
  if (name === undefined || (!deletes && goal === undefined)) return refused('it takes a ref and what it is to be.');
  if (!/^(refs\/.|[A-Z_]+$)/.test(name))
    return unknown(`${quoted(name)} is no ref under refs/; what would come of it is not known.`);
  const head = await headRef(context, line.cwd);
  const ref = name === 'HEAD' && !inForce(walked, '--no-deref') ? (head ?? name) : name;
  const goes = goal === undefined || goal === '' || NOTHING.test(goal);
  const [from, now, to, before] = await Promise.all([
    commitOf(context, line.cwd, ref),
    objectOf(context, line.cwd, ref, 'object'),
    goes ? undefined : commitOf(context, line.cwd, goal),
    expected === undefined ? undefined : objectOf(context, line.cwd, expected, 'object'),
  ]);
  if (!goes && to === undefined && (await objectOf(context, line.cwd, goal, 'object')) === undefined) {
    return refused(`${quoted(goal)} is no object here.`);
  }
  const wanted = expected !== undefined && (NOTHING.test(expected) || expected === '') ? undefined : before;
  if (expected !== undefined && wanted !== now) return refused(`${quoted(ref)} is not at ${quoted(expected)}.`);
  const unreachable = await outOfReach(context, {
    from: from === undefined ? [] : [from],
    to: to === undefined ? [] : [to],
    without: withHead(ref, ref === 'HEAD' ? ref : head),
  });
  const does = goes ? 'Deletes' : now === undefined ? 'Makes' : 'Moves';
  const stays = ref === head || ref === 'HEAD' ? ['Files and index stay as they are.'] : [];
  return radius({ says: [...unreachableWords(unreachable.total), `${does} ${quoted(ref)}.`, ...stays], unreachable });
};

/** git-symbolic-ref(1): makes a ref, HEAD most often, stand for another. */
export const symbolicRef: Family = async (line, context) => {
  const walked = read(line.words, symbolicRows);
  if (!walked) return unforeseen('symbolic-ref');
  const [name, goal] = walked.positionals;
  if (name === undefined) return refused('it takes a ref.');
  if (inForce(walked, '--delete')) return deletes(name, line, context);
  if (goal === undefined) return unknown(`${quoted(name)} is only read.`);
  if (name !== 'HEAD') return radius({ says: [`Makes ${quoted(name)} stand for ${quoted(goal)}.`] });
  if (!goal.startsWith('refs/')) return refused('HEAD stands for nothing outside refs/.');
  const [head, detached] = await Promise.all([
    commitOf(context, line.cwd, 'HEAD'),
    headRef(context, line.cwd).then(ref => ref === undefined),
  ]);
  const from = detached && head !== undefined ? [head] : [];
  const unreachable = await outOfReach(context, { from, without: ['HEAD'] });
  const does = `Makes HEAD stand for ${quoted(goal)}; files and index stay as they are.`;
  return radius({ says: [...unreachableWords(unreachable.total), does], unreachable });
};

async function deletes(name: string, line: Line, context: RadiusContext) {
  if (name === 'HEAD') return refused('HEAD cannot be deleted.');
  const isSymbolic =
    !name.startsWith('-') && (await maybe(context, line.cwd, ['symbolic-ref', '-q', name])) !== undefined;
  return isSymbolic
    ? radius({ says: [`Deletes ${quoted(name)}.`] })
    : refused(`${quoted(name)} stands for no other ref.`);
}
