import type { GitHubClient } from './client.ts';
import { readRates } from './rates.ts';

/** When the budgets of a host that are used up are full again: a question that costs nothing. */
export async function resetTimeOf(client: Pick<GitHubClient, 'get'>, host: string): Promise<number | undefined> {
  const found = await readRates(client, host);
  const times = found.ok ? found.rates.filter(({ remaining }) => remaining === 0).map(({ resetAt }) => resetAt) : [];
  return times.length === 0 ? undefined : Math.max(...times);
}
