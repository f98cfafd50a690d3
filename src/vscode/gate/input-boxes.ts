import { type CancellationToken, window } from 'vscode';
import { GATE_TEXT } from './text.ts';

/** Lets the person change a command; undefined when they left it as it was. */
export async function askEdit(title: string, text: string, over: CancellationToken): Promise<string | undefined> {
  const options = { title, value: text, prompt: GATE_TEXT.edit.prompt, ignoreFocusOut: true };
  const edited = await window.showInputBox(options, over);
  return edited?.trim() === text ? undefined : edited;
}

/** A no with the person's words, which may be none; undefined when they went back. */
export async function askReason(over: CancellationToken) {
  const options = { ...GATE_TEXT.reason, ignoreFocusOut: true };
  const reason = await window.showInputBox(options, over);
  return reason === undefined ? undefined : ({ kind: 'declined', reason: reason.trim() || undefined } as const);
}
