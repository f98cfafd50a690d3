import { basename, resolve } from 'node:path';
import { inForce } from '../../command/table.ts';
import { type Impact, type ImpactContext, impact, listed, unknown } from '../impact/impact.ts';
import { contentsOf, contextOf, outward } from '../impact/inner.ts';
import { outOfReach } from '../impact/reach.ts';
import { lostWords, quoted, quotedNames, refused, unreachableWords } from '../impact/wording.ts';
import { reflogs } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

/** git-worktree(1): `remove` deletes a work tree with all that is in it. */
export const worktree = write('worktree', {
  actions: { remove: { flag: ['-f --force'] } },
  touches: ({ words, cwd, action }) => {
    const named = action === 'remove' ? words.slice(1).filter(word => !word.startsWith('-')) : [];
    return { ...reflogs, workTrees: named.flatMap(word => [word, resolve(cwd, word)]) };
  },
  examples: {
    destructive: ['git worktree remove ../tree', 'git worktree remove --force ../tree'],
    local: ['git worktree add ../tree topic', 'git worktree prune'],
  },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [word, extra] = walked.positionals;
  if (word === undefined || extra !== undefined) return refused('it takes one work tree.');
  const all = linkedIn(await context.git.readOrThrow(['worktree', 'list', '--porcelain'], line.cwd));
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
  return impact({
    sentences: [
      ...lostWords(lost.length),
      ...unreachableWords(unreachable.total),
      `Deletes the work tree ${quoted(found.place)}.`,
    ],
    lost: listed(outward(lost, inner, context)),
    unreachable,
  });
}

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
