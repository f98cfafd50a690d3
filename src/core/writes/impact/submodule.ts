import { join } from 'node:path';
import { inForce, type OptionRows } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { contentsOf, contextOf, outward } from './inner.ts';
import { matchesNothing } from './paths.ts';
import { maybe, told } from './questions.ts';
import { type CommitLine, type Family, listed, type Radius, type RadiusContext, radius, unknown } from './radius.ts';
import { commitOf, outOfReach } from './reach.ts';
import { careful, forced } from './switching.ts';
import { parseTree, type TreeEntry } from './trees.ts';
import { counted, lostWords, quoted, quotedNames, refused, unforeseen, unreachableWords } from './wording.ts';
import { workTree } from './work-tree.ts';

const updateRows = {
  flag: ['-f --force', '-N --no-fetch', '-q --quiet', '--checkout', '--init', '--progress', '--recursive'],
} as const satisfies OptionRows;
const deinitRows = { flag: ['-f --force', '-q --quiet', '--all'] } as const satisfies OptionRows;

/** git-submodule(1): `update` checks out what is recorded, `deinit` empties. */
export const submodule: Family = async (line, context) => {
  const words = line.words.filter((word, at) => !(at === 0 && (word === '-q' || word === '--quiet')));
  const [action = 'status', ...rest] = words;
  if (action === 'update') return update(rest, line, context);
  if (action === 'deinit') return deinit(rest, line, context);
  return unknown(`What git submodule ${quoted(action)} would do is not known.`);
};

async function linksAt(paths: readonly string[], line: Line, context: RadiusContext): Promise<TreeEntry[] | undefined> {
  const cwd = paths.length === 0 ? context.repository.workTree : line.cwd;
  const text = await maybe(context, cwd, ['ls-files', '-s', '-z', '--full-name', '--error-unmatch', '--', ...paths]);
  return text === undefined ? undefined : parseTree(text).filter(({ link }) => link);
}

/** What would become of one submodule. */
interface Change {
  readonly path: string;
  readonly lost?: readonly string[];
  readonly unreachable?: readonly CommitLine[];
  readonly refused?: string;
  readonly unknown?: string;
}

async function update(words: readonly string[], line: Line, context: RadiusContext): Promise<Radius> {
  const walked = read(words, updateRows);
  if (!walked) return unforeseen('submodule update');
  const links = await linksAt(walked.positionals, line, context);
  if (links === undefined) return refused(matchesNothing(walked.positionals));
  const other = await maybe(context, line.cwd, ['config', '--get-regexp', '^submodule\\..*\\.update$']);
  const force = inForce(walked, '--force');
  const found = await Promise.all(links.map(link => updated(link, force, inForce(walked, '--init'), context)));
  const changes = found.filter(change => change !== undefined);
  const stops = changes.find(change => change.refused !== undefined);
  if (stops?.refused !== undefined) return refused(stops.refused);
  const lost = changes.flatMap(change => change.lost ?? []);
  const commits = listed(changes.flatMap(change => change.unreachable ?? []));
  const doubts = [
    ...changes.flatMap(change => change.unknown ?? []),
    ...(other === undefined ? [] : ['The config says how submodules are updated, which is not counted.']),
    ...(inForce(walked, '--recursive') ? ['Submodules of submodules are not counted.'] : []),
  ];
  const what =
    changes.length === 0
      ? 'No submodule would change.'
      : `Changes ${counted(changes.length, 'submodule')}: ${quotedNames(changes.map(({ path }) => path))}.`;
  return radius({
    says: [...lostWords(lost.length), ...unreachableWords(commits.total), what],
    lost: listed(lost),
    unreachable: commits,
    files: listed(changes.map(({ path }) => path)),
    unknown: doubts.join(' ') || null,
  });
}

async function updated(
  { path, oid }: TreeEntry,
  force: boolean,
  init: boolean,
  context: RadiusContext,
): Promise<Change | undefined> {
  const inner = await contextOf(join(context.repository.workTree, path), context);
  if (inner === undefined) return init ? { path, unknown: `${quoted(path)} would be cloned.` } : undefined;
  const { workTree: root } = inner.repository;
  const tree = await workTree(inner);
  if (tree.head === oid && !force) return undefined;
  if ((await commitOf(inner, root, oid)) === undefined)
    return { path, unknown: `The commit of ${quoted(path)} is yet to be fetched.` };
  const { losses, changedInTheWay, untrackedInTheWay, differing } = await (force ? forced : careful)(tree, oid, inner);
  const obstacles = [...changedInTheWay, ...untrackedInTheWay];
  if (obstacles.length > 0)
    return { path, refused: `local changes are in the way in ${quotedNames(outward(obstacles, inner, context))}.` };
  const from = tree.branch === null && tree.head !== null ? [tree.head] : [];
  const { items } = await outOfReach(inner, { from, to: [oid], without: ['HEAD'] });
  if (tree.head === oid && losses.any.length === 0 && differing.length === 0 && tree.files.length === 0)
    return undefined;
  return { path, lost: outward(losses.any, inner, context), unreachable: items };
}

async function deinit(words: readonly string[], line: Line, context: RadiusContext): Promise<Radius> {
  const walked = read(words, deinitRows);
  if (!walked) return unforeseen('submodule deinit');
  const paths = walked.positionals;
  if (paths.length === 0 && !inForce(walked, '--all'))
    return refused('it is not said which submodule; --all means every one.');
  if (paths.length > 0 && inForce(walked, '--all')) return refused('--all and paths do not go together.');
  const links = await linksAt(paths, line, context);
  if (links === undefined) return refused(matchesNothing(paths));
  const lost: string[] = [];
  const emptied: string[] = [];
  for (const { path, oid } of links) {
    const inner = await contextOf(join(context.repository.workTree, path), context);
    if (inner === undefined) continue;
    const head = (await told(inner, inner.repository.workTree, ['rev-parse', 'HEAD'])).trim();
    const contents = await contentsOf(inner, false);
    if (!inForce(walked, '--force') && (contents.dirty.length > 0 || head !== oid)) {
      return refused(`${quoted(path)} has local changes; -f throws them away.`);
    }
    lost.push(...outward(contents.lost, inner, context));
    emptied.push(path);
  }
  const what =
    emptied.length === 0
      ? 'No submodule would be emptied.'
      : `Empties ${counted(emptied.length, 'submodule')}: ${quotedNames(emptied)}.`;
  return radius({ says: [...lostWords(lost.length), what], lost: listed(lost), files: listed(emptied) });
}
