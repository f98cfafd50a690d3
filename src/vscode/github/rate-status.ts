import type { Disposable } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { Rate } from '../../core/github/client.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { RateItem } from './rate-item.ts';

/** Below it the status bar says how many requests are left. */
export const FEW = 500;
/** Small buckets are full again in a minute: nobody has to know. */
const LARGE = 1000;

/** Shows in the status bar how many requests are left, of the bucket with the fewest, when they are few. */
export function createRateStatus({
  gitHubRates,
  reportErrorIn,
}: Pick<Core, 'gitHubRates' | 'reportErrorIn'>): Disposable {
  let item: RateItem | undefined;
  let least: Rate | undefined;
  const load = loadOnce(async () => {
    const { createRateItem } = await import('./rate-item.ts');
    item = createRateItem();
    return item;
  });
  const stop = gitHubRates.listen(rates => {
    const few = rates.filter(
      ({ limit, remaining, resetAt }) => limit >= LARGE && remaining < FEW && resetAt > Date.now(),
    );
    [least] = few.toSorted((one, other) => one.remaining - other.remaining);
    // While there is enough nothing is loaded.
    if (item === undefined && least === undefined) return;
    load()
      .then(loaded => loaded.show(least))
      .catch(reportErrorIn('The rate limit of GitHub'));
  });
  return {
    dispose() {
      stop();
      item?.dispose();
    },
  };
}
