import * as z from 'zod/mini';
import type { GitHubClient, Rate } from './client.ts';
import type { GitHubFailure } from './failure.ts';
import { gitHubFailure } from './failure-text.ts';
import type { GitHubPlace } from './remotes.ts';

const budgets = z.object({
  resources: z.record(z.string(), z.object({ limit: z.number(), remaining: z.number(), reset: z.number() })),
});

export type Rates =
  | { readonly ok: true; readonly rates: readonly Rate[] }
  | { readonly ok: false; readonly failure: GitHubFailure };

/** All budgets of the token in use for an owner on a host: a question that costs nothing. */
export async function readRates(
  client: Pick<GitHubClient, 'get'>,
  { host, owner }: GitHubPlace,
  signal?: AbortSignal,
): Promise<Rates> {
  const answer = await client.get(host, 'rate_limit', { owner, signal });
  if (answer.kind === 'failed') return { ok: false, failure: answer.failure };
  const found = answer.kind === 'changed' ? budgets.safeParse(answer.data).data : undefined;
  if (found === undefined) return { ok: false, failure: gitHubFailure('server-error', { host }) };
  const rates = Object.entries(found.resources).map(([bucket, { limit, remaining, reset }]) => {
    return { bucket, limit, remaining, resetAt: reset * 1000 };
  });
  return { ok: true, rates };
}
