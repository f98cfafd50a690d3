import { NotModelled } from '../refusal.ts';

/** A search as people type it: words, and qualifiers such as `is:open` or `-label:bug`. */
export interface SearchQuery {
  words: string[];
  qualifiers: { name: string; value: string; negated: boolean }[];
  sort: string | undefined;
}

export function parseSearch(text: string): SearchQuery {
  const query: SearchQuery = { words: [], qualifiers: [], sort: undefined };
  // A qualifier's value may be quoted; so may a phrase.
  for (const [, minus = '', name, quoted, plain, phrase, word = ''] of text.matchAll(
    /(-?)(?:([\w-]+):(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+))/g,
  )) {
    if (name === undefined) query.words.push((phrase ?? minus + word).toLowerCase());
    else if (name === 'sort') query.sort = quoted ?? plain;
    else query.qualifiers.push({ name, value: quoted ?? plain ?? '', negated: minus === '-' });
  }
  return query;
}

/** One test for each qualifier: whether the thing has the value. */
export type Qualifiers<T, Context> = Record<string, (thing: T, value: string, context: Context) => boolean>;

/** Qualifiers that name places: one of them is enough. */
const places = ['repo', 'user', 'org'];
/** Qualifiers that are looked at elsewhere. */
const elsewhere = ['archived', 'in'];

/** Whether the thing is found; a qualifier that is not in the table is an error, never everything. */
export function found<T, Context>(
  query: SearchQuery,
  table: Qualifiers<T, Context>,
  thing: T,
  context: Context,
): boolean {
  const holds = ({ name, value, negated }: SearchQuery['qualifiers'][number]): boolean => {
    const test = table[name];
    if (test === undefined) throw new NotModelled(`search qualifier ${name}:`);
    return test(thing, value, context) !== negated;
  };
  const isPlace = ({ name, negated }: { name: string; negated: boolean }): boolean => places.includes(name) && !negated;
  const looked = query.qualifiers.filter(({ name }) => !elsewhere.includes(name));
  const where = looked.filter(isPlace);
  return (where.length === 0 || where.some(holds)) && looked.filter(one => !isPlace(one)).every(holds);
}

/** Compares a number or a date with `5`, `>5`, `<=2026-01-01`, `1..3` or `*..3`. */
export function inRange(actual: number | string, range: string): boolean {
  const of = (text: string): number | string => (typeof actual === 'number' ? Number(text) : text);
  const day = (text: string): string | number =>
    typeof actual === 'number' ? actual : actual.slice(0, Math.max(text.length, 1));
  const [, sign = '', rest = ''] = /^(>=|<=|>|<)?(.*)$/.exec(range) ?? [];
  if (sign === '>=') return day(rest) >= of(rest);
  if (sign === '<=') return day(rest) <= of(rest);
  if (sign === '>') return day(rest) > of(rest);
  if (sign === '<') return day(rest) < of(rest);
  if (!rest.includes('..')) return day(rest) === of(rest);
  const [from = '*', to = '*'] = rest.split('..');
  return (from === '*' || day(from) >= of(from)) && (to === '*' || day(to) <= of(to));
}
