import { once } from 'node:events';

/** A kill that asks. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Lifetime {
  /** Resolves when the client is gone or somebody asks the process to end. */
  readonly over: Promise<void>;
  readonly end: () => void;
  readonly dispose: () => void;
}

/** The time that a server has: until its input is closed, its output is not read any more, or a signal. */
export function createLifetime(): Lifetime {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const name of ENDS) process.on(name, end);
  return {
    over: once(ending.signal, 'abort').then(() => {}),
    end,
    dispose() {
      for (const name of ENDS) process.off(name, end);
    },
  };
}
