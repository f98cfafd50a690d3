import type { Git } from '../../../git/writer.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { AffectedRepository } from '../record/affected-repositories.ts';
import { namedChanges } from '../record/describe-changes.ts';
import { type Entry, isCheckpoint, isCommand, isUndone, isUndoneInPart } from '../storage/entry.ts';
import { isMeantBy } from '../storage/entry-ids.ts';
import {
  type ChangedItem,
  compareItems,
  halfwayOf,
  type ItemComparison,
  isFile,
  isFolder,
  itemsOf,
} from './changed-items.ts';
import { describeMoved, describeObstacle, describeRestore, isMentioned } from './describe-undo.ts';
import { isConfig, mergeConfig } from './merge-config.ts';
import { isStillSo, type Observation, observe, placeLeft } from './observe.ts';
import { findObstacles, type Obstacle } from './obstacles.ts';

/** One entry of an undo plan: what of it can come back, and what stands against that. */
export interface UndoStep extends ItemComparison {
  readonly entry: Entry;
  /** The values that the entry's items have now, by their keys. */
  readonly now: ReadonlyMap<string, string>;
  readonly seen: Observation;
  readonly obstacles: readonly Obstacle[];
}

/** The undo of one mutation, or of a group of them, as it would go now. */
export interface UndoPlan {
  readonly repository: Repository;
  /** The journal that it was made by. */
  readonly entries: readonly Entry[];
  /** The newest first. */
  readonly steps: readonly UndoStep[];
  /** The things that come back, in words a person reads. */
  readonly restores: readonly string[];
  /** The things that changed since, each of which forbids undoing the whole. */
  readonly movedOn: readonly string[];
  /** The things that can come back all the same. */
  readonly safe: readonly string[];
  /** Refs and files that somebody else changed while a command ran, which stay as they are. */
  readonly leftAlone: readonly string[];
  /** Commands that would take back what left the machine, which is not undone. */
  readonly reverts: readonly string[];
}

/**
 * The entries to undo: the one that was asked for, else the newest command that is in force; with the rest of
 * its group. So undo again takes back the one before, and what was undone comes back by undoing the undo, which has an id too.
 * What is left of one that was undone in part comes back when it is asked for.
 */
export function targetsOf(entries: readonly Entry[], id: string | undefined): Entry[] {
  const settled = entries.filter(({ outcome }) => outcome !== 'pending');
  const isLeft = (entry: Entry) => id !== undefined && isUndoneInPart(entry, entries);
  const open = settled.filter(entry => !isUndone(entry, entries) || isLeft(entry));
  const target = id === undefined ? open.find(isCommand) : open.find(entry => isMeantBy(entry.id, id));
  if (target === undefined) return [];
  return target.group === null ? [target] : open.filter(({ group }) => group === target.group);
}

/**
 * Looks at what undoing some of the journal's entries, the newest first, meets. Each is looked at as if those before it
 * were undone already.
 */
export async function planSteps(git: Git, targets: readonly Entry[], entries: readonly Entry[]): Promise<UndoStep[]> {
  const changed = new Map<string, string>();
  const removed = new Set<string>();
  const steps: UndoStep[] = [];
  for (const entry of targets) {
    const items = itemsOf(entry);
    const seen = await observe(git, entry, items);
    const now = seen.values;
    for (const [key, value] of changed) now.set(key, value);
    const { restore, moved } = await withMergedConfig(git, entry, compareItems(items, now, halfwayOf(entry, entries)));
    if (targets.length > 1) for (const { key, before } of restore) changed.set(key, before);
    for (const key of removedKeys(restore)) removed.add(key);
    const obstacles = await findObstacles(entry, restore, removed);
    const blocked = new Set(obstacles.map(({ item }) => item));
    // A work tree that somebody works in by now stays with all that belongs to it.
    const isKept = makesWorkTree(entry) && moved.length + obstacles.length > 0;
    const comes = isKept ? [] : restore.filter(item => !blocked.has(item));
    steps.push({ entry, now, seen, restore: comes, moved, obstacles });
  }
  return steps;
}

/** Files that undo takes away itself, or makes folders of. */
const removedKeys = (restore: readonly ChangedItem[]): string[] =>
  restore.filter(({ part, before }) => part === 'file' && (before === '' || isFolder(before))).map(({ key }) => key);

/**
 * Whether a plan is certain to come out the same now, by the same entries and without a full look. Of one with more steps, or
 * with something in its way, nobody can tell but by making it anew.
 */
