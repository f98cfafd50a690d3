import { commands, type Disposable, StatusBarAlignment, window } from 'vscode';
import { plainLabel } from './plain-text.ts';
import { TEXT } from './text.ts';

/** Commands under way; the status bar names them and offers to cancel. */
export interface Running extends Disposable {
  /** Shows `name` while `work` goes on; its signal aborts when the person cancels. */
  during<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  cancel(): Promise<void>;
}

/** An item for a shorter run would only flicker. */
const SHOW_AFTER_MS = 400;
const NAME_LENGTH = 40;

/** `lastingChanged` hears how many run for so long that they are shown. */
export function createRunning(lastingChanged: (count: number) => void): Running {
  const item = window.createStatusBarItem('sluice.running', StatusBarAlignment.Left, 0);
  item.name = TEXT.running.name;
  item.command = 'sluice.cancelRunning';
  const under = new Map<AbortController, string>();
  const lasting = new Set<AbortController>();

  const show = () => {
    const names = [...under.values()];
    const [first = ''] = names;
    const short = first.length > NAME_LENGTH ? `${first.slice(0, NAME_LENGTH - 1)}…` : first;
    item.text = `$(sync~spin) ${plainLabel(short)}${names.length > 1 ? ` +${names.length - 1}` : ''}`;
    item.tooltip = TEXT.running.tooltip(names);
    item.accessibilityInformation = { label: TEXT.running.label(names), role: 'button' };
    if (names.length === 0) item.hide();
    void commands.executeCommand('setContext', 'sluice.running', names.length > 0);
  };

  return {
    async during(name, work) {
      const controller = new AbortController();
      under.set(controller, name);
      show();
      const timer = setTimeout(() => {
        item.show();
        lasting.add(controller);
        lastingChanged(lasting.size);
      }, SHOW_AFTER_MS);
      try {
        return await work(controller.signal);
      } finally {
        clearTimeout(timer);
        under.delete(controller);
        show();
        if (lasting.delete(controller)) lastingChanged(lasting.size);
      }
    },
    async cancel() {
      const choices = [...under].map(([controller, label]) => ({ label, controller }));
      const chosen =
        choices.length > 1
          ? await window.showQuickPick(choices, { title: TEXT.running.chooseToCancel, canPickMany: true })
          : choices;
      for (const { controller } of chosen ?? []) controller.abort();
    },
    dispose() {
      for (const controller of under.keys()) controller.abort();
      item.dispose();
    },
  };
}
