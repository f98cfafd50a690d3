interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

/** Lets callers who ask for the same thing at the same time share one run of it. */
export interface SingleFlight<T> {
  /**
   * Joins the run under this key or starts it. A caller's cancel gives that caller `left()`, and ends the run only when
   * nobody else waits for it; then the run's own result is the answer.
   */
  share(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
    left: () => T,
  ): Promise<T>;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const take = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const flight: Flight<T> = { result: start(controller.signal), controller, passengers: 0 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(land, land);
    return flight;
  };

  return {
    share(key, signal, start, left) {
      if (signal?.aborted) return Promise.resolve(left());
      const flight = flights.get(key) ?? take(key, start);
      flight.passengers++;
      if (signal === undefined) return flight.result;
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          flight.passengers--;
          if (flight.passengers > 0) return resolve(left());
          // Whoever asks from now on must not be given a run that is being ended.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        };
        signal.addEventListener('abort', leave, { once: true });
        flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
}
