import { createSerialQueue } from '../../shared/serial-queue.ts';

/** Questions wait for each other: a person answers one at a time. */
export interface Turns {
  /** Asks when those before have been answered; an abort is a no at once, wherever the question stands. */
  take<T>(name: string, declined: T, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T>;
}

/** `changed` hears the names of all that wait, the one that is asked first. */
export function createTurns(changed: (waiting: readonly string[]) => void): Turns {
  const waiting = new Map<object, string>();
  const inTurn = createSerialQueue();
  return {
    async take(name, declined, signal, ask) {
      const ticket = {};
      waiting.set(ticket, name);
      changed([...waiting.values()]);
      const turn = inTurn(() => (signal?.aborted ? declined : ask()));
      try {
        return await Promise.race([turn, aborted(signal, declined)]);
      } finally {
        waiting.delete(ticket);
        changed([...waiting.values()]);
      }
    },
  };
}

function aborted<T>(signal: AbortSignal | undefined, declined: T): Promise<T> {
  return new Promise(resolve => {
    if (signal?.aborted) resolve(declined);
    signal?.addEventListener('abort', () => resolve(declined), { once: true });
  });
}
