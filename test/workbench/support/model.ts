import type { LanguageModelChatMessage, LanguageModelChatTool } from 'vscode';

/** A part of a scripted answer: words, or a call of a tool. */
export type Part = { readonly text: string } | { readonly call: string; readonly input: object };

export type Script = (
  messages: readonly LanguageModelChatMessage[],
  tools: readonly LanguageModelChatTool[],
) => readonly Part[];

/** What the one model of the editor answers from now on; the harness asks it (harness/model.cjs). */
export function answerBy(script: Script | undefined): void {
  Object.assign(globalThis, { sluiceTestModel: script });
}

/** All that a model was sent, as text. */
export const sentText = (messages: unknown): string => JSON.stringify(messages);
