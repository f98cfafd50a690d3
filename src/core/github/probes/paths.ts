import * as z from 'zod/mini';
import type { GitHubRepository } from '../remotes.ts';
import type { Lookup } from './lookup.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

const MOST_OF_PAGE = 100;
/** A list that goes on is not followed further: each page is a question every minute. */
const MOST_PAGES = 5;

/** A path with its parameters in one fixed order: other parameters, or another order, are another validator. */
export function pathWith(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  const text = given
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return text.length === 0 ? path : `${path}?${text.join('&')}`;
}

/** A page of a list, always of the same size. */
const pageOf = (path: string, query: Query, page: number): string =>
  pathWith(path, { ...query, per_page: MOST_OF_PAGE, page: page === 1 ? undefined : page });

/** As many pages as so many items fill; undefined for too many. */
export function pagesFor(count: number, path: string, query: Query = {}): string[] | undefined {
  const pages = Math.max(1, Math.ceil(count / MOST_OF_PAGE));
  if (pages > MOST_PAGES) return undefined;
  return Array.from({ length: pages }, (_, at) => pageOf(path, query, at + 1));
}

export interface Listed<T> {
  readonly paths: readonly string[];
  readonly items: readonly T[];
}

/** The pages of a list up to its end, or up to where enough of it is seen; undefined when that is too far. */
export async function listed<T>(
  look: Lookup,
  path: string,
  {
    query = {},
    shape,
    isEnough = () => false,
  }: { query?: Query; shape: z.ZodMiniType<T[]>; isEnough?: (items: readonly T[]) => boolean },
): Promise<Listed<T> | undefined> {
  const paths: string[] = [];
  const items: T[] = [];
  while (paths.length < MOST_PAGES) {
    const page = pageOf(path, query, paths.length + 1);
    const more = await look(page, shape);
    if (more === undefined) return undefined;
    paths.push(page);
    items.push(...more);
    if (more.length < MOST_OF_PAGE || isEnough(items)) return { paths, items };
  }
  return undefined;
}

const LIST = z.array(z.unknown());
const WRAPPED_LIST = z.object({ total_count: z.number() });

/** All pages of a list; undefined when there are too many. */
export const wholeList = async (
  look: Lookup,
  path: string,
  query: Query = {},
): Promise<readonly string[] | undefined> => (await listed(look, path, { query, shape: LIST }))?.paths;

/** The same where GitHub wraps the list and says how long it is. */
export async function wholeWrappedList(
  look: Lookup,
  path: string,
  query: Query = {},
): Promise<readonly string[] | undefined> {
  const list = await look(pageOf(path, query, 1), WRAPPED_LIST);
  return list && pagesFor(list.total_count, path, query);
}

/** A word of a command as one part of a path. */
export const part = (word: string | number): string => encodeURIComponent(word);

export const inRepository = ({ owner, name }: GitHubRepository, path = ''): string =>
  `repos/${part(owner)}/${part(name)}${path === '' ? '' : `/${path}`}`;
