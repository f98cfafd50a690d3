/** Does one piece of work after the other, in the order they were asked for. One that fails holds up none after it. */
export type SerialQueue = <T>(work: () => Promise<T> | T) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
