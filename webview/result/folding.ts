import type { Row } from '../render/document.ts';
import type { VirtualList } from '../ui/virtual-list.ts';

interface Folding {
  readonly list: VirtualList;
  /** The row at a place of the list. */
  readonly row: (index: number) => Row | undefined;
  readonly isFolded: (key: string) => boolean;
  readonly fold: (key: string, folded: boolean) => void;
}

/** Folds heads by click and keyboard, as the editor's own trees do. */
export function foldBy(area: HTMLElement, folding: Folding): void {
  area.addEventListener('click', event => {
    if (!(event.target instanceof Element) || event.target.closest('a, button')) return;
    // A drag that selects text ends in a click too.
    if (document.getSelection()?.isCollapsed === false) return;
    const index = Number(event.target.closest<HTMLElement>('.virtual-row')?.dataset.index);
    const row = folding.row(index);
    if (row?.heads) folding.fold(row.key, !folding.isFolded(row.key));
  });
  area.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // A link or button in the row has keys of its own.
    if (!(event.target instanceof HTMLElement) || event.target.matches('a, button, input')) return;
    const index = folding.list.focusedIndex();
    const row = index === null ? undefined : folding.row(index);
    if (index === null || row === undefined || !press(event.key, index, row, folding)) return;
    event.preventDefault();
  });
}

/** True when the key meant something here. */
function press(key: string, index: number, row: Row, { list, row: rowAt, isFolded, fold }: Folding): boolean {
  const folded = isFolded(row.key);
  if ((key === 'Enter' || key === ' ') && row.heads) fold(row.key, !folded);
  else if (key === 'ArrowRight' && row.heads && folded) fold(row.key, false);
  else if (key === 'ArrowLeft' && row.heads && !folded) fold(row.key, true);
  else if (key === 'ArrowLeft') {
    const head = headAbove(index, row.depth, rowAt);
    if (head === null) return false;
    list.focusIndex(head);
  } else return false;
  return true;
}

function headAbove(index: number, depth: number, row: Folding['row']): number | null {
  for (let at = index - 1; at >= 0; at--) {
    const above = row(at);
    if (above?.heads && above.depth < depth) return at;
  }
  return null;
}
