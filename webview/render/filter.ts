import { costOf } from './filter-cost.ts';
import { FILTER_TOO_SLOW, invalidFilter } from './labels.ts';

export interface Filter {
  readonly ok: true;
  test(line: string): boolean;
  /** Where in a line it matches, the first few: from, to. */
  places(line: string): readonly (readonly [number, number])[];
  /** Why it gave up half-way, once it has; what was not looked at is then not shown. */
  problem(): string | null;
}

type ParsedFilter = Filter | { readonly ok: false; readonly message: string };

const BUDGET_MS = 250;

/** Reads a text to look for in any case, or a pattern written as /regex/ or /regex/i. */
export function parseFilter(text: string, now: () => number = () => performance.now()): ParsedFilter {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/.exec(text) ?? [];
  if (source === undefined) {
    const wanted = text.toLowerCase();
    const test = (line: string) => line.toLowerCase().includes(wanted);
    return { ok: true, test, places: line => textPlaces(line, wanted), problem: () => null };
  }
  const pattern = compiled(source, flags ?? '');
  if (typeof pattern === 'string') return { ok: false, message: invalidFilter(pattern) };
  const cost = costOf(source);
  return cost.ok ? bounded(pattern, cost.longest, now) : { ok: false, message: FILTER_TOO_SLOW };
}

/** More in one line are not told apart by eye. */
const MOST_PLACES = 50;

function textPlaces(line: string, wanted: string): readonly (readonly [number, number])[] {
  const lower = line.toLowerCase();
  // A letter that is two in lower case would move all that follow.
  if (lower.length !== line.length) return [];
  const places: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at !== -1 && places.length < MOST_PLACES; ) {
    places.push([at, at + wanted.length]);
    at = lower.indexOf(wanted, at + wanted.length);
  }
  return places;
}

function compiled(source: string, flags: string): RegExp | string {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Nothing stops a pattern on one line, so a line is cut to what it can be through with; between lines the clock is looked at. */
function bounded(pattern: RegExp, longest: number, now: () => number): Filter {
  let spent = 0;
  return {
    ok: true,
    test(line) {
      if (spent > BUDGET_MS) return false;
      const start = now();
      const found = pattern.test(line.length > longest ? line.slice(0, longest) : line);
      spent += now() - start;
      return found;
    },
    places(line) {
      if (spent > BUDGET_MS) return [];
      const all = new RegExp(pattern, `${pattern.flags}g`);
      const places: [number, number][] = [];
      for (const { 0: found, index } of line.slice(0, longest).matchAll(all)) {
        if (found !== '') places.push([index, index + found.length]);
        if (places.length === MOST_PLACES) break;
      }
      return places;
    },
    problem: () => (spent > BUDGET_MS ? FILTER_TOO_SLOW : null),
  };
}
