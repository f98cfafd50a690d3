import type { ConflictSide, StatusFile } from '../../src/protocol/to-status-page.ts';
import { icon } from '../ui/dom.ts';
import { TAKES, takeTitle } from './text.ts';

/** Whose each side is, for the tooltips. */
export type Whose = Readonly<Record<ConflictSide, string>>;

const SIDES = ['ours', 'theirs'] as const satisfies readonly ConflictSide[];
const ICONS: Readonly<Record<ConflictSide, string>> = { ours: 'arrow-left', theirs: 'arrow-right' };

/** The sides that a file can be taken from as a whole; of a submodule git itself checks a commit out. */
export const sidesToTake = ({ type, submodule }: StatusFile): readonly ConflictSide[] =>
  type === 'Conflicted' && submodule === null ? SIDES : [];

export const sideOfKey = (key: string): ConflictSide | undefined =>
  SIDES.find(side => TAKES[side].key === key.toLowerCase());

export const keysOfSides = (sides: readonly ConflictSide[]): readonly string[] => sides.map(side => TAKES[side].key);

/** The icons of a conflicted file, seen while the pointer or the keyboard is on its row. */
export function conflictIcons(file: StatusFile, whose: Whose): readonly HTMLElement[] {
  return sidesToTake(file).map(side => {
    const element = icon(ICONS[side]);
    element.classList.add('entry-action', `action-${side}`);
    element.title = takeTitle(side, whose);
    element.dataset.act = side;
    return element;
  });
}
