import type { AskGit } from '../../../git/ask.ts';
import type { Repository } from '../../../repository/discover.ts';
import type { Entry } from '../entry.ts';
import type { UndoPlan } from '../journal.ts';
import { count, refKind, short, shortRef } from '../record/describe-changes.ts';
import { stateKind } from '../record/state-files.ts';
import { placeOf } from '../storage/byte-names.ts';
import { createWay, lookAt, walk } from '../storage/disk.ts';
import { type Evaluated, evaluate, type Item, itemsOf } from './changed-items.ts';
import { isConfig, mergeConfig } from './merge-config.ts';
import { observe } from './observe.ts';

/** Whether what an entry did is in force: an undo that was itself undone does not count, nor one that was cut off. */
export function isUndone(entry: Entry, entries: readonly Entry[]): boolean {
  return entries.some(each => each.undoes === entry.id && each.outcome === 'ok' && !isUndone(each, entries));
}

/**
 * What to undo: the entry that was asked for, else the newest that is no undo itself and in force; with the rest of its
 * group. So undo again takes back the one before, and what was undone comes back by undoing the undo, which has an id too.
 */
export function targetsOf(entries: readonly Entry[], id: string | undefined): Entry[] {
  const settled = entries.filter(({ outcome }) => outcome !== 'pending');
  const open = settled.filter(entry => !isUndone(entry, entries));
  const target = id === undefined ? open.find(({ undoes }) => undoes === null) : open.find(entry => entry.id === id);
  if (target === undefined) return [];
  return target.group === null ? [target] : open.filter(({ group }) => group === target.group);
}

export interface Outlook extends Evaluated {
  readonly entry: Entry;
  readonly now: ReadonlyMap<string, string>;
  /** What stands in the way of items that are as the command left them. */
  readonly blocked: readonly string[];
}

/** Looks at what undoing entries, the newest first, meets. Each is looked at as if those before it were undone already. */
export async function outlook(ask: AskGit, entries: readonly Entry[]): Promise<Outlook[]> {
  const changed = new Map<string, string>();
  const outlooks: Outlook[] = [];
  const removed = new Set<string>();
  for (const entry of entries) {
    const items = itemsOf(entry);
    const now = new Map([...(await observe(ask, entry, items)), ...changed]);
    const { restore, moved } = await mended(ask, entry, evaluate(items, now));
    for (const { key, before } of restore) changed.set(key, before);
    for (const item of restore) if (item.part === 'file' && ['', 'folder'].includes(item.before)) removed.add(item.key);
    const inTheWay = await obstacles(entry, restore, removed);
    const blocked = [...new Set(inTheWay.values())];
    outlooks.push({ entry, now, restore: restore.filter(item => !inTheWay.has(item)), moved, blocked });
  }
  return outlooks;
}

/** A config that has moved on comes back all the same when what came since is in other lines. */
async function mended(ask: AskGit, entry: Entry, { restore, moved }: Evaluated): Promise<Evaluated> {
  const config = moved.find(isConfig);
  if (config === undefined || (await mergeConfig(ask, entry, config.at)) === undefined) return { restore, moved };
  return { restore: [...restore, config], moved: moved.filter(item => item !== config) };
}

/** Files that came since where a folder is to be a file again, and links where there was a folder. */
async function obstacles(
  entry: Entry,
  restore: readonly Item[],
  removed: ReadonlySet<string>,
): Promise<Map<Item, string>> {
  const inTheWay = new Map<Item, string>();
  const ways = entry.before.map(({ workTree }) => createWay(workTree));
  for (const item of restore.filter(({ part, before }) => part === 'file' && before !== '')) {
    const root = entry.before[item.at]?.workTree ?? '';
    const goes = (path: string) => removed.has(`file ${path} ${root}`);
    const link = await ways[item.at]?.(item.name);
    if (link !== undefined && !goes(link)) inTheWay.set(item, `'${link}' is no folder any more`);
    if (link !== undefined || item.before === 'folder') continue;
    if (!(await lookAt(placeOf(root, item.name)))?.isDirectory()) continue;
    const foreign = (await walk(root, item.name)).find(({ path, stats }) => !goes(path) && !stats.isDirectory());
    if (foreign) inTheWay.set(item, `'${foreign.path}' is where '${item.name}' was`);
  }
  return inTheWay;
}

