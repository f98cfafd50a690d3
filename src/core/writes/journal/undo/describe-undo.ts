import { plural } from '../../../../shared/plural.ts';
import { shortRef } from '../../../../shared/short-ref.ts';
import { refKind, shortValue } from '../record/describe-changes.ts';
import { type StateKind, stateKind } from '../storage/state-names.ts';
import type { ChangedItem } from './changed-items.ts';
import type { Obstacle } from './obstacles.ts';

type Values = ReadonlyMap<string, string>;

/** Whether a person is told of an item: not of folders, nor of state files that only follow other changes. */
export const isMentioned = ({ part, soft, before, after }: ChangedItem): boolean =>
  !(part === 'state' && soft) && !(part === 'file' && (before || after) === 'folder');

/** The items that come back, in words a person reads. */
export const describeRestore = (items: readonly ChangedItem[], now: Values): string[] =>
  describeItems(items, item => restoreText(item, now), 'come back as they were');

/** The items that have moved on, in words a person reads. */
export const describeMoved = (items: readonly ChangedItem[], now: Values): string[] =>
  describeItems(items, item => movedText(item, now), 'were changed since');

export const describeObstacle = ({ item, code, path }: Obstacle): string =>
  code === 'not-a-folder' ? `'${path}' is not a folder any more` : `'${path}' is where '${item.name}' was`;

/** More than these are counted, not named. */
const MOST_FILES = 5;

function describeItems(
  items: readonly ChangedItem[],
  textOf: (item: ChangedItem) => string,
  textOfMany: string,
): string[] {
  const mentioned = items.filter(isMentioned);
  const files = mentioned.filter(({ part }) => part === 'file');
  const many = files.length > MOST_FILES;
  const rest = mentioned.filter(({ part }) => !(many && part === 'file'));
  return [...new Set(rest.map(textOf)), ...(many ? [`${plural(files.length, 'file')} ${textOfMany}`] : [])];
}

function restoreText({ part, name, before, key }: ChangedItem, now: Values): string {
  const value = now.get(key) ?? '';
  if (part === 'head') return `HEAD goes back to ${shortValue(before)}`;
  if (part === 'index') return STATE_TEXTS.index;
  if (part === 'link') return STATE_TEXTS.whole;
  if (part === 'state') return STATE_TEXTS[stateKind(name)];
  if (part === 'file') return before === '' ? `${name} goes away` : `${name} comes back as it was`;
  if (before === '') return `${refKind(name)} goes away`;
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
  'other work tree': 'HEAD of another work tree goes back',
  whole: 'the work tree comes back',
};

function movedText({ part, name, key }: ChangedItem, now: Values): string {
  const value = now.get(key) ?? '';
  if (part === 'head') return `HEAD is at ${shortValue(value)} now`;
  if (part === 'index') return 'what is staged was changed since';
  if (part === 'file') return value === '' ? `${name} was deleted since` : `${name} was changed since`;
  if (part === 'ref')
    return value === '' ? `${refKind(name)} was deleted since` : `${shortRef(name)} is at ${shortValue(value)} now`;
  return stateKind(name) === 'settings' ? "the repository's settings were changed since" : `${name} was changed since`;
}
