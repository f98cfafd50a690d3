import type { AllowanceShape } from './allowance-shape.ts';

/** An allowance that holds until the window closes or it is revoked. */
export interface Allowance extends AllowanceShape {
  readonly repository: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** How many commands ran by it. */
  readonly used: number;
}

/** The allowances of the session. Kept in memory only: they end with the window. */
export interface Allowances {
  add(shape: AllowanceShape, repository: string): void;
  /** Whether there is one that may cover commands of this key. */
  has(key: string): boolean;
  /** True when commands of this shape need not be asked about; counts as a use. One that is bound to something else ends. */
  use(shape: AllowanceShape): boolean;
  list(): readonly Allowance[];
  revoke(key: string): void;
  revokeAll(): void;
}

export function createAllowances(now: () => number): Allowances {
  const allowances = new Map<string, Allowance>();
  return {
    add(shape, repository) {
      allowances.set(shape.key, { ...shape, repository, since: now(), used: 0 });
    },
    has: key => allowances.has(key),
    use({ key, boundTo }) {
      const found = allowances.get(key);
      if (found === undefined) return false;
      if (found.boundTo !== boundTo) {
        allowances.delete(key);
        return false;
      }
      allowances.set(key, { ...found, used: found.used + 1 });
      return true;
    },
    list: () => [...allowances.values()],
    revoke(key) {
      allowances.delete(key);
    },
    revokeAll() {
      allowances.clear();
    },
  };
}
