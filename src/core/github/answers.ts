import type { Rate } from './client.ts';
import type { GitHubFailure } from './failure.ts';
import { type FailureDetails, gitHubFailure } from './failure-text.ts';
import type { HttpAnswer } from './octokit.ts';
import type { TokenFacts } from './tokens/token.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What an answer is read with. */
export interface AnswerContext {
  readonly token: TokenFacts;
  /** What was asked for, as a failure names it. */
  readonly what: string;
  readonly now: number;
}

const header = ({ headers }: HttpAnswer, name: string): string | undefined => {
  const value = headers[name];
  return value === undefined ? undefined : `${value}`;
};

const numberIn = (answer: HttpAnswer, name: string): number | undefined => {
  const text = header(answer, name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
};

/** The budget as the headers tell it; undefined when they tell of none. */
export function rateOf(answer: HttpAnswer, now: number): Rate | undefined {
  const bucket = header(answer, 'x-ratelimit-resource');
  const limit = numberIn(answer, 'x-ratelimit-limit');
  const remaining = numberIn(answer, 'x-ratelimit-remaining');
  const resetAt = resetIn(answer, now);
  if (bucket === undefined || limit === undefined || remaining === undefined || resetAt === undefined) return undefined;
  return { bucket, limit, remaining, resetAt };
}

/** By GitHub's own clock, for this machine's may be wrong. No window is longer than an hour. */
function resetIn(answer: HttpAnswer, now: number): number | undefined {
  const reset = numberIn(answer, 'x-ratelimit-reset');
  if (reset === undefined) return undefined;
  const there = Date.parse(header(answer, 'date') ?? '');
  const left = reset * 1000 - (Number.isNaN(there) ? now : there);
  return now + Math.min(Math.max(left, 0), HOUR);
}

export const pollIntervalOf = (answer: HttpAnswer): number | undefined => {
  const seconds = numberIn(answer, 'x-poll-interval');
  return seconds === undefined ? undefined : seconds * 1000;
};

export const etagOf = (answer: HttpAnswer): string | undefined => header(answer, 'etag');

const isJson = (answer: HttpAnswer): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/.test(header(answer, 'content-type') ?? '');

/** A proxy or a sign-in page on the way answers too, and may not be believed what it says of a token. */
const isFromGitHub = (answer: HttpAnswer): boolean => header(answer, 'x-github-request-id') !== undefined;

/** Why an answer is none to go by; undefined for a good one. */
export function failureOfRest(answer: HttpAnswer, context: AnswerContext): GitHubFailure | undefined {
  const { status } = answer;
  if (status === 304 || status === 204 || (status >= 200 && status < 300 && isJson(answer))) return undefined;
  const details = detailsOf(answer, context);
  if (status >= 500) return gitHubFailure('server-error', details);
  if (!isFromGitHub(answer)) return gitHubFailure('wrong-host', details);
  return limitOf(answer, context, said(answer)) ?? gitHubFailure(codeOf(answer, context), details);
}

function codeOf(answer: HttpAnswer, { token }: AnswerContext): GitHubFailure['code'] {
  switch (answer.status) {
    case 401:
      return isPending(answer, token) ? 'pending-token' : 'bad-token';
    case 403:
      if (ssoAddress(answer) !== undefined) return 'sso-required';
      return isPending(answer, token) ? 'pending-token' : 'missing-permission';
    case 404:
    case 410:
      return 'not-found';
    default:
      return answer.status < 400 ? 'wrong-host' : 'refused';
  }
}

/** Primary and secondary limits, by REST as by GraphQL, which puts them into an answer that looks good. */
function limitOf(
  answer: HttpAnswer,
  { token: { host }, now }: AnswerContext,
  message: string,
): GitHubFailure | undefined {
  if (answer.status !== 200 && answer.status !== 403 && answer.status !== 429) return undefined;
  const retryAfter = numberIn(answer, 'retry-after');
  if (retryAfter !== undefined || /secondary rate/i.test(message))
    return gitHubFailure('secondary-limit', { host, retryAt: now + (retryAfter ?? 60) * 1000 });
  if (answer.status !== 200 && numberIn(answer, 'x-ratelimit-remaining') === 0)
    return gitHubFailure('rate-limited', { host, retryAt: resetIn(answer, now) ?? now + HOUR });
  return answer.status === 429 ? gitHubFailure('secondary-limit', { host, retryAt: now + MINUTE }) : undefined;
}

/** Waiting for an owner's approval: GitHub says so, or refuses without naming a permission that would help. */
function isPending(answer: HttpAnswer, { kind }: TokenFacts): boolean {
  if (kind !== 'fine-grained') return false;
  if (/\bpending\b|\bapprov/i.test(said(answer))) return true;
  return answer.status === 403 && /^(?:metadata=read)?$/.test(header(answer, 'x-accepted-github-permissions') ?? '-');
}

const ssoAddress = (answer: HttpAnswer): string | undefined => {
  const [, address] = /^required; url=(\S+)$/.exec(header(answer, 'x-github-sso') ?? '') ?? [];
  return address;
};

function said({ data }: HttpAnswer): string {
  const message = (data as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : '';
}

function detailsOf(answer: HttpAnswer, { token, what }: AnswerContext): FailureDetails {
  return {
    ...{ host: token.host, source: token.source, last4: token.last4 },
    what,
    status: answer.status,
    said: said(answer),
    permission:
      header(answer, 'x-accepted-github-permissions') || header(answer, 'x-accepted-oauth-scopes') || undefined,
    url: ssoAddress(answer),
  };
}

interface GraphqlError {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly extensions?: { readonly saml_failure?: unknown };
}

/** The same for GraphQL, whose refusals come with a 200. */
export function failureOfQuery(answer: HttpAnswer, context: AnswerContext): GitHubFailure | undefined {
  const failure = failureOfRest(answer, context);
  if (failure !== undefined) return failure;
  const { errors } = answer.data as { errors?: readonly GraphqlError[] };
  const [first] = errors ?? [];
  if (first === undefined) return undefined;
  const message = typeof first.message === 'string' ? first.message : '';
  const details = { ...detailsOf(answer, context), said: message };
  if (first.type === 'RATE_LIMITED') {
    const retryAt = resetIn(answer, context.now) ?? context.now + HOUR;
    return gitHubFailure('rate-limited', { ...details, retryAt });
  }
  const limit = limitOf(answer, context, message);
  if (limit !== undefined) return limit;
  if (first.extensions?.saml_failure === true) return gitHubFailure('sso-required', details);
  return gitHubFailure(QUERY_CODES[`${first.type}`] ?? 'refused', details);
}

const QUERY_CODES: Readonly<Record<string, GitHubFailure['code']>> = {
  FORBIDDEN: 'missing-permission',
  INSUFFICIENT_SCOPES: 'missing-permission',
  NOT_FOUND: 'not-found',
};
