import { setTimeout as sleep } from 'node:timers/promises';
import { commands } from 'vscode';
import { eventually } from './eventually.ts';
import { quickInput } from './quick-input.ts';
import { sluice } from './sluice.ts';
import { workbench } from './ui.ts';

export const DECLINED = { kind: 'declined', message: 'The person declined this command. It was not run.' };

/** The gate takes no answer that came too fast to be meant for it. */
const SETTLED_MS = 650;

/** Waits for a question about these words, ready to be answered. */
export async function question(words: string, title = 'Sluice: run this'): Promise<void> {
  await quickInput.title(title);
  await quickInput.row(words);
  await sleep(SETTLED_MS);
}

/** Types into a question, and waits until Enter counts again. */
export async function typeInQuestion(text: string): Promise<void> {
  await quickInput.type(text);
  await sleep(SETTLED_MS);
}

/** Sends a command as another extension would and waits for the question; the answer is still open then. */
export async function asking(command: string) {
  const { execute } = await sluice();
  const answer = execute(command);
  await question(command);
  return { answer };
}

/** The status bar's text about questions that wait. */
export const waiting = (words: string) => workbench.shown(`.statusbar-item:has-text(${JSON.stringify(words)})`);

/** Leaves nothing open for the next test. */
export async function clearAway(): Promise<void> {
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('workbench.action.closeAllEditors');
  await eventually('nothing waits', async () => {
    await commands.executeCommand('sluice.declineWaiting');
    return (await workbench.texts('.statusbar-item:has-text("waiting")')).length === 0;
  });
}
