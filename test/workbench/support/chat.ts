import { type CancellationToken, commands, LanguageModelTextPart, lm } from 'vscode';
import { workbench } from './ui.ts';

const RESPONSE = '.interactive-item-container.interactive-response';

/** Calls a tool as another extension does, without a chat, and gives what a model reads. */
export async function invoke(name: string, input: object, token?: CancellationToken): Promise<string> {
  const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return content.map(part => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
}

/** Sends a question in a chat of its own, as a person does. */
export async function say(query: string): Promise<void> {
  await commands.executeCommand('workbench.action.chat.newChat');
  await commands.executeCommand('workbench.action.chat.open', { query });
}

/** The answer of the chat that is open. */
export const chatAnswer = {
  /** Waits until it has these words. */
  has: (words: string) => workbench.shown(`${RESPONSE}:has-text(${JSON.stringify(words)})`),
  click: (selector: string) => workbench.click(`${RESPONSE} ${selector}`),
};

export const followUp = (words: string) =>
  workbench.click(`.interactive-session-followups :text(${JSON.stringify(words)})`);

const ENABLE = '.monaco-dialog-box .monaco-button:has-text("Enable")';

/** Whether the editor warns that it will approve every call: it does with the first call that it would ask about. */
export const warnsOfApproval = async () => (await workbench.texts(ENABLE)).length > 0;

/** Says yes to that warning. */
export const approveEverything = () => workbench.click(ENABLE);
