import type { StatusFile } from '../../src/protocol/to-status-page.ts';
import { h, icon } from '../ui/dom.ts';
import { minusOf, plusOf, signed } from './short-count.ts';
import { STAGES } from './text.ts';
import './cells.css';

interface Counts {
  readonly added: number | null;
  readonly removed: number | null;
}

/** The bar of a change of about a thousand lines is as long as its place; each halving takes a tenth off. */
const FULL = 10;

/** The columns + − net of a row and their bar; `awaited` while lines are still being counted. */
export function countCells({ added, removed }: Counts, awaited: boolean): readonly HTMLElement[] {
  if (added === null || removed === null) {
    const nothing = awaited ? '·' : '–';
    return ['added', 'removed', 'net'].map(name => h('span', { class: `count count-${name} none` }, nothing));
  }
  return [
    h('span', { class: added === 0 ? 'count count-added none' : 'count count-added' }, plusOf(added)),
    h('span', { class: removed === 0 ? 'count count-removed none' : 'count count-removed' }, minusOf(removed)),
    h('span', { class: 'count count-net' }, signed(added - removed)),
    bar(added, removed),
  ];
}

/** One element whatever it shows: there is one in every row that scrolls by. */
function bar(added: number, removed: number): HTMLElement {
  const lines = added + removed;
  const length = Math.min(1, Math.log2(1 + lines) / FULL) * 100;
  const element = h('span', { class: 'ratio' });
  element.style.setProperty('--from', `${100 - length}%`);
  element.style.setProperty('--to', `${100 - (lines === 0 ? 0 : (length * removed) / lines)}%`);
  return element;
}

interface Type {
  readonly letter: string;
  readonly icon: string;
}

const TYPES: Readonly<Record<StatusFile['type'], Type>> = {
  Added: { letter: 'A', icon: 'diff-added' },
  Conflicted: { letter: 'C', icon: 'warning' },
  Deleted: { letter: 'D', icon: 'diff-removed' },
  Modified: { letter: 'M', icon: 'diff-modified' },
  Renamed: { letter: 'R', icon: 'diff-renamed' },
  Untracked: { letter: 'U', icon: 'new-file' },
};

export const typeIcon = (type: StatusFile['type']): HTMLElement => iconOf(TYPES[type].icon, 'type-icon', type);
export const typeLetter = (type: StatusFile['type']): string => TYPES[type].letter;

interface Stage {
  readonly icon: 'circle-large-filled' | 'circle-large' | 'color-mode';
  readonly title: string;
}

/** Whether a change is in the index; null for what is in no index to begin with. */
export function stageOf({ type, staged, unstaged }: StatusFile): Stage | null {
  if (type === 'Conflicted') return null;
  const inIndex = staged !== '.' && staged !== '?';
  const onDisk = unstaged !== '.';
  if (inIndex && onDisk) return { icon: 'color-mode', title: STAGES.both };
  if (inIndex) return { icon: 'circle-large-filled', title: STAGES.staged };
  return onDisk ? { icon: 'circle-large', title: STAGES.unstaged } : null;
}

/** A codicon that is a cell by itself. */
export function iconOf(name: string, part: string, title: string): HTMLElement {
  const element = icon(name);
  element.classList.add(part);
  element.title = title;
  return element;
}

/** The chevron that opens and closes a row. */
export function twistie(expanded: boolean): HTMLElement {
  const element = icon(expanded ? 'chevron-down' : 'chevron-right');
  element.classList.add('twistie');
  element.dataset.act = 'toggle';
  return element;
}
