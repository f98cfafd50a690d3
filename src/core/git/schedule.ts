export interface Job {
  readonly kind: 'read' | 'write';
  readonly repository: string;
  readonly signal?: AbortSignal | undefined;
}

/** Decides when a job may start. */
export interface Schedule {
  /** Runs the task when its turn comes; undefined when it was cancelled while waiting. */
  run<T>(job: Job, task: () => Promise<T>): Promise<T | undefined>;
  /** Grows with every write asked for, so that a read asked for after one is not taken for one asked for before. */
  generation(repository: string): number;
}

const READS_AT_ONCE = 4;

/**
 * Reads run side by side up to a limit; writes run one at a time in a repository, and what is asked for after a write
 * of the same repository waits for it. A write does not wait for reads: a person stands behind it.
 */
export function createSchedule(readsAtOnce = READS_AT_ONCE): Schedule {
  const waiting: { job: Job; begin: () => void }[] = [];
  const writing = new Set<string>();
  const writes = new Map<string, number>();
  let reading = 0;

  const startReady = () => {
    const blocked = new Set(writing);
    for (const entry of [...waiting]) {
      const { kind, repository } = entry.job;
      const free = !blocked.has(repository) && (kind === 'write' || reading < readsAtOnce);
      if (kind === 'write') blocked.add(repository);
      if (!free) continue;
      waiting.splice(waiting.indexOf(entry), 1);
      if (kind === 'write') writing.add(repository);
      else reading++;
      entry.begin();
    }
  };

  const finished = ({ kind, repository }: Job) => {
    if (kind === 'write') writing.delete(repository);
    else reading--;
    startReady();
  };

  return {
    run<T>(job: Job, task: () => Promise<T>): Promise<T | undefined> {
      const { kind, repository, signal } = job;
      if (signal?.aborted) return Promise.resolve(undefined);
      if (kind === 'write') writes.set(repository, (writes.get(repository) ?? 0) + 1);
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(undefined);
        };
        const begin = () => {
          signal?.removeEventListener('abort', leave);
          task()
            .then(resolve, reject)
            .finally(() => finished(job));
        };
        const entry = { job, begin };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(entry);
        startReady();
      });
    },
    generation: repository => writes.get(repository) ?? 0,
  };
}
