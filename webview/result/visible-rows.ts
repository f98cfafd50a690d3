import type { Document } from '../render/document.ts';
import { parseFilter } from '../render/filter.ts';
import { visibleRows } from '../render/visible-rows.ts';
import type { Incremental } from '../ui/incremental.ts';

export interface VisibleRows {
  /** Indices of the rows to show. */
  readonly indices: readonly number[];
  /** Null without a filter. */
  readonly matches: number | null;
  /** The problem with the filter; then all rows are shown, or those found before it gave up. */
  readonly problem: string | null;
}

/** Finds the rows of a document that folds and filter leave. */
export function* findVisibleRows(
  { rows }: Document,
  folded: ReadonlySet<string>,
  filter: string,
): Incremental<VisibleRows> {
  const parsed = filter === '' ? null : parseFilter(filter);
  if (parsed === null || !parsed.ok) {
    return { indices: yield* visibleRows(rows, folded, null), matches: null, problem: parsed?.message ?? null };
  }
  let matches = 0;
  const test = (line: string) => {
    const found = parsed.test(line);
    if (found) matches++;
    return found;
  };
  const indices = yield* visibleRows(rows, folded, { ...parsed, test });
  return { indices, matches, problem: parsed.problem() };
}
