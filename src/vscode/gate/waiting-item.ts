import { commands, type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';

/** Says in the status bar that something waits for the person; a click brings the question back. */
export interface WaitingItem extends Disposable {
  show(texts: readonly string[]): void;
}

export function createWaitingItem(forDisplay: (text: string) => string): WaitingItem {
  const item = window.createStatusBarItem('sluice.waiting', StatusBarAlignment.Left, 1);
  item.name = 'Sluice: waiting for you';
  item.command = 'sluice.showWaiting';
  item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
  return {
    show(texts) {
      const names = texts.map(forDisplay);
      item.text = `$(shield) Sluice: ${texts.length} waiting`;
      item.tooltip = `Waiting for you:\n${names.join('\n')}\n\nClick to answer.`;
      item.accessibilityInformation = {
        label: `Sluice: ${texts.length} waiting for you: ${names.join(', ')}. Activate to answer.`,
        role: 'button',
      };
      if (texts.length === 0) item.hide();
      else item.show();
      void commands.executeCommand('setContext', 'sluice.waiting', texts.length);
    },
    dispose: () => item.dispose(),
  };
}
