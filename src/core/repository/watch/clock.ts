/** Time, from the host, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Calls `run` once, later; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
