import { type CancellationToken, window } from 'vscode';

/** Lets the person change a command; undefined when they left it as it was. */
export async function askEdit(title: string, text: string, over: CancellationToken): Promise<string | undefined> {
  const options = { title, value: text, prompt: 'What you make of it is judged anew.', ignoreFocusOut: true };
  const edited = await window.showInputBox(options, over);
  return edited?.trim() === text ? undefined : edited;
}

/** A no with the person's words, which may be none; undefined when they went back. */
export async function askReason(over: CancellationToken) {
  const options = { title: 'Why not?', prompt: 'Whoever asked is told. Escape goes back.', ignoreFocusOut: true };
  const reason = await window.showInputBox(options, over);
  return reason === undefined ? undefined : ({ kind: 'declined', reason: reason.trim() || undefined } as const);
}
