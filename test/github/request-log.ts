import type { Bucket } from './rate-limit.ts';

/** One request as it came in and what became of it. */
export interface LoggedRequest {
  method: string;
  /** Path with its query, without `/api/v3`. */
  path: string;
  host: string;
  /** GraphQL only: whether it was a query or a mutation, its name, and its top-level fields. */
  operation?: { type: 'query' | 'mutation' | 'subscription'; name: string | undefined; fields: string[] };
  /** The last four characters of the token, or nothing without one. */
  token: string | undefined;
  /** 0 when the connection was dropped. */
  status: number;
  bucket: Bucket | undefined;
  /** What it cost of the bucket; 0 for a 304 and for what is free. */
  cost: number;
  /** What the local GitHub does not have: an endpoint (`GET repos/:owner/:repo/x`) or a field (`PullRequest.x`). */
  missing: string[];
}

/** Requests in the order they came; tests assert on it. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.requests.push(request);
  }

  clear(): void {
    this.requests.length = 0;
  }

  /** Requests that cost something, of one bucket or all. */
  counted(bucket?: Bucket): LoggedRequest[] {
    return this.requests.filter(({ cost, bucket: own }) => cost > 0 && (bucket === undefined || own === bucket));
  }

  notModified(): LoggedRequest[] {
    return this.requests.filter(({ status }) => status === 304);
  }

  /** Requests that may have changed something: GraphQL mutations, and REST that is not a GET or HEAD. */
  writes(): LoggedRequest[] {
    return this.requests.filter(({ method, operation }) =>
      operation ? operation.type === 'mutation' : method !== 'GET' && method !== 'HEAD',
    );
  }

  /** Endpoints and fields that were asked for and are not modelled. */
  missing(): string[] {
    return [...new Set(this.requests.flatMap(request => request.missing))];
  }

  /** One line a request: `GET repos/octo/demo 200`, `query PullRequestList 200`. */
  lines(): string[] {
    return this.requests.map(({ method, path, operation, status }) =>
      operation
        ? `${operation.type} ${operation.name ?? operation.fields.join(',')} ${status}`
        : `${method} ${path} ${status}`,
    );
  }
}
