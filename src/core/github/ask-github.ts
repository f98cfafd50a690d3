import { loadOnce } from '../../shared/load-once.ts';
import { type AnswerContext, rateOf } from './answers.ts';
import { type ApiAddress, apiAddressOf, redirectedTo } from './api-address.ts';
import type { Rate } from './client.ts';
import type { GitHubFailure } from './failure.ts';
import { gitHubFailure } from './failure-text.ts';
import type { HttpAnswer, HttpRequest } from './octokit.ts';
import type { TokenInUse, Tokens } from './tokens/tokens.ts';

export interface AskGitHubOptions {
  readonly tokens: Pick<Tokens, 'inUse' | 'accountOf' | 'judge'>;
  /** The local GitHub of a demo or a test, asked in place of every host. */
  readonly apiUrl?: string | undefined;
  readonly now?: (() => number) | undefined;
}

export interface Question {
  readonly host: string;
  /** The owner whom it is about: some have an account of their own. */
  readonly owner: string | undefined;
  /** How a failure names what was asked for. */
  readonly what: string;
  /** The request to the API of the host; undefined for what Sluice does not send. */
  readonly requestTo: (api: ApiAddress) => HttpRequest | undefined;
  readonly failureOf: (answer: HttpAnswer, context: AnswerContext) => GitHubFailure | undefined;
  readonly signal: AbortSignal | undefined;
  /** Long enough for a slow network and a second try, where it is left out. */
  readonly timeoutMs?: number;
}

export type Reply =
  | { readonly ok: true; readonly answer: HttpAnswer; readonly rate: Rate | undefined }
  | {
      readonly ok: false;
      readonly failure: GitHubFailure;
      readonly answer?: HttpAnswer;
      readonly rate: Rate | undefined;
    };

/** Sends one request with the token of its host and owner. It never throws. */
export type AskGitHub = (question: Question) => Promise<Reply>;

const TIMEOUT_MS = 30_000;
const REDIRECTS = new Set([301, 302, 307, 308]);
const MOST_REDIRECTS = 3;

/** The one way to GitHub, by Octokit. It asks only hosts there is a token for, and sends it nowhere else. */
export function createAskGitHub({ tokens, apiUrl, now = Date.now }: AskGitHubOptions): AskGitHub {
  const octokit = loadOnce(() => import('./octokit.ts'));

  /** Follows what has moved within the API, such as a renamed repository. */
  async function send(request: HttpRequest, api: ApiAddress, token: TokenInUse, until: AbortSignal) {
    const { requestByOctokit } = await octokit();
    let { url } = request;
    for (let hops = 0; ; hops += 1) {
      const answer = await requestByOctokit(token, { ...request, url }, until);
      if (answer === undefined || !REDIRECTS.has(answer.status) || hops === MOST_REDIRECTS) return answer;
      const next = redirectedTo(api.rest, url, `${answer.headers.location}`);
      if (next === undefined) return answer;
      url = next;
    }
  }

  function judge({ fingerprint, facts }: TokenInUse, failure: GitHubFailure | undefined): void {
    if (failure?.code === 'bad-token') tokens.judge(fingerprint, 'rejected');
    if (failure?.code === 'pending-token') tokens.judge(fingerprint, 'pending');
    // A pending one is let in where everybody is: that says nothing new of it.
    if (failure === undefined && facts.state === 'untried') tokens.judge(fingerprint, 'accepted');
  }

  return async function ask({
    host,
    owner,
    what,
    requestTo,
    failureOf,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: Question): Promise<Reply> {
    const api = apiAddressOf(host, apiUrl);
    if (api === undefined) return unasked(gitHubFailure('wrong-host', { host }));
    const request = requestTo(api);
    if (request === undefined)
      return unasked(gitHubFailure('refused', { host, said: `Sluice does not send '${what}'` }));
    const token = await tokens.inUse(host, owner);
    if (token === undefined)
      return unasked(gitHubFailure('no-token', { host, owner, account: tokens.accountOf(host, owner) }));
    const until = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const answer = await send(request, api, token, until);
    if (answer === undefined) return unasked(gitHubFailure('offline', { host }));
    const failure = failureOf(answer, { token: token.facts, what, now: now() });
    judge(token, failure);
    const rate = rateOf(answer, now());
    return failure === undefined ? { ok: true, answer, rate } : { ok: false, failure, answer, rate };
  };
}

const unasked = (failure: GitHubFailure): Reply => ({ ok: false, failure, rate: undefined });
