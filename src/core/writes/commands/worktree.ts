import { basename, resolve } from 'node:path';
import { inForce } from '../../command/table.ts';
import { outOfReach } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact, listed, unknownImpact } from '../impact/impact.ts';
import { contextOf, outward, uncommittedContents } from '../impact/nested-work-tree.ts';
import { lostWords, quoted, quotedNames, refused, unreachableWords } from '../impact/wording.ts';
import { reflogs, type SnapshotScope } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

const listOfWorkTrees: SnapshotScope = { ...reflogs, administrative: true };

/** The scope of each action, by the names on its line. A name too many costs a look at the disk. */
function touched(action: string, names: readonly string[], cwd: string): SnapshotScope {
  const folders = names.map(name => resolve(cwd, name));
  if (action === 'remove') return { ...reflogs, workTrees: [...names, ...folders] };
  if (action === 'add') return { ...listOfWorkTrees, workTreesMade: folders };
  if (action === 'move') return { ...reflogs, workTreesLinked: [] };
  return action === 'repair' ? { ...reflogs, workTreesLinked: folders } : listOfWorkTrees;
}

/** git-worktree(1): `remove` deletes a work tree with all that is in it. */
export const worktree = write('worktree', {
  actions: { remove: { flag: ['-f --force'] } },
  actionsNotForeseen: {
    add: {
      flag: [
        '-d --detach',
        '-f --force',
        '-q --quiet',
        '--checkout',
        '--guess-remote',
        '--lock',
        '--orphan',
        '--relative-paths',
        '--track',
      ],
      value: ['-B', '-b', '--reason'],
    },
    lock: { value: ['--reason'] },
    move: { flag: ['-f --force', '--relative-paths'] },
    prune: { flag: ['-n --dry-run', '-v --verbose'], value: ['--expire'] },
    repair: { flag: ['--relative-paths'] },
    unlock: {},
  },
  // The second name of `add` is a commit.
  touches: ({ action, known, cwd }) =>
    touched(action, action === 'add' ? known.positionals.slice(0, 1) : known.positionals, cwd),
  touchesAtMost: ({ action, words, cwd }) => touched(action, words, cwd),
  impact: impactOf,
  examples: {
    destructive: ['git worktree remove ../tree', 'git worktree remove --force ../tree', 'git worktree prune'],
    local: [
      'git worktree add ../tree topic',
      'git worktree add -b fresh ../tree',
      'git worktree lock ../tree',
      'git worktree move ../tree ../other',
      'git worktree repair ../tree',
      'git worktree unlock ../tree',
    ],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [word, extra] = walked.positionals;
  if (word === undefined || extra !== undefined) return refused('it needs exactly one work tree.');
  const all = linkedIn(await context.git.readOrThrow(['worktree', 'list', '--porcelain'], line.cwd));
  const [main] = all;
  const found = worktreeOf(word, resolve(line.cwd, word), all);
  if (found === undefined) return refused(`${quoted(word)} is not a work tree.`);
  if (found === main) return refused(`${quoted(word)} is the main work tree.`);
  const forces = walked.found.length;
  const inner = await contextOf(found.place, context);
  if (inner === undefined) return unknownImpact(`Sluice cannot tell what is in ${quoted(found.place)}.`);
  if (found.locked && forces < 2) return refused(`${quoted(word)} is locked.`);
  const { dirty, lost } = await uncommittedContents(inner, true);
  if (dirty.length > 0 && !inForce(walked, '--force'))
    return refused(`${quotedNames(dirty)} is changed or untracked there.`);
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

interface LinkedWorkTree {
  readonly place: string;
  readonly head: string;
  readonly detached: boolean;
  readonly locked: boolean;
}

function linkedIn(text: string): LinkedWorkTree[] {
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
function worktreeOf(word: string, place: string, all: readonly LinkedWorkTree[]): LinkedWorkTree | undefined {
  const exact = all.find(each => each.place === place);
  const ending = all.filter(each => each.place.endsWith(`/${word}`));
  return exact ?? (ending.length === 1 ? ending[0] : undefined);
}
