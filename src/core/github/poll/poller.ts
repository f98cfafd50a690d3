import type { GitHubClient } from '../client.ts';
import { readRates } from '../rates.ts';
import { withRate } from './budget.ts';
import { dueNow } from './due.ts';
import type { PollFiles } from './poll-files.ts';
import {
  type ActivePanel,
  type Chance,
  checked,
  forgetting,
  type PollState,
  START,
  takenOver,
  told,
  type Written,
} from './poll-state.ts';

export interface PollerOptions {
  readonly host: string;
  /** An owner whose token it asks with. */
  readonly owner?: () => string | undefined;
  readonly client: Pick<GitHubClient, 'get'>;
  readonly files: Pick<PollFiles, 'readPolled' | 'readWindows' | 'writePolled'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly chance: Chance;
  /** Hears what the other windows will read. */
  readonly written: (found: Written) => void;
}

/** The one that asks GitHub for the panels of all windows. What it keeps in memory outlasts its turns. */
export interface Poller {
  /** Begins a turn with what the poller before it knew. */
  takeOver(): Promise<void>;
  /** Asks and tells what is due; gives the time of the next round, Infinity when no panel is active in any window. */
  round(signal: AbortSignal): Promise<number>;
}

/** What is known of a budget that only gh spends is asked for again after so long, and before something is run. */
const RATES_MS = 60_000;
/** Who takes over need not know to the second when something was asked. */
const WRITE_MS = 30_000;

export function createPoller({
  host,
  owner = () => undefined,
  client,
  files,
  now,
  chance,
  written,
}: PollerOptions): Poller {
  let state = START;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let ratesAt = Number.NEGATIVE_INFINITY;

  const write = async () => {
    writtenAt = now();
    written(await files.writePolled(state));
  };

  /** GitHub tells of the budgets of gh's own requests only when it is asked. */
  const askRates = async (signal: AbortSignal): Promise<void> => {
    ratesAt = now();
    const found = await readRates(client, { host, owner: owner() }, signal);
    if (found.ok) state = { ...state, budget: found.rates.reduce(withRate, state.budget) };
  };

  const tell = async (reruns: readonly ActivePanel[], panels: readonly ActivePanel[], signal: AbortSignal) => {
    if (now() - ratesAt >= RATES_MS) return askRates(signal);
    state = told(state, reruns, panels, now(), chance);
    await write();
  };

  return {
    async takeOver() {
      const found = await files.readPolled();
      if (found !== undefined) state = takenOver(state, found, now());
    },
    async round(signal) {
      while (!signal.aborted) {
        const { panels, changedAt } = await files.readWindows();
        state = forgetting(state, panels);
        const { check, reruns, nextAt } = dueNow(state, panels, now(), changedAt);
        if (reruns.length > 0) await tell(reruns, panels, signal);
        else if (check) {
          const { path, etag } = check;
          const before = state;
          const answer = await client.get(host, path, { etag, owner: owner(), signal });
          if (signal.aborted) break;
          state = checked(state, path, answer, now(), chance);
          if (isNews(before, state, path) || now() - writtenAt >= WRITE_MS) await write();
        } else return nextAt;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

/** Whether another window has to know: something has changed, was paid for, or is not to be asked for now. */
function isNews(before: PollState, after: PollState, path: string): boolean {
  const low = (state: PollState) => state.budget.rates.map(({ remaining }) => Math.min(remaining, 500)).join();
  return (
    before.budget.spent !== after.budget.spent ||
    before.budget.waitUntil !== after.budget.waitUntil ||
    before.paths.get(path)?.version !== after.paths.get(path)?.version ||
    low(before) !== low(after)
  );
}
