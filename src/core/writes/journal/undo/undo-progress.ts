/** How far an undo is with the files that it brings back or takes away. */
export interface UndoProgress {
  readonly done: number;
  readonly total: number;
}

/** The way a person follows an undo and stops it. */
export interface UndoWatch {
  /** In whose name it is done, where nobody was asked. */
  readonly actor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: UndoProgress) => void) | undefined;
}

/** An undo that the person stopped before it was done. */
export class UndoCancelled extends Error {}

/** Counts the files of an undo as they are done. */
export interface UndoCounter {
  readonly isCancelled: () => boolean;
  /** Counts files of which git or the disk is done. */
  readonly count: (files: number) => void;
  /** Called where stopping leaves nothing half written; throws `UndoCancelled`. */
  readonly stopIfCancelled: () => void;
}

export function createUndoCounter({ signal, progress }: UndoWatch, total: number): UndoCounter {
  let done = 0;
  const isCancelled = () => signal?.aborted === true;
  progress?.({ done, total });
  return {
    isCancelled,
    count(files) {
      done = Math.min(total, done + files);
      progress?.({ done, total });
    },
    stopIfCancelled() {
      if (isCancelled()) throw new UndoCancelled();
    },
  };
}
