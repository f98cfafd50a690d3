export type Listener = (text: string) => void;

/** Passes the output of a run on to everyone who waits for it. */
export interface Audience {
  /** Listens to what is told under this key until the returned function is called. */
  listen(key: string, listener: Listener): () => void;
  tell(key: string, text: string): void;
}

/** A listener that throws is heard of through `reportError` and not told any more. */
export function createAudience(reportError: (error: unknown) => void): Audience {
  const listeners = new Map<string, Set<Listener>>();

  const leave = (key: string, listener: Listener) => {
    const heard = listeners.get(key);
    heard?.delete(listener);
    if (heard?.size === 0) listeners.delete(key);
  };

  return {
    listen(key, listener) {
      listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));
      return () => leave(key, listener);
    },
    tell(key, text) {
      for (const listener of listeners.get(key) ?? []) {
        try {
          listener(text);
        } catch (error) {
          leave(key, listener);
          reportError(error);
        }
      }
    },
  };
}
