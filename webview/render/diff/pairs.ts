import type { DiffLine } from './diff-line.ts';
import type { DiffItem } from './parse.ts';

/** One row of a comparison side by side: what went, what came, or what is on both sides. */
export interface Pair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** Puts each run of removed lines beside the run of added ones that follows it; notes go with the line they are about. */
export function pairsOf(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  let last: LineSide = 'both';
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
      pairs.push({ left: removed[i] ?? null, right: added[i] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    const side: LineSide = line.kind === 'note' ? last : SIDES[line.kind];
    if (side === 'both' || (side === 'left' && added.length > 0)) flush();
    if (side === 'both') pairs.push({ left: line, right: line });
    else (side === 'left' ? removed : added).push(line);
    last = side;
  }
  flush();
  return pairs;
}

type LineSide = 'left' | 'right' | 'both';
const SIDES = { context: 'both', removed: 'left', added: 'right', words: 'both' } as const;

/** The line each changed line of a run replaces or is replaced by. */
export function partnersOf(items: readonly DiffItem[]): ReadonlyMap<DiffLine, DiffLine> {
  const partners = new Map<DiffLine, DiffLine>();
  for (let at = 0; at < items.length; at += 1) {
    if (!isKind(items[at], 'removed')) continue;
    const start = at;
    while (isKind(items[at], 'removed') || isKind(items[at], 'note')) at += 1;
    const removed = items.slice(start, at).filter(item => isKind(item, 'removed'));
    for (const line of removed) {
      const added = items[at];
      if (!isKind(added, 'added')) break;
      partners.set(line, added);
      partners.set(added, line);
      at += 1;
    }
    at -= 1;
  }
  return partners;
}

const isKind = (item: DiffItem | undefined, kind: DiffLine['kind']): item is DiffLine =>
  item?.type === 'line' && item.kind === kind;
