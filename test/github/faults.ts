import type { LoggedRequest } from './request-log.ts';

/** Something that goes wrong with a request before GitHub looks at it. */
export type Fault =
  | { kind: 'latency'; milliseconds: number }
  | { kind: 'status'; status: 500 | 502 | 503 }
  | { kind: 'drop' }
  | { kind: 'secondary'; status?: 403 | 429; retryAfter?: number };

type Asked = Pick<LoggedRequest, 'method' | 'path' | 'operation'>;

interface Rule {
  fault: Fault;
  /** How many more requests it strikes. */
  left: number;
  on: (request: Asked) => boolean;
}

/** Faults that wait for requests. A revoked token is a state of the token, and skew one of the clock. */
export class Faults {
  #rules: Rule[] = [];

  /** Lets the next `times` requests (that `on` holds for) meet the fault. */
  add(fault: Fault, { times = 1, on = () => true }: { times?: number; on?: (request: Asked) => boolean } = {}): void {
    this.#rules.push({ fault, left: times, on });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Faults of this request, in the order they were added; each is used up by one. */
  take(request: Asked): Fault[] {
    const struck = this.#rules.filter(rule => rule.left > 0 && rule.on(request));
    for (const rule of struck) rule.left--;
    this.#rules = this.#rules.filter(rule => rule.left > 0);
    return struck.map(rule => rule.fault);
  }
}
