import type { Clock } from './clock.ts';

export const buckets = ['core', 'graphql', 'search', 'code_search'] as const;
export type Bucket = (typeof buckets)[number];

const minute = 60_000;
const hour = 60 * minute;

/** Limits of a signed-in person, as GitHub documents them. */
export const documented = {
  core: { limit: 5000, window: hour },
  graphql: { limit: 5000, window: hour },
  search: { limit: 30, window: minute },
  code_search: { limit: 10, window: minute },
} as const satisfies Record<Bucket, { limit: number; window: number }>;

/** Secondary limits: points a minute and requests at once. */
export const secondary = { rest: 900, graphql: 2000, concurrent: 100 };

/** Without a token everything comes from one small bucket. */
const anonymousLimit = 60;

export interface Limits {
  core: number;
  graphql: number;
  search: number;
  code_search: number;
  /** REST and GraphQL points a minute, and requests at once. */
  secondary: { rest: number; graphql: number; concurrent: number };
}

export const defaultLimits: Limits = {
  core: documented.core.limit,
  graphql: documented.graphql.limit,
  search: documented.search.limit,
  code_search: documented.code_search.limit,
  secondary,
};

export interface Standing {
  limit: number;
  remaining: number;
  used: number;
  /** Seconds since 1970. */
  reset: number;
  resource: Bucket;
}

interface Window {
  used: number;
  ends: number;
}

/** What each token has used of each bucket. */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #minutes = new Map<string, Window>();

  constructor(
    readonly clock: Clock,
    readonly limits: Limits,
  ) {}

  #window(token: string | undefined, bucket: Bucket): Window {
    const key = `${token ?? ''} ${bucket}`;
    const now = this.clock.now();
    const known = this.#windows.get(key);
    if (known !== undefined && known.ends > now) return known;
    const fresh = { used: 0, ends: now + documented[bucket].window };
    this.#windows.set(key, fresh);
    return fresh;
  }

  standing(token: string | undefined, bucket: Bucket): Standing {
    const { used, ends } = this.#window(token, bucket);
    const limit = token === undefined ? anonymousLimit : this.limits[bucket];
    return {
      limit,
      remaining: Math.max(0, limit - used),
      used: Math.min(used, limit),
      reset: Math.ceil(ends / 1000),
      resource: bucket,
    };
  }

  count(token: string | undefined, bucket: Bucket, cost: number): void {
    this.#window(token, bucket).used += cost;
  }

  /** Leaves this many requests in the bucket. */
  leave(token: string, bucket: Bucket, remaining: number): void {
    this.#window(token, bucket).used = this.limits[bucket] - remaining;
  }

  /** Counts points against the limit of a minute; false when there are too many. */
  spendPoints(token: string | undefined, api: 'rest' | 'graphql', points: number): boolean {
    const key = `${token ?? ''} ${api}`;
    const now = this.clock.now();
    const known = this.#minutes.get(key);
    const window = known !== undefined && known.ends > now ? known : { used: 0, ends: now + minute };
    window.used += points;
    this.#minutes.set(key, window);
    return window.used <= this.limits.secondary[api];
  }

  /** Seconds until the minute is over. */
  minuteEnds(token: string | undefined, api: 'rest' | 'graphql'): number {
    const ends = this.#minutes.get(`${token ?? ''} ${api}`)?.ends ?? this.clock.now() + minute;
    return Math.max(1, Math.ceil((ends - this.clock.now()) / 1000));
  }
}

export function limitHeaders({ limit, remaining, used, reset, resource }: Standing): Record<string, string> {
  return {
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-used': `${used}`,
    'x-ratelimit-reset': `${reset}`,
    'x-ratelimit-resource': resource,
  };
}
