import type { Row } from './document.ts';
import type { Filter } from './filter.ts';

/** The rows to show: folded heads hide what is deeper; a filter keeps what matches and the heads above it, folded or not. */
export function visibleRows(
  rows: readonly Row[],
  folded: ReadonlySet<string>,
  filter: Filter | null,
): readonly number[] {
  return filter === null ? unfolded(rows, folded) : matching(rows, filter);
}

function unfolded(rows: readonly Row[], folded: ReadonlySet<string>): readonly number[] {
  const shown: number[] = [];
  let hidden = Number.POSITIVE_INFINITY;
  rows.forEach((row, i) => {
    if (row.depth > hidden) return;
    hidden = row.heads && folded.size > 0 && folded.has(row.key) ? row.depth : Number.POSITIVE_INFINITY;
    shown.push(i);
  });
  return shown;
}

function matching(rows: readonly Row[], filter: Filter): readonly number[] {
  const shown: number[] = [];
  /** The heads above the row at hand, outermost first. */
  const heads: { readonly index: number; readonly depth: number }[] = [];
  let last = -1;
  rows.forEach((row, i) => {
    while ((heads.at(-1)?.depth ?? -1) >= row.depth) heads.pop();
    if (filter.test(row.text)) {
      for (const { index } of heads) if (index > last) shown.push(index);
      shown.push(i);
      last = i;
    }
    if (row.heads) heads.push({ index: i, depth: row.depth });
  });
  return shown;
}
