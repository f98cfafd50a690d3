import type { Document } from '../render/document.ts';
import { parseFilter } from '../render/filter.ts';
import { visibleRows } from '../render/visible.ts';
import type { Steps } from '../ui/steps.ts';

export interface Arranged {
  /** Indices of the rows to show. */
  readonly visible: readonly number[];
  /** Null without a filter. */
  readonly matches: number | null;
  /** What is wrong with the filter; then all rows are shown, or those found before it gave up. */
  readonly problem: string | null;
}

/** Which rows of a document are to be seen. */
export function* arrange({ rows }: Document, folded: ReadonlySet<string>, filter: string): Steps<Arranged> {
  const parsed = filter === '' ? null : parseFilter(filter);
  if (parsed === null || !parsed.ok) {
    return { visible: yield* visibleRows(rows, folded, null), matches: null, problem: parsed?.message ?? null };
  }
  let matches = 0;
  const test = (line: string) => {
    const found = parsed.test(line);
    if (found) matches++;
    return found;
  };
  const visible = yield* visibleRows(rows, folded, { ...parsed, test });
  return { visible, matches, problem: parsed.problem() };
}
