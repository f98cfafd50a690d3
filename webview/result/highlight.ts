import { type Filter, parseFilter } from '../render/filter.ts';
import './highlight.css';

export interface Highlighter {
  /** Marks what a filter finds in the rows in sight; nothing for an empty one. */
  show(filter: string): void;
  /** Marks again, when other rows are in sight. */
  refresh(): void;
}

const NAME = 'sluice-filter';

/** Marks matches of the filter without touching the rows: selection, links and what is copied stay as they are. */
export function createHighlighter(area: HTMLElement): Highlighter {
  let text = '';
  let filter: Filter | null = null;
  let frame = 0;

  const mark = () => {
    const ranges =
      filter === null ? [] : [...area.querySelectorAll('.virtual-row')].flatMap(row => rangesIn(row, filter));
    if (ranges.length === 0) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(...ranges));
  };
  const refresh = () => {
    if (filter === null && !CSS.highlights.has(NAME)) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  };
  return {
    show(next) {
      if (next !== text) {
        text = next;
        const parsed = next === '' ? null : parseFilter(next);
        filter = parsed?.ok ? parsed : null;
      }
      refresh();
    },
    refresh,
  };
}

/** A match may begin in one piece of a row and end in another. */
function rangesIn(row: Element, filter: Filter | null): readonly Range[] {
  const nodes: { readonly node: Node; readonly start: number }[] = [];
  let line = '';
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // The parts of a head stand apart by their layout; in the text that is filtered there is a blank.
    if (line !== '' && node.parentElement?.matches('.row.head > *')) line += ' ';
    nodes.push({ node, start: line.length });
    line += node.nodeValue ?? '';
  }
  const placeOf = (at: number) => nodes.findLast(({ start }) => start <= at);
  return (filter?.places(line) ?? []).flatMap(([from, to]) => {
    const [first, last] = [placeOf(from), placeOf(to - 1)];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, from - first.start);
    range.setEnd(last.node, to - last.start);
    return [range];
  });
}
