import type { GitHubClient } from './client.ts';
import { readRates } from './rates.ts';
import type { GitHubPlace } from './remotes.ts';

/** When the budgets of the token for an owner on a host that are used up are full again: a question that costs nothing. */
export async function resetTimeOf(client: Pick<GitHubClient, 'get'>, place: GitHubPlace): Promise<number | undefined> {
  const found = await readRates(client, place);
  const times = found.ok ? found.rates.filter(({ remaining }) => remaining === 0).map(({ resetAt }) => resetAt) : [];
  return times.length === 0 ? undefined : Math.max(...times);
}
