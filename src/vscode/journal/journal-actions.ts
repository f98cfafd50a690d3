import { env, window } from 'vscode';
import type { Undo, UndoRequest } from '../../core/writes/undo.ts';
import { plainMessage } from '../plain-text.ts';
import { TEXT } from '../text.ts';
import type { Outputs } from '../views/documents.ts';
import { type EntryNode, entryText, idOf, type JournalNode } from './nodes.ts';

/** The actions on the journal. */
export interface JournalActions {
  /** Undoes the newest mutation of a repository, or the one that is named. */
  undo(repository: string, id?: string, origin?: UndoRequest['origin']): Promise<void>;
  undoNode(node: JournalNode): Promise<void>;
  copyRevert(node: EntryNode): Promise<void>;
  showChanges(node: EntryNode): Promise<void>;
}

export interface JournalActionsOptions {
  readonly undo: Undo;
  readonly outputs: Outputs;
  readonly forDisplay: (text: string) => string;
}

export function createJournalActions({ undo, outputs, forDisplay }: JournalActionsOptions): JournalActions {
  const undoOne: JournalActions['undo'] = async (repository, id, origin = 'palette') => {
    const { kind, message } = await undo({ repository, id, origin });
    if (kind === 'undone') void window.showInformationMessage(plainMessage(forDisplay(message)));
    else if (kind !== 'declined') void window.showWarningMessage(plainMessage(forDisplay(message)));
  };
  return {
    undo: undoOne,
    undoNode: node => undoOne(node.repository.root, idOf(node), 'view'),
    async copyRevert({ entry: { reverts } }) {
      await env.clipboard.writeText(reverts.join('\n'));
      void window.showInformationMessage(plainMessage(forDisplay(TEXT.journal.copied(reverts))));
    },
    async showChanges(node) {
      const text = entryText(node).split('\n').map(forDisplay).join('\n');
      await window.showTextDocument(await outputs.open('what-changed.txt', text), { preview: true });
    },
  };
}
