import { type Fate, type Losses, lossesOf } from './fate.ts';
import { ignoredOf, inTheWay } from './in-the-way.ts';
import type { RadiusContext } from './radius.ts';
import { type Difference, differences } from './trees.ts';
import type { FileState, WorkTree } from './work-tree.ts';

/** What would become of the work tree when it goes from HEAD to another tree. */
export interface Switching {
  readonly losses: Losses;
  /** Files the two trees do not have alike. */
  readonly differing: readonly string[];
  /** Changed files because of which git would refuse, and untracked ones. */
  readonly changedInTheWay: readonly string[];
  readonly untrackedInTheWay: readonly string[];
}

/** As `reset --hard` and `checkout --force` do it: whatever is in the way goes. */
export async function forced(tree: WorkTree, to: string | null, context: RadiusContext): Promise<Switching> {
  const changes = await differences(context, tree.head, to);
  const wanted = new Map(changes.map(change => [change.path, change.to]));
  const files = new Map(tree.files.map(file => [file.path, file]));
  const fates = tree.files.map(file => fateOf(file, wanted.has(file.path) ? wanted.get(file.path) : file.head));
  const written = fates.filter(({ file, disk }) => !file.tracked && disk !== 'stays').map(({ file }) => file.path);
  const created = changes.filter(({ path, from, link }) => from === null && !link && !files.has(path));
  const obstacles = await inTheWay(
    [...created.map(({ path }) => path), ...written],
    trackedBy(files, changes),
    context,
  );
  const known = new Set(written);
  const strays = obstacles.filter(path => !known.has(path)).map(path => stray(path, wanted.get(path) ?? null));
  return {
    losses: await lossesOf([...fates, ...strays], context),
    differing: changes.map(({ path }) => path),
    changedInTheWay: [],
    untrackedInTheWay: [],
  };
}

function fateOf(file: FileState, content: string | null | undefined): Fate {
  const goal = content ?? null;
  // What is not in the index is nobody's business until a file of that name is wanted.
  return { file, index: goal, disk: !file.tracked && goal === null ? 'stays' : goal };
}

/** A file git does not track, and what would be written over it. */
export const stray = (path: string, content: string | null): Fate => ({
  file: { path, head: null, index: null, tracked: false, disk: 'unknown', unmerged: false, sides: [], link: false },
  index: content,
  disk: content,
});

/** A path that is as in HEAD is in the way only if the other tree has something else there. */
function trackedBy(files: ReadonlyMap<string, FileState>, changes: readonly Difference[]): (path: string) => boolean {
  const before = new Set(changes.filter(({ from }) => from !== null).map(({ path }) => path));
  return path => files.get(path)?.tracked ?? before.has(path);
}

/** As `checkout` and `switch` do it, by the table of a two-way merge in git-read-tree(1). */
export async function careful(
  tree: WorkTree,
  to: string | null,
  context: RadiusContext,
  overwriteIgnored = true,
): Promise<Switching> {
  const changes = await differences(context, tree.head, to);
  const files = new Map(tree.files.map(file => [file.path, file]));
  const refusing = changes.filter(change => isInTheWay(change, files.get(change.path)));
  const created = changes.filter(
    ({ path, from, to, link }) => from === null && to !== null && !link && !files.has(path),
  );
  const obstacles = await inTheWay(
    created.map(({ path }) => path),
    trackedBy(files, changes),
    context,
  );
  const ignored = overwriteIgnored ? await ignoredOf(obstacles, context) : new Set<string>();
  const wanted = new Map(created.map(change => [change.path, change.to]));
  const overwritten = obstacles.filter(path => ignored.has(path)).map(path => stray(path, wanted.get(path) ?? null));
  return {
    losses: await lossesOf(overwritten, context),
    differing: changes.map(({ path }) => path),
    changedInTheWay: [...tree.files.filter(({ unmerged }) => unmerged), ...refusing].map(({ path }) => path),
    untrackedInTheWay: obstacles.filter(path => !ignored.has(path)),
  };
}

function isInTheWay({ from, to, link }: Difference, file: FileState | undefined): boolean {
  if (file === undefined || link || file.unmerged) return false;
  // The two trees may have the same content and only differ in the mode.
  if (file.tracked && file.index === to && from !== to) return false;
  if (!file.tracked) return from !== null && to !== null;
  if (from === null || file.index !== from) return true;
  return file.disk !== 'index' && file.disk !== 'gone';
}
