import { type FileOutcome, type Losses, lossesOf } from './file-outcome.ts';
import type { ImpactContext } from './impact.ts';
import { ignoredOf, obstructed, untrackedInTheWay } from './in-the-way.ts';
import { type Difference, differences } from './trees.ts';
import { type FileState, filePaths, type WorkTree } from './work-tree.ts';

/** The effect on the work tree when it goes from HEAD to another tree. */
export interface SwitchOutcome {
  readonly losses: Losses;
  /** Files the two trees do not have alike. */
  readonly differing: readonly string[];
  /** Changed files because of which git would refuse, and untracked ones. */
  readonly changedInTheWay: readonly string[];
  readonly untrackedInTheWay: readonly string[];
}

/** As `reset --hard` and `checkout --force` do it: whatever is in the way goes. */
export async function forcedSwitch(tree: WorkTree, to: string | null, context: ImpactContext): Promise<SwitchOutcome> {
  const changes = await differences(context, tree.head, to);
  const wanted = new Map(changes.map(change => [change.path, change.to]));
  const files = new Map(tree.files.map(file => [file.path, file]));
  const outcomes = tree.files.map(file => outcomeOf(file, wanted.has(file.path) ? wanted.get(file.path) : file.head));
  const written = outcomes.filter(isPutBack).map(({ file }) => file.path);
  const created = changes.filter(({ path, from, link }) => from === null && !link && !files.has(path));
  const obstacles = await untrackedInTheWay(
    [...created.map(({ path }) => path), ...written],
    trackedBy(files, changes),
    context,
  );
  return {
    losses: await lossesOf(
      [...withObstacles(outcomes, obstacles, wanted), ...unwatchedOutcomes(tree, changes, 'reset')],
      context,
    ),
    differing: changes.map(({ path }) => path),
    changedInTheWay: [],
    untrackedInTheWay: [],
  };
}

function outcomeOf(file: FileState, content: string | null | undefined): FileOutcome {
  const goal = content ?? null;
  // What is not in the index is nobody's business until a file of that name is wanted.
  return { file, index: goal, disk: !file.tracked && goal === null ? 'stays' : goal };
}

/** Git leaves files it may not look at unless something else comes; a hard reset writes those assumed to be unchanged anew. */
export function unwatchedOutcomes(
  { unwatched }: WorkTree,
  changes: readonly Difference[],
  how: 'reset' | 'switch',
): FileOutcome[] {
  const wanted = new Map(changes.map(({ path, to }) => [path, to]));
  return unwatched.flatMap((file): FileOutcome[] => {
    const content = wanted.has(file.path) ? (wanted.get(file.path) ?? null) : file.index;
    const stays = content === file.index && (how === 'switch' || file.skipped);
    return stays ? [] : [{ file, index: content, disk: content }];
  });
}

/** A file that lies where something is written goes, also when it would have stayed by itself. */
export function withObstacles(
  outcomes: readonly FileOutcome[],
  obstacles: readonly string[],
  wanted: ReadonlyMap<string, string | null>,
): FileOutcome[] {
  const known = new Map(outcomes.map(outcome => [outcome.file.path, outcome]));
  const going = obstacles.flatMap((path): FileOutcome[] => {
    const outcome = known.get(path);
    if (outcome === undefined) return [stray(path, wanted.get(path) ?? null)];
    return outcome.disk === 'stays' ? [{ ...outcome, index: null, disk: null }] : [];
  });
  const replaced = new Set(going.map(({ file }) => file.path));
  return [...outcomes.filter(({ file }) => !replaced.has(file.path)), ...going];
}

/** A file is written where there is none now, so that something else may lie there. */
export const isPutBack = ({ file, disk }: FileOutcome): boolean =>
  disk !== 'stays' && disk !== null && (file.disk === 'gone' || file.disk === 'unknown') && !file.link;

/** A file git does not track, and what would be written over it. */
export const stray = (path: string, content: string | null): FileOutcome => ({
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
export async function carefulSwitch(
  tree: WorkTree,
  to: string | null,
  context: ImpactContext,
  overwriteIgnored = true,
): Promise<SwitchOutcome> {
  const changes = await differences(context, tree.head, to);
  const files = new Map(tree.files.map(file => [file.path, file]));
  const refusing = changes.filter(change => isInTheWay(change, files.get(change.path)));
  const absent = changes.filter(change => mustBeAbsent(change, files.get(change.path)));
  const gone = changes.filter(({ path, from }) => files.get(path)?.disk === 'gone' && files.get(path)?.index === from);
  const [atComing, atGoing, replaced] = await Promise.all([
    untrackedInTheWay(filePaths(absent.filter(({ to }) => to !== null)), trackedBy(files, changes), context),
    untrackedInTheWay(filePaths(absent.filter(({ to }) => to === null)), () => false, context),
    obstructed(filePaths(gone), context),
  ]);
  const obstacles = [...new Set([...atComing, ...atGoing])];
  const ignored = overwriteIgnored ? await ignoredOf(obstacles, context) : new Set<string>();
  const wanted = new Map(absent.filter(({ to }) => to !== null).map(change => [change.path, change.to]));
  // An ignored file goes where another comes; where one only goes, it stays.
  const overwritten = obstacles.filter(path => ignored.has(path) && isInPlaceOf(path, wanted));
  const below = belowAny(tree.files, absent);
  const swept = below
    .filter(({ disk }) => disk === 'index')
    .map((file): FileOutcome => ({ file, index: null, disk: null }));
  const dirty = below.filter(({ disk }) => disk !== 'index' && disk !== 'gone');
  const conflicted = tree.files.filter(({ unmerged }) => unmerged);
  return {
    losses: await lossesOf(
      [
        ...overwritten.map(path => stray(path, wanted.get(path) ?? null)),
        ...swept,
        ...unwatchedOutcomes(tree, changes, 'switch'),
      ],
      context,
    ),
    differing: filePaths(changes),
    changedInTheWay: [...new Set([...filePaths([...conflicted, ...refusing, ...dirty]), ...replaced])],
    untrackedInTheWay: obstacles.filter(path => !ignored.has(path)),
  };
}

/** Nothing may lie where a file comes, nor where one was that the index no longer has. */
function mustBeAbsent({ from, to, link }: Difference, file: FileState | undefined): boolean {
  if (link) return false;
  return file === undefined ? from === null && to !== null : !file.tracked && from !== null && to === null;
}

/** Whether something comes at a path, above it or below it. */
const isInPlaceOf = (path: string, wanted: ReadonlyMap<string, unknown>): boolean =>
  [...wanted.keys()].some(each => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`));

/** Tracked files in a folder that lies where a file comes or was: git takes them for part of it. */
export function belowAny(files: readonly FileState[], absent: readonly Difference[]): FileState[] {
  const places = absent.map(({ path }) => `${path}/`);
  return files.filter(file => file.tracked && places.some(place => file.path.startsWith(place)));
}

function isInTheWay({ from, to, link }: Difference, file: FileState | undefined): boolean {
  if (file === undefined || link || file.unmerged) return false;
  // The two trees may have the same content and only differ in the mode.
  if (file.tracked && file.index === to && from !== to) return false;
  if (!file.tracked) return from !== null && to !== null;
  if (from === null || file.index !== from) return true;
  return file.disk !== 'index' && file.disk !== 'gone';
}
