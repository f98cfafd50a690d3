export type Listener<T> = (value: T) => void;

/** Passes values on to whoever listens. */
export interface Emitter<T> {
  /** Calls `listener` with every value until the returned function is called. */
  listen(listener: Listener<T>): () => void;
  emit(value: T): void;
  /** Nobody listens from then on. */
  clear(): void;
}

/** A listener that throws is reported; the others hear the value all the same. */
export function createEmitter<T = void>(reportError: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<Listener<T>>();
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          reportError(error);
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
