import { createHash } from 'node:crypto';
import type { Bucket, GitHubAnswer } from '../client.ts';
import type { GitHubFailure, GitHubFailureCode } from '../failure.ts';
import { isSameQuestion, partOf } from '../probes/parts.ts';
import { type Budget, NOTHING_SPENT, slowness, spend, withRate, withWait } from './budget.ts';

/** Requests by the budget they count in. */
export type Cost = Readonly<Partial<Record<Bucket, number>>>;

/** A panel that somebody looks at or reads, in whichever window it is. */
export interface ActivePanel {
  /** Names it among the panels of all windows. */
  readonly key: string;
  /** The questions that tell whether its output may have changed; undefined when none can. */
  readonly paths?: readonly string[] | undefined;
  /** Those of them that also change where its output does not. */
  readonly churning?: readonly string[] | undefined;
  /** How many runs in a row that it was told to make printed what the one before had. */
  readonly inVain?: number | undefined;
  /** What running it again costs. */
  readonly cost: Cost;
  /** When the run began whose output it shows. */
  readonly ranAt: number;
  /** When its last run began, and how many have failed since the one whose output it shows. */
  readonly triedAt: number;
  readonly failures: number;
  /** When somebody came back to a panel that may lag. */
  readonly seenAt?: number | undefined;
}

/** What is known of a path. */
export interface PolledPath {
  /** Stands for the last answer: equal ones had equal answers. */
  readonly version?: string | undefined;
  /** When that answer was first seen; the output of any run that began later has it. */
  readonly since?: number | undefined;
  /** True when no other was seen before: then `since` is when polling began, and nothing has changed. */
  readonly first?: boolean | undefined;
  /** Kept in memory only. */
  readonly etag?: string | undefined;
  readonly checkedAt: number;
  readonly dueAt: number;
  /** Answers in a row that told nothing. */
  readonly failures: number;
}

/** When a panel was last told to run again, and before when it is not told so a second time. */
export interface Rerun {
  readonly at: number;
  readonly notBefore: number;
}

/** All that polling with one token knows; a new one for every event. */
export interface PollState {
  readonly budget: Budget;
  readonly paths: ReadonlyMap<string, PolledPath>;
  readonly reruns: ReadonlyMap<string, Rerun>;
}

/** The same as a file has it, without the tags. */
export interface Written {
  readonly budget: Budget;
  readonly paths: Readonly<Record<string, Omit<PolledPath, 'etag'>>>;
  readonly reruns: Readonly<Record<string, Rerun>>;
}

/** A number from 0 to 1. */
export type Chance = () => number;

export const START: PollState = { budget: NOTHING_SPENT, paths: new Map(), reruns: new Map() };

const SECOND_MS = 1000;
/** No panel is asked about or run more often. */
export const FLOOR_MS = 60 * SECOND_MS;
/** A quarter less, by chance, is still the floor: windows of one machine and machines of one team do not ask in step. */
const INTERVAL_MS = 80 * SECOND_MS;
const JITTER = 0.25;
/** Where no question can tell. */
export const UNMAPPED_FLOOR_MS = 120 * SECOND_MS;
const UNMAPPED_INTERVAL_MS = 160 * SECOND_MS;
/** They have at most so many requests an hour together: the rest is for what is known to have changed. */
const UNMAPPED_AN_HOUR = 50;
const HOUR_MS = 3600 * SECOND_MS;
/** Where GitHub does not say how long. */
const SECONDARY_WAIT_MS = 60 * SECOND_MS;
/** More paths than all panels of a person need. */
const MOST_PATHS = 1000;

/** Failures that pass by themselves; the others are not asked about again for up to an hour. */
const PASSING: readonly GitHubFailureCode[] = ['offline', 'server-error'];
const MOST_DOUBLINGS = { passing: 2, lasting: 5 };

/** What is gone has changed too. */
const NOT_FOUND = 'not-found' satisfies GitHubFailureCode;

/** Failures of what never got as far as to count. */
const NOT_SENT: readonly GitHubFailureCode[] = ['no-token', 'offline', 'refused', 'wrong-host'];

/** The bucket a path counts in; the answer says so only afterwards. */
export function bucketOf(path: string): Bucket {
  if (/^search\/code\b/.test(path)) return 'code_search';
  return path.startsWith('search/') ? 'search' : 'core';
}

/** The state after an answer to a path, which is one to all paths that differ only in the part that counts. */
export function checked(state: PollState, path: string, answer: GitHubAnswer, now: number, chance: Chance): PollState {
  const asked = state.paths.get(path);
  const bucket = answer.rate?.bucket ?? bucketOf(path);
  const sent = answer.kind === 'changed' || (answer.kind === 'failed' && !NOT_SENT.includes(answer.failure.code));
  const budget = limited(withRate(spend(state.budget, bucket, sent ? 1 : 0, now), answer.rate), bucket, answer, now);
  const failures = answer.kind === 'failed' ? (asked?.failures ?? 0) + 1 : 0;
  const interval = INTERVAL_MS * slowness(budget, bucket, now) * 2 ** doublings(failures, answer);
  const dueAt = now + Math.max(jittered(interval, chance), answer.pollIntervalMs ?? 0);
  const others = [...state.paths].filter(
    ([other, { etag }]) => other !== path && isSameQuestion(other, path) && isAnswerTo(answer, etag, asked?.etag),
  );
  const polled = [path, ...others.map(([other]) => other)].map((each): [string, PolledPath] => [
    each,
    { ...seen(each, answer, state.paths.get(each), now), checkedAt: now, dueAt, failures },
  ]);
  return { ...state, budget, paths: newestPaths(new Map([...state.paths, ...polled])) };
}

