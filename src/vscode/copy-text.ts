import { env, window } from 'vscode';
import { plainLabel } from './plain-text.ts';
import { TEXT } from './text.ts';

/** Long enough to be read, short enough not to be in the way. */
const SAID_MS = 2000;

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(plainLabel(TEXT.panels.copied), SAID_MS);
}
