import { statSync } from 'node:fs';

/** A file whose change counts, or a folder: that it is the same one, and with `entries` that nothing came or went in it. */
export interface Watched {
  readonly path: string;
  readonly entries?: true;
}

/** The files and folders that a value was made from. */
export interface Derived<T> {
  readonly value: T;
  readonly from: readonly Watched[];
}

/** Two changes this close together may leave the same times behind, so what was read then is read again. */
const CLOCK_TICK_MS = 50;

/**
 * Remembers what was made from files for as long as they are the same files. A few calls of stat, which take microseconds,
 * stand for a process: that is why they are not waited for.
 */
export function createStampCache<K, T>(keyOf: (of: K) => string, derive: (of: K) => Promise<Derived<T>>) {
  const cache = new Map<string, { readonly value: T; readonly from: readonly Watched[]; readonly stamp: string }>();
  const underWay = new Map<string, Promise<{ readonly value: T; readonly settled: boolean }>>();

  const begin = async (key: string, of: K) => {
    const begun = Date.now();
    const { value, from } = await derive(of);
    const { stamp, newestMs } = stampOf(from);
    // What was made from nothing is a failure to look, and nothing would tell that it is over.
    const settled = from.length > 0 && newestMs < begun - CLOCK_TICK_MS;
    if (settled) cache.set(key, { value, from, stamp });
    return { value, settled };
  };

  return async (of: K): Promise<T> => {
    const key = keyOf(of);
    const known = cache.get(key);
    if (known !== undefined && stampOf(known.from).stamp === known.stamp) return known.value;
    // Somebody may be looking already, but from before the change that brought us here.
    const joined = await underWay.get(key);
    if (joined?.settled) return joined.value;
    const started = begin(key, of);
    underWay.set(key, started);
    try {
      return (await started).value;
    } finally {
      if (underWay.get(key) === started) underWay.delete(key);
    }
  };
}

function stampOf(watched: readonly Watched[]): { readonly stamp: string; readonly newestMs: number } {
  let newestMs = 0;
  const parts = watched.map(({ path, entries }) => {
    const found = statOf(path);
    if (typeof found === 'string') return found;
    const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found;
    if (found.isDirectory() && !entries) return `${dev}:${ino}`;
    newestMs = Math.max(newestMs, Number(mtimeMs), Number(ctimeMs));
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  });
  return { stamp: parts.join(' '), newestMs };
}

function statOf(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? 'none';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
