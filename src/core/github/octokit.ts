import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import type { TokenInUse } from './tokens/tokens.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Whatever came back, a 304 and a failure like anything else. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

const Client = Octokit.plugin(throttling, retry);

const nothing = () => {};
/** Octokit would take a 304 for an error worth a line on the console. */
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A second is kept between two writes; a query is none. */
const unhurried = { key: () => ({ schedule: (_options: unknown, job: () => Promise<void>) => job() }) };

/** Once more after a second: a poller comes again in a minute anyway. No refusal is sent again, nor what a server cannot do. */
const RETRY = { retries: 1, doNotRetry: [...Array.from({ length: 100 }, (_, at) => 400 + at), 501] };

/**
 * Sends a request by Octokit; undefined when no answer came, be it for the network or the signal.
 * The client is made anew each time (a tenth of a millisecond), so that nothing keeps a token.
 */
export async function requestByOctokit(
  { secret, fingerprint }: Pick<TokenInUse, 'secret' | 'fingerprint'>,
  { method, url, headers = {}, body = {} }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer | undefined> {
  const octokit = new Client({
    auth: secret,
    userAgent: 'sluice',
    log,
    retry: RETRY,
    // Requests queue by token. A limit that was met comes back as data: whoever asks knows when to ask again.
    throttle: {
      id: fingerprint,
      write: unhurried as never,
      onRateLimit: nothing,
      onSecondaryRateLimit: nothing,
    },
  });
  const answer = octokit
    .request({
      method,
      url,
      headers: { ...headers, 'x-github-api-version': '2022-11-28' },
      ...body,
      request: { signal, redirect: 'manual', log },
    })
    .catch(answerOfError);
  // Octokit would let it wait in its queue.
  return Promise.race([answer, aborted(signal)]);
}

function answerOfError(error: unknown): HttpAnswer | undefined {
  const { name, status, response } = error as { name?: string; status?: number; response?: HttpAnswer };
  if (response !== undefined) return { ...response, status: status ?? response.status };
  if (name === 'HttpError' || name === 'AbortError' || name === 'TimeoutError') return undefined;
  throw error;
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
