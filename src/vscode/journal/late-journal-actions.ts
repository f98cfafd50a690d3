import { loadOnce } from '../../shared/load-once.ts';
import type { JournalActions, JournalActionsOptions } from './journal-actions.ts';

/** The actions on the journal, loaded with the first of them. */
export function lateJournalActions(options: JournalActionsOptions): JournalActions {
  const load = loadOnce(async () => (await import('./journal-actions.ts')).createJournalActions(options));
  return {
    undo: async (...which) => (await load()).undo(...which),
    undoNode: async node => (await load()).undoNode(node),
    showRevert: async node => (await load()).showRevert(node),
    copyRevert: async node => (await load()).copyRevert(node),
    showChanges: async node => (await load()).showChanges(node),
  };
}