/**
 * What can come back when something has moved on: with HEAD and the index where they are now, only what is nowhere else,
 * which are deleted refs and files and edits that were never committed.
 */
export function safeItems({ entry, restore, moved }: Pick<Outlook, 'entry' | 'restore' | 'moved'>): Item[] {
  if (!moved.some(({ bundle }) => bundle === 'head')) return [...restore];
  return restore.filter(({ part, at, name, before, after, soft }) => {
    if (part !== 'file') return !soft;
    const was = entry.files[at]?.[name]?.before;
    return before !== '' && (after === '' || was?.clean !== true);
  });
}

export function planOf(repository: Repository, outlooks: readonly Outlook[]): UndoPlan {
  const say = (items: readonly Item[], of: Outlook) =>
    wordsFor(items, item => restoreWords(item, of.now), 'comes back');
  const movedOn = outlooks.flatMap(each => [
    ...wordsFor(each.moved, item => movedWords(item, each.now), 'was changed since'),
    ...each.blocked,
  ]);
  return {
    repository,
    entries: outlooks.map(({ entry }) => entry),
    restores: outlooks.flatMap(each => say(each.restore, each)),
    movedOn: [...new Set(movedOn)],
    safe: movedOn.length === 0 ? [] : outlooks.flatMap(each => say(safeItems(each), each)),
    reverts: outlooks.flatMap(({ entry }) => entry.reverts),
  };
}

/** More than these are counted, not named. */
const MOST_FILES = 5;

function wordsFor(items: readonly Item[], words: (item: Item) => string, all: string): string[] {
  const told = items.filter(
    item =>
      !(item.part === 'state' && item.soft) && !(item.part === 'file' && (item.before || item.after) === 'folder'),
  );
  const files = told.filter(({ part }) => part === 'file');
  const many = files.length > MOST_FILES;
  const rest = told.filter(({ part }) => !(many && part === 'file'));
  return [...new Set(rest.map(words)), ...(many ? [`${count(files.length, 'file')}: ${all}`] : [])];
}

function restoreWords({ part, name, before, key }: Item, now: ReadonlyMap<string, string>): string {
  const value = now.get(key) ?? '';
  if (part === 'head') return `HEAD goes back to ${short(before)}`;
  if (part === 'index') return 'what was staged comes back';
  if (part === 'link') return 'the work tree comes back';
  if (part === 'state') return STATE_WORDS[stateKind(name)];
  if (part === 'file') return before === '' ? `${name} goes away` : `${name} comes back as it was`;
  if (before === '') return `${refKind(name)} goes away`;
  if (value === '') return `${refKind(name)} comes back at ${short(before)}`;
  return `${shortRef(name)} goes back from ${short(value)} to ${short(before)}`;
}

const STATE_WORDS: Readonly<Record<ReturnType<typeof stateKind>, string>> = {
  index: 'what was staged comes back',
  operation: 'the operation in progress comes back as it was',
  'by the way': 'notes of git come back',
  settings: "the repository's settings come back",
  stash: 'the list of stashes comes back',
  reflog: 'reflogs come back',
  'other work tree': 'HEAD of another work tree goes back',
  whole: 'the work tree comes back',
};

function movedWords({ part, name, key }: Item, now: ReadonlyMap<string, string>): string {
  const value = now.get(key) ?? '';
  if (part === 'head') return `HEAD is at ${short(value)} now`;
  if (part === 'index') return 'what is staged was changed since';
  if (part === 'file') return value === '' ? `${name} was deleted since` : `${name} was changed since`;
  if (part === 'ref')
    return value === '' ? `${refKind(name)} was deleted since` : `${shortRef(name)} is at ${short(value)} now`;
  return `${stateKind(name) === 'settings' ? "the repository's settings were" : `${name} was`} changed since`;
}
