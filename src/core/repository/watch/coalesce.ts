import type { Clock } from './clock.ts';

/** Gathers what comes in bursts. */
export interface Coalesced<T> {
  add(items: Iterable<T>): void;
  /** Delivers nothing from then on. */
  stop(): void;
}

const QUIET_MS = 100;
const LATEST_MS = 500;
const FIRST_GAP_MS = 500;
const WIDEST_GAP_MS = 10_000;
/** So long without anything new and the storm is over. */
const CALM_MS = 3000;

/**
 * Delivers what was added after a short quiet, and soon enough also without one. As long as more keeps coming each
 * delivery waits twice as long as the one before, so that the work it causes stays a small part of any storm.
 */
export function coalesce<T>(clock: Clock, deliver: (items: ReadonlySet<T>) => void): Coalesced<T> {
  let pending = new Set<T>();
  let first = 0;
  let newest = Number.NEGATIVE_INFINITY;
  let delivered = Number.NEGATIVE_INFINITY;
  let gap = 0;
  let cancel: (() => void) | undefined;
  let stopped = false;

  const due = () => {
    const ready = Math.min(newest + QUIET_MS, first + LATEST_MS);
    return Math.min(Math.max(ready, delivered + gap), newest + CALM_MS);
  };

  const wait = () => {
    cancel = clock.after(Math.max(0, due() - clock.now()), () => {
      // More may have come since: one timer is enough for all of it.
      if (clock.now() < due()) return wait();
      cancel = undefined;
      delivered = clock.now();
      gap = Math.min(Math.max(FIRST_GAP_MS, gap * 2), WIDEST_GAP_MS);
      const items = pending;
      pending = new Set();
      deliver(items);
    });
  };

  return {
    add(items) {
      const before = pending.size;
      for (const item of items) pending.add(item);
      if (stopped || pending.size === 0) return;
      const now = clock.now();
      if (before === 0) {
        first = now;
        if (now - newest >= CALM_MS) gap = 0;
      }
      newest = now;
      if (cancel === undefined) wait();
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
