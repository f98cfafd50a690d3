import type { Incremental } from './incremental.ts';

/** Longest time the page hears nothing: at first more, as a person waits for what they asked for. */
const FIRST_MS = 25;
const SLICE_MS = 10;

interface Scheduler {
  /** Takes the place of what is under way; true when it was done within the first slice. */
  start<Result>(steps: Incremental<Result>, done: (result: Result) => void): boolean;
  /** The same from a later moment on. */
  startIn<Result>(ms: number, steps: Incremental<Result>, done: (result: Result) => void): void;
  stop(): void;
}

/** Does one work at a time, with room between its slices for scrolling and typing. */
export function createScheduler(): Scheduler {
  let next: ReturnType<typeof setTimeout> | undefined;

  function slice<Result>(steps: Incremental<Result>, done: (result: Result) => void, ms: number): boolean {
    const end = performance.now() + ms;
    do {
      const step = steps.next();
      if (step.done) {
        done(step.value);
        return true;
      }
    } while (performance.now() < end);
    next = setTimeout(() => slice(steps, done, SLICE_MS));
    return false;
  }

  return {
    start(steps, done) {
      clearTimeout(next);
      return slice(steps, done, FIRST_MS);
    },
    startIn(ms, steps, done) {
      clearTimeout(next);
      next = setTimeout(() => slice(steps, done, SLICE_MS), ms);
    },
    stop: () => clearTimeout(next),
  };
}
