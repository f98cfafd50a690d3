import { BATCH, type Incremental } from '../ui/incremental.ts';
import type { Row } from './document.ts';
import type { Filter } from './filter.ts';

/** The rows to show: folded heads hide what is deeper; a filter keeps what matches and the heads above it, folded or not. */
export function visibleRows(
  rows: readonly Row[],
  folded: ReadonlySet<string>,
  filter: Pick<Filter, 'test'> | null,
): Incremental<readonly number[]> {
  return filter === null ? unfolded(rows, folded) : matching(rows, filter);
}

function* unfolded(rows: readonly Row[], folded: ReadonlySet<string>): Incremental<readonly number[]> {
  const shown: number[] = [];
  let hidden = Number.POSITIVE_INFINITY;
  for (const [i, row] of rows.entries()) {
    if (i % BATCH === BATCH - 1) yield;
    if (row.depth > hidden) continue;
    hidden = row.heads && folded.size > 0 && folded.has(row.key) ? row.depth : Number.POSITIVE_INFINITY;
    shown.push(i);
  }
  return shown;
}

function* matching(rows: readonly Row[], filter: Pick<Filter, 'test'>): Incremental<readonly number[]> {
  const shown: number[] = [];
  /** The heads above the row at hand, outermost first. */
  const heads: { readonly index: number; readonly depth: number }[] = [];
  let last = -1;
  for (const [i, row] of rows.entries()) {
    if (i % BATCH === BATCH - 1) yield;
    while ((heads.at(-1)?.depth ?? -1) >= row.depth) heads.pop();
    if (filter.test(row.text)) {
      for (const { index } of heads) if (index > last) shown.push(index);
      shown.push(i);
      last = i;
    }
    if (row.heads) heads.push({ index: i, depth: row.depth });
  }
  return shown;
}
