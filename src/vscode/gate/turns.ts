import { createSerialQueue } from '../../shared/serial-queue.ts';

/** Questions wait for each other: a person answers one at a time. */
export interface Turns {
  /** Asks when those before have been answered; an abort is a no at once, wherever the question stands. */
  take<T>(name: string, declined: T, signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T>;
}

/** Where the question that is shown stands in the queue: the second of three. */
export interface Place {
  readonly at: number;
  readonly of: number;
}

/** `changed` hears the names of all that wait, the one that is asked first, and where that one stands. */
export function createTurns(changed: (waiting: readonly string[], place: Place) => void): Turns {
  const waiting = new Map<object, string>();
  const inTurn = createSerialQueue();
  /** Since nothing waited. */
  let answered = 0;
  const tell = () => {
    if (waiting.size === 0) answered = 0;
    changed([...waiting.values()], { at: answered + 1, of: answered + waiting.size });
  };
  return {
    async take(name, declined, signal, ask) {
      const ticket = {};
      waiting.set(ticket, name);
      tell();
      const leave = () => {
        if (!waiting.delete(ticket)) return;
        answered += 1;
        tell();
      };
      // Who has been answered leaves before the next is asked.
      const turn = inTurn(async () => (signal?.aborted ? declined : ask().finally(leave)));
      return Promise.race([turn, aborted(signal, declined)]).finally(leave);
    },
  };
}

function aborted<T>(signal: AbortSignal | undefined, declined: T): Promise<T> {
  return new Promise(resolve => {
    if (signal?.aborted) resolve(declined);
    signal?.addEventListener('abort', () => resolve(declined), { once: true });
  });
}
