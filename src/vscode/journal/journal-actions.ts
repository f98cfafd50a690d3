import type { Undo, UndoRequest } from '../../core/writes/undo.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { Outputs } from '../views/documents.ts';
import type { EntryNode, JournalNode } from './nodes.ts';

/** The actions on the journal. */
export interface JournalActions {
  /** Undoes the newest mutation of the window, or the one that is named. */
  undo(id?: string, repository?: string, origin?: UndoRequest['origin']): Promise<void>;
  undoNode(node: JournalNode): Promise<void>;
  /** Shows the commands that would take back what left the machine; the one that is chosen goes through the gate. */
  showRevert(node: EntryNode): Promise<void>;
  copyRevert(node: EntryNode): Promise<void>;
  showChanges(node: EntryNode): Promise<void>;
}

export interface JournalActionsOptions {
  readonly undo: Undo;
  readonly outputs: Outputs;
  readonly forDisplay: (text: string) => string;
  /** Runs a command as if it were asked for in a view. */
  readonly run: (text: string, repository: string) => Promise<void>;
}

/** The actions, loaded with the first of them. */
export function lateJournalActions(options: JournalActionsOptions): JournalActions {
  const load = loadOnce(async () => (await import('./create-journal-actions.ts')).createJournalActions(options));
  return {
    undo: async (...which) => (await load()).undo(...which),
    undoNode: async node => (await load()).undoNode(node),
    showRevert: async node => (await load()).showRevert(node),
    copyRevert: async node => (await load()).copyRevert(node),
    showChanges: async node => (await load()).showChanges(node),
  };
}
