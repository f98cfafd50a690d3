import { type Budget, freeAt, opensAt, spend } from './budget.ts';
import { type ActivePanel, bucketOf, type Cost, FLOOR_MS, type PollState, UNMAPPED_FLOOR_MS } from './poll-state.ts';

/** A question to GitHub. */
export interface Check {
  readonly path: string;
  /** With it the answer is free as long as nothing has changed. */
  readonly etag: string | undefined;
}

export interface Due {
  /** One at a time, as GitHub wishes it. */
  readonly check: Check | undefined;
  readonly reruns: readonly ActivePanel[];
  /** When the next thing is due that is not among these; Infinity for never. */
  readonly nextAt: number;
}

/** Some fields move nothing that a question could see: whatever is looked at for so long is run again once. */
const CEILING_MS = 6 * 3600 * 1000;
/** A panel that ran so shortly before its first check shows what that check saw. */
const FIRST_CHECK_MS = 15_000;
/** No change of ours has a path asked about more often. */
const SOON_MS = 10_000;
const MOST_DOUBLINGS = 4;
/** What only churns is asked about every 43 minutes at last. */
const MOST_PUT_OFF = 5;
/** What nothing tells of is run every 8 minutes at last, as long as it prints the same. */
const MOST_PUT_OFF_RUNS = 2;

/**
 * What is to be asked and run now, as far as the hour's budget goes: free questions first, then what has waited longest.
 * `changedAt` is when somebody here last changed something on GitHub: older answers are not waited for any longer.
 */
export function dueNow(state: PollState, panels: readonly ActivePanel[], now: number, changedAt = 0): Due {
  const paths = [...new Set(panels.flatMap(({ paths = [] }) => paths))];
  const checks = paths.map((path): Wish<Check> => {
    const known = state.paths.get(path);
    const { etag, checkedAt = Number.NEGATIVE_INFINITY } = known ?? {};
    const dueAt = known === undefined ? 0 : checkedAt + (known.dueAt - checkedAt) * putOff(path, panels);
    const at = changedAt > checkedAt ? Math.min(dueAt, Math.max(changedAt, checkedAt + SOON_MS)) : dueAt;
    return { what: { path, etag }, at, cost: { [bucketOf(path)]: 1 }, isFree: etag !== undefined };
  });
  const reruns = panels.map((panel): Wish<ActivePanel> => {
    return { what: panel, at: rerunAt(state, panel, changedAt), cost: panel.cost, isFree: false };
  });
  const asked = grant(checks, state.budget, now, 1);
  const run = grant(reruns, asked.budget, now);
  return { check: asked.granted[0], reruns: run.granted, nextAt: Math.min(asked.nextAt, run.nextAt) };
}

/**
 * By how many times the wait for the next question grows: a counter that nobody prints would cost a request and a run each
 * minute. The panel that has most use for the answer decides.
 */
function putOff(path: string, panels: readonly ActivePanel[]): number {
  const asking = panels.filter(({ paths = [] }) => paths.includes(path));
  return Math.min(...asking.map(panel => patience(panel, path)));
}

const patience = ({ churning = [], inVain = 0 }: ActivePanel, path: string): number =>
  churning.includes(path) ? 2 ** Math.min(inVain, MOST_PUT_OFF) : 1;

/** Something that is due at a time and that costs, or may cost. */
interface Wish<T> {
  readonly what: T;
  readonly at: number;
  readonly cost: Cost;
  readonly isFree: boolean;
}

function grant<T>(wishes: readonly Wish<T>[], before: Budget, now: number, most = Number.POSITIVE_INFINITY) {
  let budget = before;
  let nextAt = Number.POSITIVE_INFINITY;
  const granted: T[] = [];
  for (const { what, at, cost, isFree } of wishes.toSorted(
    (one, other) => Number(other.isFree) - Number(one.isFree) || one.at - other.at,
  )) {
    const from = Math.max(at, now);
    const costs = Object.entries(cost);
    const opens = costs.map(([bucket, requests = 0]) =>
      isFree ? freeAt(budget, bucket, from) : opensAt(budget, bucket, requests, from),
    );
    const grantedAt = Math.max(from, ...opens);
    if (grantedAt > now || granted.length >= most) {
      nextAt = Math.min(nextAt, grantedAt);
      continue;
    }
    for (const [bucket, requests = 0] of costs) budget = spend(budget, bucket, requests, now);
    granted.push(what);
  }
  return { granted, budget, nextAt };
}

/** When a panel is to be run again. */
function rerunAt(state: PollState, panel: ActivePanel, changedAt: number): number {
  const { key, paths, ranAt, triedAt, failures, seenAt = 0, inVain = 0 } = panel;
  const floor = paths === undefined ? UNMAPPED_FLOOR_MS * 2 ** Math.min(inVain, MOST_PUT_OFF_RUNS) : FLOOR_MS;
  const rested = triedAt + floor * 2 ** Math.min(failures, MOST_DOUBLINGS);
  const earliest = Math.max(rested, state.reruns.get(key)?.notBefore ?? 0);
  if (paths === undefined || seenAt > ranAt) return earliest;
  return Math.max(earliest, Math.min(ranAt + CEILING_MS, changedSince(state, panel, changedAt)));
}

/** When the first answer was seen that a run of then cannot have had, and is worth a run; Infinity when there is none. */
function changedSince({ paths: known }: PollState, panel: ActivePanel, changedAt: number): number {
  const { paths = [], ranAt } = panel;
  const times = paths.map(path => {
    const { since, first } = known.get(path) ?? {};
    const isNew = since !== undefined && since > ranAt + (first ? FIRST_CHECK_MS : 0);
    // Another panel may have asked, about what this one has no use for.
    const rest = changedAt > ranAt ? 0 : FLOOR_MS * (patience(panel, path) - 1);
    return isNew ? Math.max(since, ranAt + rest) : Number.POSITIVE_INFINITY;
  });
  return Math.min(...times, Number.POSITIVE_INFINITY);
}
