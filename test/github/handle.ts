import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from './clock.ts';
import { etagOf, matches } from './etag.ts';
import type { Fault, Faults } from './faults.ts';
import { answer, type GraphQLRequest, parseRequest } from './graphql/execute.ts';
import { type Bucket, buckets, limitHeaders, type RateLimit } from './rate-limit.ts';
import { NotModelled, Refusal } from './refusal.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { signed } from './rest/actions.ts';
import {
  checkAccess,
  checkQuery,
  findRoute,
  page,
  patternsOf,
  type RestAnswer,
  type RestRequest,
} from './rest/router.ts';
import { routes } from './rest/routes.ts';
import type { GitHubState } from './state/state.ts';
import { type Token, type Tokens, tokenIn } from './tokens.ts';

export interface Asked {
  method: string;
  host: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  origin: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: Buffer;
  /** Milliseconds to wait before it is sent. */
  wait?: number;
  /** The connection ends without an answer. */
  drop?: boolean;
}

interface GitHub {
  state: GitHubState;
  clock: Clock;
  tokens: Tokens;
  faults: Faults;
  log: RequestLog;
  rateLimit: RateLimit;
  concurrent: number;
}

const patterns = patternsOf(routes);
const signedPatterns = patternsOf(signed);
const documentation = 'https://docs.github.com/rest';

/** Answers a request and writes it into the log. */
export async function handle(github: GitHub, asked: Asked): Promise<Reply> {
  const value = tokenIn(asked.headers.authorization);
  const logged: LoggedRequest = {
    method: asked.method,
    path: asked.query.size > 0 ? `${asked.path}?${asked.query}` : asked.path,
    host: asked.host,
    token: value?.slice(-4),
    status: 0,
    bucket: undefined,
    cost: 0,
    missing: [],
  };
  const graphql = asked.path === 'graphql' ? readGraphQL(asked) : undefined;
  if (graphql && 'operation' in graphql.parsed) logged.operation = graphql.parsed.operation;
  github.log.add(logged);
  const faults = github.faults.take(logged);
  const wait = faults.reduce((sum, fault) => sum + (fault.kind === 'latency' ? fault.milliseconds : 0), 0);
  const fault = faults.map(faulty).find(one => one !== undefined);
  const reply = fault ?? (await answerTo(github, asked, value, logged, graphql));
  logged.status = reply.drop ? 0 : reply.status;
  return wait > 0 ? { ...reply, wait } : reply;
}

/** The answer of a GitHub with nothing wrong with it. */
async function answerTo(
  github: GitHub,
  asked: Asked,
  value: string | undefined,
  logged: LoggedRequest,
  graphql: ReturnType<typeof readGraphQL> | undefined,
): Promise<Reply> {
  if (asked.path.startsWith('_signed/')) return rest(github, asked, undefined, logged, signedPatterns);
  const token = value === undefined ? undefined : github.tokens.find(value);
  if (value !== undefined && (token === undefined || token.state === 'revoked')) return problem(401, 'Bad credentials');
  if (graphql === undefined) return rest(github, asked, token, logged, patterns);
  if (token === undefined) return problem(401, 'This endpoint requires you to be authenticated.');
  const { request, parsed } = graphql;
  if ('errors' in parsed) return json(200, parsed);
  const limits = limited(github, token, 'graphql', parsed.operation.type === 'mutation' ? 5 : 1);
  return limits ?? queryGraphQL(github, token, request, parsed, logged);
}

/** The answer a fault gives, unless it only waits. */
function faulty(fault: Fault): Reply | undefined {
  if (fault.kind === 'drop') return { status: 0, headers: {}, drop: true };
  if (fault.kind === 'status')
    return problem(fault.status, fault.status === 502 ? 'Server Error' : 'Something went wrong');
  if (fault.kind === 'secondary') return secondary(fault.status ?? 403, fault.retryAfter ?? 60);
  return undefined;
}

const secondary = (status: number, retryAfter: number): Reply =>
  problem(status, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', {
    'retry-after': `${retryAfter}`,
  });

/** Secondary limits: too many at once, or too many points in a minute. */
function limited(github: GitHub, token: Token | undefined, api: 'rest' | 'graphql', points: number): Reply | undefined {
  const { rateLimit, concurrent } = github;
  if (concurrent > rateLimit.limits.secondary.concurrent) return secondary(403, 60);
  return rateLimit.spendPoints(token?.value, api, points)
    ? undefined
    : secondary(403, rateLimit.minuteEnds(token?.value, api));
}

const bucketOf = (path: string): Bucket =>
  path === 'search/code' ? 'code_search' : path.startsWith('search/') ? 'search' : 'core';

