import { plural } from '../../../../shared/plural.ts';
import { shortRef } from '../../../../shared/short-ref.ts';
import { refKind, shortValue } from '../record/describe-changes.ts';
import { type StateKind, stateKind } from '../storage/state-names.ts';
import { type ChangedItem, isFile, isFolder } from './changed-items.ts';
import type { Obstacle } from './obstacles.ts';

type Values = ReadonlyMap<string, string>;

/** Whether a person is told of an item: not of folders, nor of state files that only follow other changes. */
export const isMentioned = (item: ChangedItem): boolean =>
  !(item.part === 'state' && item.soft) && !(isFile(item) && isFolder(item.before || item.after));

/** The items that come back, in words a person reads. */
export const describeRestore = (items: readonly ChangedItem[], now: Values): string[] =>
  describeItems(items, item => restoreText(item, now), 'come back as they were');

/** The items that have moved on, in words a person reads. */
export const describeMoved = (items: readonly ChangedItem[], now: Values): string[] =>
  describeItems(items, item => movedText(item, now), 'have changed since');

export function describeObstacle({ item, code, path }: Obstacle): string {
  if (code === 'not-a-folder') return `'${path}' is no longer a folder`;
  if (code === 'added') return `'${path}' was added since, and would be removed with the work tree`;
  return code === 'taken' ? `'${path}' is there again` : `'${path}' is where '${item.name}' was`;
}

/** More than these are counted, not named. */
const MOST_FILES = 5;

function describeItems(
  items: readonly ChangedItem[],
  textOf: (item: ChangedItem) => string,
  textOfMany: string,
): string[] {
  const mentioned = items.filter(isMentioned);
  const files = mentioned.filter(isFile);
  const many = files.length > MOST_FILES;
  const rest = mentioned.filter(item => !(many && isFile(item)));
  return [...new Set(rest.map(textOf)), ...(many ? [`${plural(files.length, 'file')} ${textOfMany}`] : [])];
}

function restoreText({ part, name, before, key }: ChangedItem, now: Values): string {
  const value = now.get(key) ?? '';
  if (part === 'head') return `HEAD goes back to ${shortValue(before)}`;
  if (part === 'index') return STATE_TEXTS.index;
  if (part === 'place') return `the work tree ${value} goes back to ${before}`;
  const isWhole = part === 'link' || (part === 'state' && stateKind(name) === 'whole');
  if (isWhole && before === '') return 'the work tree is removed';
  if (part === 'link') return STATE_TEXTS.whole;
  if (part === 'state') return STATE_TEXTS[stateKind(name)];
  if (part === 'file' || part === 'named') return before === '' ? `${name} is removed` : `${name} comes back as it was`;
  if (before === '') return `${refKind(name)} is removed`;
  if (value === '') return `${refKind(name)} comes back at ${shortValue(before)}`;
  return `${shortRef(name)} goes back from ${shortValue(value)} to ${shortValue(before)}`;
}

const STATE_TEXTS: Readonly<Record<StateKind, string>> = {
  index: 'what was staged comes back',
  operation: 'the operation in progress comes back as it was',
  'by the way': "git's own notes come back",
  settings: "the repository's settings come back",
  stash: 'the list of stashes comes back',
  reflog: 'reflogs come back',
  shallow: 'the history comes back as far as it reached',
  resolutions: 'recorded resolutions of conflicts come back',
  'other work tree': 'HEAD of another work tree goes back',
  administrative: 'the list of work trees comes back',
  whole: 'the work tree comes back',
};

const sharedNames: Readonly<Partial<Record<ChangedItem['part'], string>>> = { head: 'HEAD', index: 'what is staged' };

function movedText({ part, name, key, shared }: ChangedItem, now: Values): string {
  const value = now.get(key) ?? '';
  if (shared) return `${sharedNames[part] ?? refKind(name)} was also changed by somebody else while the command ran`;
  if (part === 'head') return `HEAD is at ${shortValue(value)} now`;
  if (part === 'index') return 'what is staged has changed since';
  if (part === 'place') return `${name} is not where the command left it`;
  if (part === 'file' || part === 'named')
    return value === '' ? `${name} has been deleted since` : `${name} has changed since`;
  if (part === 'ref')
    return value === ''
      ? `${refKind(name)} has been deleted since`
      : `${shortRef(name)} is at ${shortValue(value)} now`;
  return stateKind(name) === 'settings' ? "the repository's settings have changed since" : `${name} has changed since`;
}
