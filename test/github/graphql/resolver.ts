import type { GraphQLResolveInfo } from 'graphql';
import { NotModelled, Refusal } from '../refusal.ts';
import { permissionOf } from '../state/access.ts';
import type { GitHubState } from '../state/state.ts';
import type { Repository, Thing, User } from '../state/types.ts';
import { type Permissions, permits, type Token } from '../tokens.ts';

/** Who asks, and of what. */
export interface Context {
  state: GitHubState;
  viewer: User;
  token: Token;
  /** What was asked for and is not modelled, for the request log. */
  missing: string[];
  rateLimit: () => { limit: number; remaining: number; used: number; resetAt: string; cost: number };
}

/** Input of mutations: every name that any of them reads. */
export interface Input {
  [name: string]: unknown;
  id: string;
  repositoryId: string;
  issueId: string;
  pullRequestId: string;
  subjectId: string;
  labelableId: string;
  lockableId: string;
  threadId: string;
  projectId: string;
  contentId: string;
  itemId: string;
  refId: string;
  ownerId: string;
  title?: string;
  body?: string;
  name: string;
  oid: string;
  force?: boolean;
  labelIds?: string[];
  assigneeIds?: string[];
  milestoneId?: string | null;
  projectIds?: string[];
  userIds?: string[];
  teamIds?: string[];
  union?: boolean;
  draft?: boolean;
  baseRefName?: string;
  headRefName: string;
  maintainerCanModify?: boolean;
  stateReason?: string;
  state?: string;
  event?: string;
  lockReason?: string;
  mergeMethod?: 'MERGE' | 'SQUASH' | 'REBASE';
  commitHeadline?: string;
  commitBody?: string;
  expectedHeadOid?: string;
}

export interface Args {
  [name: string]: unknown;
  first?: number;
  last?: number;
  after?: string;
  before?: string;
  number: number;
  name: string;
  owner: string;
  login: string;
  slug: string;
  id: string;
  ids: string[];
  url: string;
  query?: string;
  type: string;
  states?: string[];
  labels?: string[];
  tagName: string;
  qualifiedName: string;
  expression: string;
  headRefName?: string;
  baseRefName?: string;
  orderBy?: { field: string; direction: 'ASC' | 'DESC' };
  filterBy?: {
    assignee?: string;
    createdBy?: string;
    mentioned?: string;
    milestone?: string;
    milestoneNumber?: string;
    labels?: string[];
    states?: string[];
  };
  input: Input;
}

export type Field<Source> = (source: Source, args: Args, context: Context) => unknown;
export type Fields<Source> = Record<string, Field<Source>>;
/** Resolvers by GraphQL type; what a table does not name is read from the thing itself. */
export type Tables = Record<string, Fields<never>>;

/** Resolves every field: by the table of its type, else from the thing, else loudly not at all. */
export function resolverOf(tables: Tables) {
  return (source: unknown, args: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    const { name } = info.parentType;
    const field = tables[name]?.[info.fieldName] as Field<unknown> | undefined;
    if (field !== undefined) return field(source, args as Args, context);
    if (typeof source === 'object' && source !== null && Object.hasOwn(source, info.fieldName))
      return (source as Record<string, unknown>)[info.fieldName];
    const missing = new NotModelled(`${name}.${info.fieldName}`);
    context.missing.push(missing.what);
    throw missing;
  };
}

/** A page of a list, as connections have it. */
export function connect<T>(
  items: readonly T[],
  args: Partial<Args>,
): { nodes: T[]; edges: { node: T; cursor: string }[]; totalCount: number; pageInfo: unknown } {
  const cursor = (at: number): string => Buffer.from(`cursor:${at + 1}`).toString('base64');
  const position = (text: string): number =>
    Number(/^cursor:(\d+)$/.exec(Buffer.from(text, 'base64').toString())?.[1] ?? Number.NaN);
  const after = args.after ? position(args.after) : 0;
  const before = args.before ? position(args.before) - 1 : items.length;
  if (Number.isNaN(after) || Number.isNaN(before))
    throw new Refusal(422, `\`${args.after ?? args.before}\` does not appear to be a valid cursor.`, {
      type: 'INVALID_CURSOR_ARGUMENTS',
    });
  let start = after;
  let end = before;
  if (args.first != null) end = Math.min(end, start + args.first);
  if (args.last != null) start = Math.max(start, end - args.last);
  const nodes = items.slice(start, end);
  return {
    nodes,
    edges: nodes.map((node, at) => ({ node, cursor: cursor(start + at) })),
    totalCount: items.length,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length > 0 ? cursor(start) : null,
      endCursor: nodes.length > 0 ? cursor(end - 1) : null,
    },
  };
}

/** Sorts by a time or name the way `orderBy` says. */
export function ordered<T extends Thing>(
  items: readonly T[],
  orderBy: Args['orderBy'],
  values: Record<string, (item: T) => string | number>,
): T[] {
  if (!orderBy) return [...items];
  const value = values[orderBy.field];
  if (value === undefined) throw new NotModelled(`order by ${orderBy.field}`);
  const sign = orderBy.direction === 'ASC' ? 1 : -1;
  // Things of the same second stay in the order they came.
  return [...items].sort((a, b) =>
    value(a) === value(b) ? sign * (a.databaseId - b.databaseId) : value(a) < value(b) ? -sign : sign,
  );
}

/** The repository if whoever asks may see it. */
export function visible(context: Context, repository: Repository | undefined): Repository | undefined {
  if (repository === undefined || permissionOf(context.viewer, repository) === undefined) return undefined;
  if (repository.visibility !== 'PUBLIC' && context.token.state === 'pending') return undefined;
  return repository;
}

/** Refuses a mutation that the token or the person has no right to. */
export function demand(context: Context, needs: Permissions): void {
  if (context.token.state === 'pending' || !permits(context.token, needs))
    throw new Refusal(403, 'Resource not accessible by personal access token');
}

/** The thing with that id and of one of those types. */
export function nodeOf<T extends Thing>(context: Context, id: string, ...types: T['__typename'][]): T {
  const thing = context.state.node(id);
  if (thing === undefined || !types.includes(thing.__typename))
    throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
  return thing as T;
}