function rest(
  github: GitHub,
  asked: Asked,
  token: Token | undefined,
  logged: LoggedRequest,
  table: typeof patterns,
): Reply {
  const { state, rateLimit } = github;
  const bucket = bucketOf(asked.path);
  const reads = asked.method === 'GET' || asked.method === 'HEAD';
  const found = findRoute(table, asked.method, asked.path);
  if (found === undefined) {
    logged.missing.push(`${asked.method} ${asked.path}`);
    return problem(501, `The local GitHub has no ${asked.method} ${asked.path}.`);
  }
  const isFree = asked.path === 'rate_limit' || table === signedPatterns;
  if (!isFree) {
    const limits = limited(github, token, 'rest', reads ? 1 : 5);
    if (limits !== undefined) return limits;
    logged.bucket = bucket;
    if (rateLimit.standing(token?.value, bucket).remaining <= 0)
      return problem(
        403,
        `API rate limit exceeded for ${token === undefined ? '127.0.0.1' : `user ID ${state.user(token.login)?.databaseId}`}.`,
        headersOf(github, token, bucket),
      );
  }
  const count = (): Record<string, string> => {
    if (isFree) return {};
    logged.cost = 1;
    rateLimit.count(token?.value, bucket, 1);
    return headersOf(github, token, bucket);
  };
  try {
    const request = restRequest(github, asked, token, found.params);
    checkAccess(found.route, request);
    checkQuery(found.route, request);
    const reply = render(page(found.route.run(request), asked.path, request));
    if (!reads || reply.status !== 200) return { ...reply, headers: { ...count(), ...reply.headers } };
    const etag = etagOf(reply.body ?? Buffer.alloc(0), token?.value);
    const conditional = {
      etag,
      'cache-control': 'private, max-age=60, s-maxage=60',
      vary: 'Accept, Authorization, Cookie, X-GitHub-OTP',
    };
    // A 304 is free only for who has a token.
    if (matches(asked.headers['if-none-match'], etag)) {
      const limits = token === undefined ? count() : headersOf(github, token, bucket);
      return { status: 304, headers: { ...limits, ...conditional, ...pollInterval(reply.headers) } };
    }
    return { ...reply, headers: { ...count(), ...conditional, ...reply.headers } };
  } catch (error) {
    if (error instanceof NotModelled) {
      logged.missing.push(error.what);
      return problem(501, error.message);
    }
    if (!(error instanceof Refusal)) throw error;
    return problem(error.status, error.message, { ...count(), ...error.details.headers }, error.details.errors);
  }
}

const pollInterval = (headers: Record<string, string>): Record<string, string> =>
  headers['x-poll-interval'] ? { 'x-poll-interval': headers['x-poll-interval'] } : {};

function restRequest(
  github: GitHub,
  asked: Asked,
  token: Token | undefined,
  params: Record<string, string>,
): RestRequest {
  const { state, rateLimit } = github;
  const isJson =
    asked.raw.length > 0 &&
    !/octet-stream|zip/.test(asked.headers['content-type'] ?? '') &&
    !params.asset &&
    !asked.query.has('name');
  return {
    state,
    viewer: token === undefined ? undefined : state.user(token.login),
    token,
    params,
    query: asked.query,
    body: isJson ? readJson(asked.raw) : {},
    raw: asked.raw,
    accept: `${asked.headers.accept ?? ''}`,
    origin: asked.origin,
    rateLimits: () => {
      const resources = Object.fromEntries(buckets.map(bucket => [bucket, rateLimit.standing(token?.value, bucket)]));
      // Newer versions of the API leave `rate` out.
      const version = `${asked.headers['x-github-api-version'] ?? '2022-11-28'}`;
      return version > '2022-11-28' ? { resources } : { resources, rate: resources.core };
    },
  };
}

function readJson(raw: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(raw.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
}

/** A body that is no JSON is a query that does not parse. */
function readGraphQL({ raw }: Asked): { request: GraphQLRequest; parsed: ReturnType<typeof parseRequest> } {
  let request: GraphQLRequest = { query: '' };
  try {
    request = { ...request, ...(JSON.parse(raw.toString()) as GraphQLRequest) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { request, parsed: parseRequest(request) };
}

async function queryGraphQL(
  github: GitHub,
  token: Token,
  request: GraphQLRequest,
  parsed: Exclude<ReturnType<typeof parseRequest>, { errors: unknown[] }>,
  logged: LoggedRequest,
): Promise<Reply> {
  const { state, rateLimit } = github;
  const viewer = state.user(token.login);
  if (viewer === undefined) throw new Error(`The token of '${token.login}' belongs to nobody.`);
  logged.bucket = 'graphql';
  if (rateLimit.standing(token.value, 'graphql').remaining <= 0) {
    const errors = [{ type: 'RATE_LIMITED', message: `API rate limit exceeded for user ID ${viewer.databaseId}.` }];
    return json(200, { errors }, headersOf(github, token, 'graphql'));
  }
  logged.cost = parsed.cost;
  rateLimit.count(token.value, 'graphql', parsed.cost);
  const standing = () => {
    const { limit, remaining, used, reset } = rateLimit.standing(token.value, 'graphql');
    return { limit, remaining, used, resetAt: new Date(reset * 1000).toISOString(), cost: parsed.cost, nodeCount: 0 };
  };
  const body = await answer(parsed, request, { state, viewer, token, missing: logged.missing, rateLimit: standing });
  return json(200, body, headersOf(github, token, 'graphql'));
}

/** What goes with every answer to a known token. */
function headersOf({ rateLimit }: GitHub, token: Token | undefined, bucket: Bucket): Record<string, string> {
  return {
    ...limitHeaders(rateLimit.standing(token?.value, bucket)),
    ...(token?.scopes && { 'x-oauth-scopes': token.scopes.join(', '), 'x-accepted-oauth-scopes': '' }),
    ...(token?.expires && { 'github-authentication-token-expiration': token.expires }),
  };
}

function render({ status = 200, json: value, raw, type, headers = {} }: RestAnswer): Reply {
  if (raw !== undefined)
    return {
      status,
      headers: { 'content-type': type ?? 'text/plain; charset=utf-8', ...headers },
      body: Buffer.from(raw),
    };
  if (value === undefined) return { status, headers };
  return json(status, value, headers);
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  const body = Buffer.from(JSON.stringify(value));
  const id = createHash('sha256').update(body).digest('hex').slice(0, 16).toUpperCase();
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-github-media-type': 'github.v3; format=json',
      'x-github-request-id': id,
      ...headers,
    },
    body,
  };
}

const problem = (status: number, message: string, headers: Record<string, string> = {}, errors?: unknown[]): Reply =>
  json(status, { message, ...(errors && { errors }), documentation_url: documentation, status: `${status}` }, headers);
