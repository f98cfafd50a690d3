import { plural } from '../../../shared/plural.ts';
import { withScratch } from '../../git/scratch.ts';
import { counted, shapeBetween } from './file-shape.ts';
import { type Impact, type ImpactContext, impact, listed, unknownImpact } from './impact.ts';
import { untrackedInTheWay } from './in-the-way.ts';
import type { Stash } from './stash-list.ts';
import { differences } from './trees.ts';
import { quotedNames, refused } from './wording.ts';
import { filePaths, workTree } from './work-tree.ts';

/** The effect of applying a stash: a merge of it into the index and the files. */
export async function stashApplied(stash: Stash, withIndex: boolean, context: ImpactContext): Promise<Impact> {
  const tree = await workTree(context);
  if (tree.head === null)
    return unknownImpact('Sluice cannot tell what applying a stash does before the first commit.');
  const conflicted = tree.files.filter(({ unmerged }) => unmerged);
  if (conflicted.length > 0)
    return refused(`there are conflicts in ${quotedNames(conflicted.map(({ path }) => path))}.`);
  const [changes, ours, strays] = await Promise.all([
    differences(context, stash.base, stash.oid),
    differences(context, stash.base, tree.head),
    stash.untracked === undefined ? [] : differences(context, null, stash.untracked),
  ]);
  const states = new Map(tree.files.map(file => [file.path, file]));
  const isSame = (path: string, to: string | null) => states.get(path)?.index === to && states.has(path);
  const applied = changes.filter(({ path, to }) => !isSame(path, to));
  const dirty = applied
    .filter(({ path }) => !['.', undefined].includes(states.get(path)?.unstaged))
    .map(({ path }) => path);
  if (dirty.length > 0) return refused(`local changes to ${quotedNames(dirty)} are in the way.`);
  const tracked = (path: string) => states.get(path)?.tracked ?? !created.has(path);
  const created = new Set(applied.filter(({ from }) => from === null).map(({ path }) => path));
  for (const { path } of strays) created.add(path);
  const obstacles = await untrackedInTheWay([...created], tracked, context);
  if (obstacles.length > 0) return refused(`${quotedNames(obstacles)} is in the way.`);
  const moved = new Map(ours.map(({ path, to }) => [path, to]));
  const both = applied.filter(({ path, to }) => moved.has(path) && moved.get(path) !== to);
  const foreseen = await conflictsIn(
    stash,
    tree.head,
    both.map(({ path }) => path),
    context,
  );
  const conflicts = foreseen ?? [];
  const staged = applied.filter(({ path }) => (states.get(path)?.staged ?? '.') !== '.');
  const files = counted(filePaths([...applied, ...strays]), await shapeBetween(context, stash.base, stash.oid));
  return impact({
    sentences: [
      ...(conflicts.length > 0 ? [`Conflicts in ${plural(conflicts.length, 'file')}, so the stash is kept.`] : []),
      `Applies a stash to ${files.words}.`,
    ],
    conflicts: listed(conflicts),
    ...files.parts,
    preview: { kind: 'trees', from: stash.base, to: stash.oid },
    unknown: staged.length > 0 || withIndex || !foreseen ? 'Sluice cannot tell whether all of it can be merged.' : null,
  });
}

/** The oldest form of merge-tree, for it alone writes no object; undefined when git has it no more. */
async function conflictsIn(
  stash: Stash,
  head: string,
  paths: readonly string[],
  context: ImpactContext,
): Promise<string[] | undefined> {
  if (paths.length === 0) return [];
  const { commonDirectory, workTree: root } = context.repository;
  const answer = await withScratch(commonDirectory, scratch =>
    context.git.read(['merge-tree', stash.base, head, stash.oid], root, { scratch }),
  );
  if (!answer.ok && answer.reason === 'failed') return undefined;
  if (!answer.ok) throw new Error(answer.message);
  const found = new Set<string>();
  for (const section of answer.text.split(/^(?=(?:changed|added|removed|merged) in |merged\n)/m)) {
    const path = paths.find(each => section.includes(` ${each}\n`));
    const marks = /^\+<<<<<<< /m.test(section) || section.startsWith('removed in ');
    if (path !== undefined && marks) found.add(path);
  }
  return [...found];
}
