import type { GitHubFailure } from './failure.ts';

/** Budgets that GitHub keeps apart, as `x-ratelimit-resource` names them. */
export type Bucket = 'core' | 'graphql' | 'search' | 'code_search' | (string & {});

/** What the last answer said of a budget. */
export interface Rate {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

interface AnswerHeaders {
  readonly rate: Rate | undefined;
  /** From `X-Poll-Interval`. */
  readonly pollIntervalMs: number | undefined;
}

/** The answer to a conditional request: that nothing changed is data, no error. */
export type GitHubAnswer =
  | (AnswerHeaders & { readonly kind: 'changed'; readonly data: unknown; readonly etag: string | undefined })
  | (AnswerHeaders & { readonly kind: 'unchanged' })
  | (AnswerHeaders & { readonly kind: 'failed'; readonly failure: GitHubFailure });

export interface GetOptions {
  /** Asks only whether it changed since the answer that had this tag. */
  readonly etag?: string | undefined;
  /** Whose account asks; without it that of the owner in the path. */
  readonly owner?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type QueryAnswer =
  | { readonly ok: true; readonly data: unknown; readonly rate: Rate | undefined }
  | { readonly ok: false; readonly failure: GitHubFailure; readonly rate: Rate | undefined };

/** Our own questions to GitHub. It only reads: REST by GET, and GraphQL by queries. It never throws. */
export interface GitHubClient {
  /** `path` with its parameters in one fixed order, without the host: `repos/octo/demo/issues/12`. */
  get(host: string, path: string, options?: GetOptions): Promise<GitHubAnswer>;
  /** Asks with the account of the owner among the variables. */
  query(
    host: string,
    text: string,
    variables: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<QueryAnswer>;
}
