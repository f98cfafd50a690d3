import type { ChangeAction, HunkSide, StatusFile } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import type { Folder } from './folders.ts';
import { CHANGE_ACTIONS } from './text.ts';
import './change-actions.css';

/** True when an action would change something of a file, by the rule of the host. */
const APPLIES: Readonly<Record<ChangeAction, (file: StatusFile) => boolean>> = {
  stage: ({ unstaged, path }) => unstaged !== '.' && !path.endsWith('/'),
  unstage: ({ staged, type }) => staged !== '.' && staged !== '?' && type !== 'Conflicted',
  discard: ({ unstaged, type, path, submodule }) =>
    unstaged !== '.' && type !== 'Conflicted' && submodule === null && !path.endsWith('/'),
};

/** In the order in which they stand: the one that loses work is the farthest from the others' habit. */
const ORDER = ['discard', 'unstage', 'stage'] as const satisfies readonly ChangeAction[];

const ICONS: Readonly<Record<ChangeAction, string>> = { discard: 'discard', unstage: 'remove', stage: 'add' };

export const actionsOn = (files: readonly StatusFile[]): readonly ChangeAction[] =>
  ORDER.filter(action => files.some(APPLIES[action]));

/** The files that an action is for. */
export const changedBy = (action: ChangeAction, files: readonly StatusFile[]): readonly StatusFile[] =>
  files.filter(APPLIES[action]);

export const actionsOnHunk = (side: HunkSide): readonly ChangeAction[] =>
  side === 'staged' ? ['unstage'] : ['discard', 'stage'];

/** Keys on a row; a person with another layout finds the plus behind Shift. */
const KEYS: Readonly<Record<string, ChangeAction>> = {
  '+': 'stage',
  '=': 'stage',
  '-': 'unstage',
  Delete: 'discard',
};

export const actionOfKey = (key: string): ChangeAction | undefined =>
  Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;

/** For `aria-keyshortcuts`. */
export const keysOf = (actions: readonly ChangeAction[]): string =>
  actions.map(action => CHANGE_ACTIONS[action].key).join(' ');

/** The icons of a row's actions, seen while the pointer or the keyboard is on it. */
export function changeIcons(actions: readonly ChangeAction[], of: 'file' | 'folder' | 'hunk'): readonly HTMLElement[] {
  return actions.map(action => {
    const element = icon(ICONS[action]);
    element.classList.add('entry-action', `action-${action}`);
    element.title = `${CHANGE_ACTIONS[action][of]} (${CHANGE_ACTIONS[action].key})`;
    element.dataset.act = action;
    return element;
  });
}

/** The same as buttons, for all files. */
export function changeButtons(
  actions: readonly ChangeAction[],
  onClick: (action: ChangeAction) => void,
): readonly HTMLElement[] {
  return actions.map(action => {
    const name = CHANGE_ACTIONS[action].all;
    const element = h('button', { class: 'all-action', title: name, 'aria-label': name }, icon(ICONS[action]));
    element.addEventListener('click', () => onClick(action));
    return element;
  });
}

/** The files of a folder and of those in it. */
export const filesIn = ({ files, folders }: Folder): readonly StatusFile[] => [...folders.flatMap(filesIn), ...files];
