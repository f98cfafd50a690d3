import { env, window } from 'vscode';
import { ACTION_TEXT } from './action-text.ts';
import { plainLabel } from './plain-text.ts';

/** Long enough to be read, short enough not to be in the way. */
const SAID_MS = 2000;

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(plainLabel(ACTION_TEXT.panels.copied), SAID_MS);
}
