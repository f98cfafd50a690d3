import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 90_000;

/** Tries again until `check` gives something other than false or undefined; says what it last threw when it never does. */
export async function eventually<T>(what: string, check: () => Promise<T> | T, patienceMs = PATIENCE_MS): Promise<T> {
  let last: unknown = 'it was not so';
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(100)) {
    try {
      const value = await check();
      if (value !== false && value !== undefined) return value;
    } catch (error) {
      last = error instanceof Error ? error.message : error;
    }
  }
  throw new Error(`Waited in vain until ${what}: ${String(last)}`);
}