export async function isPlanCurrent(git: Git, { steps, entries }: UndoPlan, now: readonly Entry[]): Promise<boolean> {
  const [step, ...more] = steps;
  // Anything there is may have changed since a checkpoint, not only what had when the plan was made.
  if (step === undefined || isCheckpoint(step.entry) || more.length > 0 || step.obstacles.length > 0) return false;
  if (now.length !== entries.length || !now.every((entry, at) => entry === entries[at])) return false;
  if (!(await isStillSo(git, step.entry, itemsOf(step.entry), step.seen))) return false;
  return (await findObstacles(step.entry, step.restore, new Set(removedKeys(step.restore)))).length === 0;
}

const makesWorkTree = ({ before, after, scopes }: Entry): boolean =>
  before.some(({ head }, at) => scopes[at]?.whole === true && head === '' && after[at]?.head !== '');

/** A config that has moved on comes back all the same when what came since is in other lines. */
async function withMergedConfig(git: Git, entry: Entry, { restore, moved }: ItemComparison): Promise<ItemComparison> {
  const config = moved.find(isConfig);
  if (config === undefined || (await mergeConfig(git, entry, config.at)) === undefined) return { restore, moved };
  return { restore: [...restore, config], moved: moved.filter(item => item !== config) };
}

/**
 * The items that can come back when something has moved on: with HEAD and the index where they are now, only what is
 * nowhere else, which are deleted refs and files and edits that were never committed.
 */
export function safeItems({ entry, restore, moved }: UndoStep): readonly ChangedItem[] {
  if (!moved.some(({ bundle }) => bundle === 'head')) return restore;
  return restore.filter(({ part, at, name, before, after, soft }) => {
    if (part !== 'file') return !soft;
    const was = entry.files[at]?.[name]?.before;
    return before !== '' && (after === '' || was?.clean !== true);
  });
}

/** How many files an undo brings back or takes away. */
export const filesIn = ({ steps }: UndoPlan, how: 'all' | 'safe'): number =>
  steps.reduce((sum, step) => sum + (how === 'all' ? step.restore : safeItems(step)).filter(isMentionedFile).length, 0);

const isMentionedFile = (item: ChangedItem): boolean => isFile(item) && isMentioned(item);

export function planOf(repository: Repository, entries: readonly Entry[], steps: readonly UndoStep[]): UndoPlan {
  const movedOn = steps.flatMap(step => [
    ...describeMoved(step.moved, step.now),
    ...step.obstacles.map(describeObstacle),
  ]);
  return {
    repository,
    entries,
    steps,
    restores: steps.flatMap(step => describeRestore(step.restore, step.now)),
    movedOn: [...new Set(movedOn)],
    safe: movedOn.length === 0 ? [] : steps.flatMap(step => describeRestore(safeItems(step), step.now)),
    leftAlone: [...new Set(steps.flatMap(({ entry }) => entry.byOthers ?? []))],
    reverts: steps.flatMap(({ entry }) => entry.reverts),
  };
}

/** Whether two plans bring back the same and meet the same, by ids and values. Things nobody is told of do not count. */
export const isSamePlan = (one: UndoPlan, other: UndoPlan): boolean =>
  JSON.stringify(one.steps.map(valuesOf)) === JSON.stringify(other.steps.map(valuesOf));

const valuesOf = ({ entry, restore, moved, obstacles, now }: UndoStep) => [
  entry.id,
  restore.filter(isMentioned).map(({ key, before }) => [key, before]),
  moved.filter(isMentioned).map(({ key }) => [key, now.get(key)]),
  obstacles.map(({ item, code, path }) => [item.key, code, path]),
];

/** An undo can change what the entry did and nothing else. */
export const affectedByUndo = (entry: Entry): AffectedRepository[] =>
  entry.before.map((before, at) => {
    const paths = Object.keys(entry.files[at] ?? {});
    const scope = entry.scopes[at];
    const whole = scope?.whole === true;
    const changed = namedChanges(before, entry.after[at] ?? before);
    return {
      repository: placeLeft(before, entry.after[at], { whole }),
      scope: {
        tracked: scope?.tracked === true || paths.length > 0,
        untracked: 'none',
        unreachable: false,
        reflogs: scope?.reflogs === true,
        paths,
        whole,
        administrative: scope?.administrative,
        resolutions: scope?.resolutions,
        named: whole ? (scope?.named ?? []) : changed.map(({ path }) => ({ path, kind: 'file' as const })),
        ...(scope?.gitDirectoryInode !== undefined && { gitDirectoryInode: scope.gitDirectoryInode }),
      },
      writes: null,
    };
  });
