import { commands, type Memento, workspace } from 'vscode';
import { setting } from './settings.ts';
import { STATUS_VIEW } from './views/status-page.ts';

const SHOWN = 'walkthrough.shown';
const WALKTHROUGH = 'sluice.sluice#start';

export const showWalkthrough = (): Thenable<unknown> =>
  commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);

/**
 * Opens the status view and the walkthrough once for a person, in the first window that has a folder: the editor shows every
 * view of an extension in Source Control as a closed header, which nobody notices.
 */
export async function welcomeOnce(memory: Memento): Promise<void> {
  const hasFolder = (workspace.workspaceFolders ?? []).length > 0;
  if (!hasFolder || memory.get(SHOWN) === true || !setting('walkthrough.openOnFirstRun')) return;
  // Before it is shown: a window that opens at the same time shows it again otherwise.
  await memory.update(SHOWN, true);
  await commands.executeCommand(`${STATUS_VIEW}.focus`, { preserveFocus: true });
  await showWalkthrough();
}