/** That nothing changed says nothing to who knows another answer. */
const isAnswerTo = ({ kind }: GitHubAnswer, etag: string | undefined, asked: string | undefined): boolean =>
  kind === 'changed' || (kind === 'unchanged' && etag === asked);

/** What an answer says of a path. */
function seen(path: string, answer: GitHubAnswer, old: PolledPath | undefined, now: number) {
  const version = versionOf(path, answer, old);
  const known = version !== undefined && old?.version === version ? { since: old.since, first: old.first } : undefined;
  return {
    ...(version !== undefined && { version, ...(known ?? { since: now, first: old?.version === undefined }) }),
    etag: answer.kind === 'changed' ? answer.etag : version === NOT_FOUND ? undefined : old?.etag,
  };
}

/** The state after panels were told to run again. */
export function told(
  state: PollState,
  panels: readonly ActivePanel[],
  all: readonly ActivePanel[],
  now: number,
  chance: Chance,
): PollState {
  let { budget } = state;
  const reruns = new Map(state.reruns);
  for (const { key, paths, cost } of panels) {
    for (const [bucket, requests = 0] of Object.entries(cost)) budget = spend(budget, bucket, requests, now);
    const interval = paths === undefined ? unmappedInterval(all, cost) : INTERVAL_MS;
    const slower = Math.max(1, ...Object.keys(cost).map(bucket => slowness(budget, bucket, now)));
    reruns.set(key, { at: now, notBefore: now + jittered(interval * slower, chance) });
  }
  return { ...state, budget, reruns };
}

/** Without what panels that are no longer there were told. */
export function forgetting(state: PollState, all: readonly ActivePanel[]): PollState {
  const keys = new Set(all.map(({ key }) => key));
  const reruns = [...state.reruns].filter(([key]) => keys.has(key));
  return reruns.length === state.reruns.size ? state : { ...state, reruns: new Map(reruns) };
}

/**
 * The state of who takes over: what the last poller wrote, with the tags that are still in this process's memory. A file
 * proves nothing: whatever it says of the future ends within the hour.
 */
export function takenOver(memory: PollState, { budget, paths, reruns }: Written, now: number): PollState {
  const soon = (time: number) => Math.min(time, now + HOUR_MS);
  const kept = Object.entries(paths).map(([path, found]): [string, PolledPath] => {
    const { version, etag } = memory.paths.get(path) ?? {};
    return [path, { ...found, dueAt: soon(found.dueAt), etag: version === found.version ? etag : undefined }];
  });
  return {
    budget: {
      spent: budget.spent.map(each => ({ ...each, at: Math.min(each.at, now) })),
      rates: budget.rates.map(rate => ({ ...rate, resetAt: soon(rate.resetAt) })),
      waitUntil: soon(budget.waitUntil),
    },
    paths: new Map([...memory.paths, ...kept]),
    reruns: new Map(
      Object.entries(reruns).map(([key, { at, notBefore }]) => [key, { at, notBefore: soon(notBefore) }]),
    ),
  };
}

export const jittered = (ms: number, chance: Chance): number => ms * (1 - JITTER + 2 * JITTER * chance());

/** Long enough for all panels that cost the same together. */
function unmappedInterval(all: readonly ActivePanel[], cost: Cost): number {
  const share = Object.keys(cost).map(bucket => {
    const requests = all.reduce((sum, each) => sum + (each.paths === undefined ? (each.cost[bucket] ?? 0) : 0), 0);
    return (requests * HOUR_MS) / UNMAPPED_AN_HOUR;
  });
  return Math.max(UNMAPPED_INTERVAL_MS, ...share);
}

/** Not the tag itself, which is kept nowhere but in memory. */
function versionOf(path: string, answer: GitHubAnswer, old: PolledPath | undefined): string | undefined {
  if (answer.kind === 'changed') {
    const part = partOf(path, answer.data);
    return digest(part === undefined ? (answer.etag ?? JSON.stringify(answer.data)) : JSON.stringify(part));
  }
  if (answer.kind === 'failed' && answer.failure.code === 'not-found') return NOT_FOUND;
  return old?.version;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

function doublings(failures: number, answer: GitHubAnswer): number {
  if (answer.kind !== 'failed') return 0;
  const most = PASSING.includes(answer.failure.code) ? MOST_DOUBLINGS.passing : MOST_DOUBLINGS.lasting;
  return Math.min(failures - 1, most);
}

/** Notes how long GitHub wants to be left alone. */
function limited(budget: Budget, bucket: Bucket, answer: GitHubAnswer, now: number): Budget {
  if (answer.kind !== 'failed') return budget;
  const { code, retryAt } = answer.failure satisfies GitHubFailure;
  if (code === 'secondary-limit') return withWait(budget, retryAt ?? now + SECONDARY_WAIT_MS);
  if (code !== 'rate-limited') return budget;
  const { limit = 0 } = answer.rate ?? {};
  return withRate(budget, { bucket, limit: Math.max(limit, 1), remaining: 0, resetAt: retryAt ?? now + HOUR_MS });
}

/** The map without the paths that nobody has asked for the longest. */
function newestPaths(paths: ReadonlyMap<string, PolledPath>): ReadonlyMap<string, PolledPath> {
  if (paths.size <= MOST_PATHS) return paths;
  const newest = [...paths].sort(([, one], [, other]) => other.checkedAt - one.checkedAt).slice(0, MOST_PATHS);
  return new Map(newest);
}
