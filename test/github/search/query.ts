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

/** Things that are found; a qualifier that is not in the table is an error, never everything or nothing. */
export function filterBy<T, Context>(
  query: SearchQuery,
  table: Qualifiers<T, Context>,
  things: T[],
  context: Context,
): T[] {
  const looked = query.qualifiers
    .filter(({ name }) => name !== 'in')
    .map(({ name, value, negated }) => {
      const test = table[name];
      if (test === undefined) throw new NotModelled(`search qualifier ${name}:`);
      const isPlace = places.includes(name) && !negated;
      return { isPlace, holds: (thing: T): boolean => test(thing, value, context) !== negated };
    });
  const where = looked.filter(({ isPlace }) => isPlace);
  const others = looked.filter(({ isPlace }) => !isPlace);
  return things.filter(
    thing =>
      (where.length === 0 || where.some(({ holds }) => holds(thing))) && others.every(({ holds }) => holds(thing)),
  );
}

/** Texts that the words are looked for in: those that `in:` names, else all. */
export function textsIn(query: SearchQuery, texts: Record<string, string>): string[] {
  const names = query.qualifiers.filter(({ name }) => name === 'in').map(({ value }) => value);
  const unknown = names.find(name => !Object.hasOwn(texts, name));
  if (unknown !== undefined) throw new NotModelled(`search qualifier in:${unknown}`);
  return Object.entries(texts).flatMap(([name, text]) => (names.length === 0 || names.includes(name) ? [text] : []));
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
