import { commands, type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
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
      item.text = `$(shield) ${GATE_TEXT.waiting.text(texts.length)}`;
      item.tooltip = GATE_TEXT.waiting.tooltip(names);
      item.accessibilityInformation = { label: GATE_TEXT.waiting.label(names), role: 'button' };
      if (texts.length === 0) item.hide();
      else item.show();
      void commands.executeCommand('setContext', 'sluice.waiting', texts.length);
    },
    dispose: () => item.dispose(),
  };
}
