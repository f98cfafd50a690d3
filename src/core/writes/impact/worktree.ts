import { basename, resolve } from 'node:path';
import { inForce, type OptionRows } from '../../command/table.ts';
import { read } from '../parsed-write.ts';
import { contentsOf, contextOf, outward } from './inner.ts';
import { told } from './questions.ts';
import { type Family, listed, radius, unknown } from './radius.ts';
import { outOfReach } from './reach.ts';
import { lostWords, quoted, quotedNames, refused, unforeseen, unreachableWords } from './wording.ts';

const rows = { flag: ['-f --force'] } as const satisfies OptionRows;

/** git-worktree(1): `remove` deletes a work tree with all that is in it. */
export const worktree: Family = async (line, context) => {
  const [action = 'list', ...words] = line.words;
  if (action !== 'remove') return unknown(`What git worktree ${quoted(action)} would do is not known.`);
  const walked = read(words, rows);
  if (!walked) return unforeseen('worktree remove');
  const [word, extra] = walked.positionals;
  if (word === undefined || extra !== undefined) return refused('it takes one work tree.');
  const all = linkedIn(await told(context, line.cwd, ['worktree', 'list', '--porcelain']));
  const [main] = all;
  const found = worktreeOf(word, resolve(line.cwd, word), all);
  if (found === undefined) return refused(`${quoted(word)} is no work tree.`);
  if (found === main) return refused(`${quoted(word)} is the main work tree.`);
  const forces = walked.found.length;
  const inner = await contextOf(found.place, context);
  if (inner === undefined) return unknown(`What is in ${quoted(found.place)} is not known.`);
  if (found.locked && forces < 2) return refused(`${quoted(word)} is locked.`);
  const { dirty, lost } = await contentsOf(inner, true);
  if (dirty.length > 0 && !inForce(walked, '--force'))
    return refused(`${quotedNames(dirty)} is changed or not tracked there.`);
  const unreachable = await outOfReach(context, {
    from: found.detached ? [found.head] : [],
    without: [`worktrees/${basename(inner.repository.gitDirectory)}/HEAD`],
  });
  return radius({
    says: [
      ...lostWords(lost.length),
      ...unreachableWords(unreachable.total),
      `Deletes the work tree ${quoted(found.place)}.`,
    ],
    lost: listed(outward(lost, inner, context)),
    unreachable,
  });
};

interface Linked {
  readonly place: string;
  readonly head: string;
  readonly detached: boolean;
  readonly locked: boolean;
}

function linkedIn(text: string): Linked[] {
  return text
    .split('\n\n')
    .filter(record => record !== '')
    .map(record => ({
      place: /^worktree (.*)$/m.exec(record)?.[1] ?? '',
      head: /^HEAD (\w+)$/m.exec(record)?.[1] ?? '',
      detached: /^detached$/m.test(record),
      locked: /^locked/m.test(record),
    }));
}

/** By its path, or by an end of the path that no other has. */
function worktreeOf(word: string, place: string, all: readonly Linked[]): Linked | undefined {
  const exact = all.find(each => each.place === place);
  const ending = all.filter(each => each.place.endsWith(`/${word}`));
  return exact ?? (ending.length === 1 ? ending[0] : undefined);
}
