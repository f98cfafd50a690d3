import { commands, type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { plainLabel } from '../plain-text.ts';
import { GATE_TEXT } from './text.ts';

/** Says in the status bar that something waits for the person; a click brings the question back. */
export interface WaitingItem extends Disposable {
  show(texts: readonly string[]): void;
}

export function createWaitingItem(forDisplay: (text: string) => string): WaitingItem {
  const item = window.createStatusBarItem('sluice.waiting', StatusBarAlignment.Left, 1);
  item.name = GATE_TEXT.waiting.name;
  item.command = 'sluice.showWaiting';
  item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
  return {
    show(texts) {
      const names = texts.map(forDisplay);
      item.text = `$(shield) ${textOf(names)}`;
      item.tooltip = GATE_TEXT.waiting.tooltip(names);
      item.accessibilityInformation = { label: GATE_TEXT.waiting.label(names), role: 'button' };
      if (texts.length === 0) item.hide();
      else item.show();
      void commands.executeCommand('setContext', 'sluice.waiting', texts.length);
    },
    dispose: () => item.dispose(),
  };
}

/** The bar is for other extensions too. */
const NAME_LENGTH = 40;

/** How many wait, and of several which comes after the one that is shown. */
export function textOf(names: readonly string[]): string {
  const [, next] = names;
  if (next === undefined) return GATE_TEXT.waiting.text(names.length);
  const short = next.length > NAME_LENGTH ? `${next.slice(0, NAME_LENGTH - 1)}…` : next;
  return GATE_TEXT.waiting.textWithNext(names.length, plainLabel(short));
}
