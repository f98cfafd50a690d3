import { commands, window } from 'vscode';
import { ACTION_TEXT } from '../action-text.ts';
import { STATUS_VIEW } from './status-page.ts';

/**
 * The editor's names of the containers that the status view can be in. It has one to itself, which is not shown while it is
 * empty: a view that is moved in beside others gets the least height there is.
 */
const CONTAINERS = { own: 'workbench.view.extension.sluice-status', sourceControl: 'workbench.view.scm' } as const;

/** Lets the person choose where the status view is, and shows it there; no extension can ask where it is now. */
export async function moveStatus(): Promise<void> {
  const chosen = await window.showQuickPick(
    [
      { ...ACTION_TEXT.moveStatus.own, destinationId: CONTAINERS.own },
      { ...ACTION_TEXT.moveStatus.sourceControl, destinationId: CONTAINERS.sourceControl },
    ],
    { title: ACTION_TEXT.moveStatus.title },
  );
  if (chosen === undefined) return;
  await commands.executeCommand('vscode.moveViews', { viewIds: [STATUS_VIEW], destinationId: chosen.destinationId });
  await commands.executeCommand(`${STATUS_VIEW}.focus`);
}
