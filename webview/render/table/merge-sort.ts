import { BATCH, type Incremental } from '../../ui/incremental.ts';

type Compare<Item> = (a: Item, b: Item) => number;

/** `toSorted` in pieces, as comparing fifty thousand words takes longer than a page may hear nothing. */
export function* mergeSorted<Item extends object>(
  items: readonly Item[],
  compare: Compare<Item>,
): Incremental<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    runs.push(items.slice(at, at + BATCH).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item extends object>(
  left: readonly Item[],
  right: readonly Item[],
  compare: Compare<Item>,
): Incremental<readonly Item[]> {
  const merged: Item[] = [];
  let at = 0;
  for (const item of left) {
    for (let next = right[at]; next !== undefined && compare(next, item) < 0; next = right[at]) {
      merged.push(next);
      at += 1;
      if (merged.length % BATCH === 0) yield;
    }
    merged.push(item);
    if (merged.length % BATCH === 0) yield;
  }
  return at < right.length ? merged.concat(right.slice(at)) : merged;
}
