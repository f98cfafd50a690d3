import { NotModelled, notFound, Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import type { GitHubState } from '../state/state.ts';
import type { Repository, User } from '../state/types.ts';
import { type Permissions, permits, type Token } from '../tokens.ts';

/** A REST request on its way to the handler that its path names. */
export interface RestRequest {
  state: GitHubState;
  viewer: User | undefined;
  token: Token | undefined;
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
  raw: Buffer;
  accept: string;
  /** Where whoever asks reaches the API, for `Link` and redirects. */
  origin: string;
  rateLimits: () => unknown;
}

export interface RestAnswer {
  status?: number;
  /** Sent as JSON; `raw` is sent as it is. */
  json?: unknown;
  raw?: Buffer | string;
  type?: string;
  headers?: Record<string, string>;
  /** A list, of which one page is sent; under `key` beside `total_count` where GitHub wraps it. */
  list?: { items: readonly unknown[]; render: (item: never) => unknown; key?: string; wrap?: Record<string, unknown> };
  /** Costs nothing. */
  free?: boolean;
}

export interface Route {
  /** What a fine-grained token must have; nothing for what everybody may. */
  needs?: Permissions;
  /** What the person must be to the repository: `read` unless the method writes. */
  access?: 'read' | 'triage' | 'write' | 'admin';
  /** Names of the query that are understood; given for lists, where one that is not would be answered wrongly. */
  query?: readonly string[];
  run: (request: RestRequest) => RestAnswer;
}

/** Routes by `METHOD path`, where `:name` stands for one part and `*name` for the rest. */
export type Routes = Record<string, Route>;

interface Pattern extends Route {
  method: string;
  parts: string[];
  name: string;
}

/** The table as patterns, those with fewer variables first. */
export function patternsOf(routes: Routes): Pattern[] {
  const variables = ({ parts }: Pattern): number =>
    parts.filter(part => /^[:*]/.test(part)).length + (parts.at(-1)?.startsWith('*') ? 100 : 0);
  return Object.entries(routes)
    .map(([name, route]) => {
      const [method = '', path = ''] = name.split(' ');
      return { ...route, method, parts: path.split('/'), name };
    })
    .sort((a, b) => variables(a) - variables(b));
}

function matchPath(parts: string[], path: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    if (part.startsWith('*')) {
      params[part.slice(1)] = path.slice(at).map(decodeURIComponent).join('/');
      return params;
    }
    const given = path[at];
    if (given === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given);
    else if (part !== given) return undefined;
  }
  return parts.length === path.length ? params : undefined;
}

export function findRoute(
  patterns: Pattern[],
  method: string,
  path: string,
): { route: Pattern; params: Record<string, string> } | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const parts = path.split('/');
  for (const route of patterns) {
    if (route.method !== wanted) continue;
    const params = matchPath(route.parts, parts);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

const everywhere = ['page', 'per_page'];

/** Refuses a filter that the route does not know. */
export function checkQuery({ query: known, name }: Pattern, { query }: RestRequest): void {
  if (known === undefined) return;
  const unknown = [...query.keys()].find(key => !known.includes(key) && !everywhere.includes(key));
  if (unknown !== undefined) throw new NotModelled(`query ${unknown}= of ${name}`);
}

const ranks = ['read', 'triage', 'write', 'maintain', 'admin'];

/** Refuses what the token or the person may not do; GitHub hides private things as not found. */
export function checkAccess(route: Pattern, request: RestRequest): void {
  const { params, state, viewer, token } = request;
  const reads = route.method === 'GET';
  const needs = route.needs ?? {};
  const lacking = (): Refusal =>
    new Refusal(403, 'Resource not accessible by personal access token', {
      headers: {
        'x-accepted-github-permissions': Object.entries(needs)
          .map(([name, level]) => `${name}=${level}`)
          .join('; '),
      },
    });
  if (viewer === undefined && !reads) throw new Refusal(403, 'Requires authentication');
  if (params.owner === undefined || params.repo === undefined) {
    if (!permits(token, needs)) throw lacking();
    return;
  }
  const repository = state.repository(params.owner, params.repo);
  const has = repository && permissionOf(viewer, repository);
  if (repository === undefined || has === undefined) throw notFound();
  if (repository.visibility !== 'PUBLIC' && token?.state === 'pending') throw notFound();
  demandSso(repository, token);
  const isPublicRead = reads && repository.visibility === 'PUBLIC';
  if (!isPublicRead && !permits(token, needs)) throw lacking();
  if (!reads && token?.state === 'pending') throw lacking();
  const least = route.access ?? (reads ? 'read' : 'write');
  if (ranks.indexOf(has) < ranks.indexOf(least))
    throw least === 'admin' ? new Refusal(403, 'Must have admin rights to Repository.') : notFound();
  if (!reads && repository.isArchived && route.name !== 'PATCH repos/:owner/:repo')
    throw new Refusal(403, 'Repository was archived so is read-only.');
}

function demandSso(repository: Repository, token: Token | undefined): void {
  const { login } = repository.owner;
  if (!token?.needsSso?.includes(login)) return;
  throw new Refusal(
    403,
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    {
      headers: { 'x-github-sso': `required; url=https://github.com/orgs/${login}/sso?authorization_request=A1B2C3` },
    },
  );
}

/** The repository in the path, which `checkAccess` has found visible. */
export function repositoryOf({ state, params }: RestRequest): Repository {
  const repository = state.repository(params.owner ?? '', params.repo ?? '');
  if (repository === undefined) throw notFound();
  return repository;
}

export function viewerOf({ viewer }: RestRequest): User {
  if (viewer === undefined) throw new Refusal(403, 'Requires authentication');
  return viewer;
}

/** Finds, or answers 404. */
export function one<T>(thing: T | undefined | null): T {
  if (thing === undefined || thing === null) throw notFound();
  return thing;
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** One page of a list, with `Link` to the others. */
export function page(answer: RestAnswer, path: string, { query, origin }: RestRequest): RestAnswer {
  if (answer.list === undefined) return answer;
  const { items, render, key, wrap } = answer.list;
  const size = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 30) || 30));
  const at = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const shown = items.slice((at - 1) * size, at * size).map(item => render(item as never));
  const to = (number: number, rel: string): string => {
    const copy = new URLSearchParams(query);
    copy.set('page', `${number}`);
    return `<${origin}/${path}?${copy}>; rel="${rel}"`;
  };
  const links = [
    ...(at > 1 ? [to(at - 1, 'prev')] : []),
    ...(at < last ? [to(at + 1, 'next'), to(last, 'last')] : []),
    ...(at > 1 ? [to(1, 'first')] : []),
  ];
  return {
    ...answer,
    json: key === undefined ? shown : { total_count: items.length, ...wrap, [key]: shown },
    headers: { ...answer.headers, ...(links.length > 0 && { link: links.join(', ') }) },
  };
}
