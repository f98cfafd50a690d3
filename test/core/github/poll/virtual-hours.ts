import type { Bucket, GitHubAnswer } from '../../../../src/core/github/client.ts';
import { type Check, dueNow } from '../../../../src/core/github/poll/due.ts';
import {
  type ActivePanel,
  bucketOf,
  type Chance,
  checked,
  type PollState,
  START,
  told,
} from '../../../../src/core/github/poll/poll-state.ts';

export const NOON = Date.UTC(2026, 2, 2, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export interface World {
  readonly panels: (now: number) => readonly ActivePanel[];
  readonly answer: (check: Check, now: number) => GitHubAnswer;
  /** Whether a run that was told succeeds; it takes no time. */
  readonly runs?: (panel: ActivePanel, now: number) => boolean;
  readonly changedAt?: (now: number) => number;
  readonly chance?: Chance;
}

/** One thing the poller did: a question or a run, and what it counted. */
export interface Event {
  readonly kind: 'check' | 'rerun';
  readonly name: string;
  readonly at: number;
  readonly counted: readonly (readonly [Bucket, number])[];
}

/** Polls for some virtual time and tells what was done. */
export function poll(
  world: World,
  hours: number,
  from = NOON,
  begin: PollState = START,
): { events: Event[]; state: PollState } {
  const { panels, answer, runs = () => true, changedAt = () => 0, chance = () => 0.5 } = world;
  const events: Event[] = [];
  const ran = new Map<string, Pick<ActivePanel, 'ranAt' | 'triedAt' | 'failures'>>();
  let state = begin;
  for (let now = from, rounds = 0; now <= from + hours * HOUR; rounds += 1) {
    if (rounds > 100_000) throw new Error('It goes round and round.');
    const all = panels(now).map(panel => ({ ...panel, ...ran.get(panel.key) }));
    const { check, reruns, nextAt } = dueNow(state, all, now, changedAt(now));
    if (check) {
      const said = answer(check, now);
      const isFree = said.kind === 'unchanged' || (said.kind === 'failed' && said.failure.code === 'offline');
      events.push({ kind: 'check', name: check.path, at: now, counted: isFree ? [] : [[bucketOf(check.path), 1]] });
      state = checked(state, check.path, said, now, chance);
    }
    state = told(state, reruns, all, now, chance);
    for (const panel of reruns) {
      events.push({
        kind: 'rerun',
        name: panel.key,
        at: now,
        counted: Object.entries(panel.cost).map(([b, n = 0]) => [b, n]),
      });
      const ok = runs(panel, now);
      const { ranAt } = ran.get(panel.key) ?? panel;
      const failures = ok ? 0 : (ran.get(panel.key)?.failures ?? 0) + 1;
      ran.set(panel.key, { ranAt: ok ? now : ranAt, triedAt: now, failures });
    }
    if (check || reruns.length > 0) continue;
    // A window tells of a panel that opens meanwhile; here somebody looks once a minute.
    now = Math.max(now + 1, Math.min(nextAt, now + MINUTE));
  }
  return { events, state };
}

/** The most that counted in any hour, of each bucket. */
export function mostAnHour(events: readonly Event[]): Record<string, number> {
  const most: Record<string, number> = {};
  const counted = events.flatMap(({ at, counted: costs }) =>
    costs.map(([bucket, requests]) => ({ at, bucket, requests })),
  );
  for (const { at, bucket } of counted) {
    const hour = counted.filter(each => each.bucket === bucket && each.at >= at && each.at < at + HOUR);
    most[bucket] = Math.max(
      most[bucket] ?? 0,
      hour.reduce((sum, { requests }) => sum + requests, 0),
    );
  }
  return most;
}

/** The shortest time between two of the same kind and name; Infinity where nothing came twice. */
export function closest(events: readonly Event[], kind: Event['kind']): number {
  const last = new Map<string, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const event of events.filter(each => each.kind === kind)) {
    least = Math.min(least, event.at - (last.get(event.name) ?? Number.NEGATIVE_INFINITY));
    last.set(event.name, event.at);
  }
  return least;
}

export const panel = (
  key: string,
  paths: readonly string[] | undefined,
  more: Partial<ActivePanel> = {},
): ActivePanel => ({
  key,
  paths,
  cost: { graphql: 1 },
  ranAt: NOON,
  triedAt: NOON,
  failures: 0,
  ...more,
});

export const changed = (etag: string | undefined, more: Partial<GitHubAnswer> = {}): GitHubAnswer =>
  ({ kind: 'changed', data: {}, etag, rate: undefined, pollIntervalMs: undefined, ...more }) as GitHubAnswer;

export const unchanged = (more: Partial<GitHubAnswer> = {}): GitHubAnswer =>
  ({ kind: 'unchanged', rate: undefined, pollIntervalMs: undefined, ...more }) as GitHubAnswer;

/** A GitHub on which each path has a tag at a time. */
export const tagged =
  (tagOf: (path: string, now: number) => string) =>
  ({ path, etag }: Check, now: number): GitHubAnswer =>
    etag === tagOf(path, now) ? unchanged() : changed(tagOf(path, now));
