import { type Disposable, type Event, EventEmitter } from 'vscode';
import type { Ui, UiTools } from '../../core/host.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { EditDocuments } from '../edit/edit-document.ts';
import { setting } from '../settings.ts';
import type { Outputs } from '../views/documents.ts';
import type { EditorGate } from './editor-gate.ts';
import type { StagedReview } from './preview.ts';

/** The questions that wait for the person; the gate that asks them is loaded with the first. */
export interface Questions extends Ui, Disposable {
  /** Fires with the number of questions that wait. */
  readonly onDidChangeWaiting: Event<number>;
  /** Shows the question again after it was hidden. */
  reveal(): void;
  /** Declines the question that is shown. */
  decline(): void;
  /** Takes the text that is being edited as it is. */
  acceptEdit(): Promise<void>;
  /** Gives up the text that is being edited, and the command with it. */
  cancelEdit(): Promise<void>;
}

/** `review` gives what belongs to the review of staged commits, loaded with the first question about one. */
export function createQuestions(outputs: Outputs, review: () => Promise<StagedReview>): Questions {
  const waiting = new EventEmitter<number>();
  let gate: EditorGate | undefined;
  let edits: EditDocuments | undefined;
  const load = async ({ git, forDisplay, reportError }: UiTools): Promise<EditorGate> => {
    const { createEditorGate } = await import('./editor-gate.ts');
    gate = createEditorGate({
      git,
      outputs,
      review,
      forDisplay,
      timeoutMs: () => setting('confirmation.timeout') * 1000,
      waitingChanged: count => waiting.fire(count),
      reportError,
    });
    return gate;
  };
  /** One for all who ask, so that questions of this window and of other processes come one after the other. */
  let loadGate: (() => Promise<EditorGate>) | undefined;
  return {
    onDidChangeWaiting: waiting.event,
    showNewFilter: async (...filter) => (await import('../new-filter.ts')).showNewFilter(...filter),
    async editText(request, signal) {
      const { createEditDocuments } = await import('../edit/edit-document.ts');
      edits ??= createEditDocuments();
      return edits.edit(request, signal);
    },
    acceptEdit: async () => edits?.accept(),
    cancelEdit: async () => edits?.cancel(),
    gate(tools) {
      loadGate ??= loadOnce(() => load(tools));
      return loadGate();
    },
    reveal: () => gate?.reveal(),
    decline: () => gate?.decline(),
    dispose() {
      gate?.dispose();
      edits?.dispose();
      waiting.dispose();
    },
  };
}
