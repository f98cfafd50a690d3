import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const GIBIBYTE = 1024 ** 3;
const CHECK_MS = 100;

/** The most memory a read may take: a quarter of the machine's, within reason. */
export const MEMORY_LIMIT = Math.min(4 * GIBIBYTE, Math.max(GIBIBYTE, totalmem() / 4));

/**
 * Looks now and then how much memory a process has, and calls back once when that is too much; call the returned function
 * when it has ended. Only Linux tells without starting a program: elsewhere nothing is limited but time.
 */
export function watchMemory(pid: number, limit: number, exceeded: () => void): () => void {
  if (process.platform !== 'linux' || !Number.isFinite(limit)) return () => {};
  const timer = setInterval(() => {
    if (bytesOf(pid) <= limit) return;
    clearInterval(timer);
    exceeded();
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What a process has for itself; packs that it maps are files and cost nobody anything. */
function bytesOf(pid: number): number {
  try {
    const [, kibibytes] = /^RssAnon:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}
