import type { GitHubFailureCode } from '../git/result.ts';

export type { GitHubFailureCode };

export interface GitHubFailure {
  readonly code: GitHubFailureCode;
  /** What was wrong and what to do next, in plain words. */
  readonly message: string;
  /** The one account whose token could be used. */
  readonly account?: string;
  /** When it is worth trying again, in milliseconds since the epoch; there for limits. */
  readonly retryAt?: number;
}
