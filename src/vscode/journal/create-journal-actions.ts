import { commands, env, window } from 'vscode';
import { plainLabel, plainMessage } from '../plain-text.ts';
import { TEXT } from '../text.ts';
import type { JournalActions, JournalActionsOptions } from './journal-actions.ts';
import { entryText, idOf } from './nodes.ts';

const REVERT = { title: TEXT.journal.showRevert };
const LOOK = { title: TEXT.journal.show };
const AGAIN = { title: TEXT.journal.undoAgain };

export function createJournalActions({ undo, outputs, forDisplay, run }: JournalActionsOptions): JournalActions {
  const undoOne: JournalActions['undo'] = async (id, repository, origin = 'palette') => {
    const { withUndoNotification } = await import('./undo-notification.ts');
    const done = await withUndoNotification(watch => undo({ repository, id, origin, ...watch }));
    if (done.kind === 'declined') return;
    const reverts = done.reverts ?? [];
    const text = forDisplay(done.message);
    const revert = reverts.length > 0 ? [REVERT] : [];
    // One that failed is still to be undone.
    const again = done.kind === 'failed' ? [AGAIN] : [];
    // Where nothing of it is safe, what it changed is there to be looked at.
    const look = done.code === 'moved-on' ? [LOOK] : [];
    const choice =
      done.kind === 'undone'
        ? await window.showInformationMessage(plainMessage(text), ...revert)
        : await window.showWarningMessage(plainMessage(text), ...revert, ...again, ...look);
    if (choice === LOOK) await commands.executeCommand('sluice.showJournal');
    if (choice === AGAIN) await undoOne(id, repository, origin);
    if (choice === REVERT) await pickRevert(reverts, done.repository ?? repository ?? '');
  };

  const pickRevert = async (reverts: readonly string[], repository: string): Promise<void> => {
    const rows = reverts.map(command => ({ label: plainLabel(forDisplay(command)), command }));
    const chosen = await window.showQuickPick(rows, {
      title: TEXT.journal.revertTitle,
      placeHolder: TEXT.journal.revertPlaceholder,
    });
    if (chosen !== undefined) await run(chosen.command, repository);
  };

  return {
    undo: undoOne,
    undoNode: node => undoOne(idOf(node), node.repository.root, 'view'),
    showRevert: ({ entry, repository }) => pickRevert(entry.reverts, repository.root),
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
