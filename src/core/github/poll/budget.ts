import type { Bucket, Rate } from '../client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Requests of all panels of a token that may count in any hour, of each bucket. */
export const MOST_AN_HOUR = 99;
/** So many may follow each other at once; the rest is spread over the hour, so that a busy one does not end in silence. */
const AT_ONCE = 75;
/** From here on it goes slower, or not at all; of a small bucket a share. */
const LOW = { requests: 100, share: 1 / 10 };
const EMPTY = { requests: 10, share: 1 / 30 };
const SLOWER = 4;

/** Requests that counted, or may have. */
export interface Spending {
  readonly bucket: Bucket;
  readonly at: number;
  readonly requests: number;
}

/** What polling with a token has cost, and what GitHub last said of it. */
export interface Budget {
  readonly spent: readonly Spending[];
  /** One for each bucket that is known. */
  readonly rates: readonly Rate[];
  /** GitHub asked to be left alone until then. */
  readonly waitUntil: number;
}

export const NOTHING_SPENT: Budget = { spent: [], rates: [], waitUntil: 0 };

export function spend(budget: Budget, bucket: Bucket, requests: number, at: number): Budget {
  if (requests === 0) return budget;
  const spent = budget.spent.filter(each => each.at > at - HOUR_MS);
  return { ...budget, spent: [...spent, { bucket, at, requests }] };
}

export function withRate(budget: Budget, rate: Rate | undefined): Budget {
  if (rate === undefined) return budget;
  return { ...budget, rates: [...budget.rates.filter(({ bucket }) => bucket !== rate.bucket), rate] };
}

export const withWait = (budget: Budget, until: number): Budget =>
  until > budget.waitUntil ? { ...budget, waitUntil: until } : budget;

/** When something may be asked that is free as long as nothing has changed: now, or later. */
export function freeAt(budget: Budget, bucket: Bucket, now: number): number {
  return Math.max(now, stoppedUntil(budget, bucket, now), roomAt(lastHour(budget, bucket, now), 1));
}

/** When requests that are sure to count may be made: now, or later. */
export function opensAt(budget: Budget, bucket: Bucket, requests: number, now: number): number {
  const spent = lastHour(budget, bucket, now);
  const last = spent.at(-1);
  const isPaced = last !== undefined && requestsIn(spent) + requests > AT_ONCE;
  const paced = isPaced ? last.at + (last.requests * HOUR_MS) / MOST_AN_HOUR : 0;
  return Math.max(now, stoppedUntil(budget, bucket, now), paced, roomAt(spent, requests));
}

/** Until when GitHub is not asked at all; in the past when it may be. */
export function stoppedUntil(budget: Budget, bucket: Bucket, now: number): number {
  const rate = rateNow(budget, bucket, now);
  const isEmpty = rate !== undefined && rate.remaining < partOf(rate, EMPTY);
  return Math.max(budget.waitUntil, isEmpty ? rate.resetAt : 0);
}

/** By what the intervals of a bucket grow. */
export function slowness(budget: Budget, bucket: Bucket, now: number): number {
  const rate = rateNow(budget, bucket, now);
  return rate !== undefined && rate.remaining < partOf(rate, LOW) ? SLOWER : 1;
}

/** What is known of a bucket; nothing once it has been filled again. */
export const rateNow = (budget: Budget, bucket: Bucket, now: number): Rate | undefined =>
  budget.rates.find(rate => rate.bucket === bucket && rate.resetAt > now);

const partOf = ({ limit }: Rate, { requests, share }: typeof LOW): number => Math.min(requests, limit * share);

const lastHour = ({ spent }: Budget, bucket: Bucket, now: number): readonly Spending[] =>
  spent.filter(each => each.bucket === bucket && each.at > now - HOUR_MS);

const requestsIn = (spent: readonly Spending[]): number => spent.reduce((sum, { requests }) => sum + requests, 0);

/** When enough of what was spent is an hour old. */
function roomAt(spent: readonly Spending[], requests: number): number {
  let over = requestsIn(spent) + requests - MOST_AN_HOUR;
  for (const { at, requests: gone } of spent) {
    if (over <= 0) return 0;
    over -= gone;
    if (over <= 0) return at + HOUR_MS;
  }
  return 0;
}
