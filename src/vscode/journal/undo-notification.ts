import { type Progress, ProgressLocation, window } from 'vscode';
import type { UndoProgress } from '../../core/writes/journal/undo/undo-progress.ts';
import { ACTION_TEXT } from '../action-text.ts';

/** Fewer files are back before anybody has read a notification. */
const MANY_FILES = 500;

interface WatchedUndo {
  readonly signal: AbortSignal;
  readonly progress: (progress: UndoProgress) => void;
}

/** Runs an undo, and shows how far it is in a notification with a Cancel button when it brings back many files. */
export async function withUndoNotification<T>(undo: (watch: WatchedUndo) => Promise<T>): Promise<T> {
  const cancel = new AbortController();
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  let shown: Progress<{ message?: string; increment?: number }> | undefined;
  let isOpen = false;
  let told = 0;
  const open = () => {
    isOpen = true;
    const options = { location: ProgressLocation.Notification, title: ACTION_TEXT.journal.undoing, cancellable: true };
    void window.withProgress(options, (progress, token) => {
      shown = progress;
      token.onCancellationRequested(() => cancel.abort());
      return ended;
    });
  };
  try {
    return await undo({
      signal: cancel.signal,
      progress({ done, total }) {
        if (total < MANY_FILES) return;
        if (!isOpen) open();
        shown?.report({
          message: ACTION_TEXT.journal.undoneSoFar(done, total),
          increment: ((done - told) / total) * 100,
        });
        if (shown !== undefined) told = done;
      },
    });
  } finally {
    end();
  }
}
