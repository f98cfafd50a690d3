import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { MutatingCommand } from '../core/command/command.ts';
import type { GateUi, Origin } from '../core/gate/approval.ts';

interface Choice extends QuickPickItem {
  readonly run?: true;
}

const RISKS = {
  local: 'changes this repository only',
  remote: 'leaves this machine',
  destructive: 'can lose work or rewrite published history',
} as const;

const ORIGINS: Readonly<Record<Origin, string>> = {
  palette: 'you, by the palette',
  view: 'you, in the status view',
  chat: 'chat',
  mcp: 'an agent, by MCP',
  cli: 'the command line',
};

export interface GateOptions {
  readonly timeoutMs: () => number;
  readonly redact: (text: string) => string;
}

/** The gate in the editor: one quick-pick at a time, and anything but Run is no. */
export function createGate({ timeoutMs, redact }: GateOptions): GateUi {
  let last: Promise<unknown> = Promise.resolve();
  return {
    confirm(command, repository, origin) {
      const asked = last.then(() => ask(command, repository, origin, timeoutMs(), redact));
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

function ask(
  { canonical, verdict }: MutatingCommand,
  repository: string,
  origin: Origin,
  timeoutMs: number,
  redact: (text: string) => string,
): Promise<boolean> {
  const { effects, risk, reason } = verdict;
  const destructive = risk === 'destructive';
  const run: Choice = {
    run: true,
    label: `$(${destructive ? 'warning' : 'play'}) Run`,
    description: redact(canonical),
    detail: `${redact(reason)}. Effects: ${effects.join(', ')}.`,
    alwaysShow: true,
  };
  const cancel: Choice = { label: '$(close) Cancel', description: 'It is not run.', alwaysShow: true };
  const facts: Choice = {
    kind: QuickPickItemKind.Separator,
    label: `Risk: ${risk}, ${RISKS[risk]}`,
  };
  const pick = window.createQuickPick<Choice>();
  pick.title = `Sluice: run this ${destructive ? 'destructive ' : ''}command?`;
  pick.placeholder = `Asked by ${ORIGINS[origin]}, in ${repository}`;
  pick.items = [facts, run, cancel];
  // Enter by habit must not lose work.
  pick.activeItems = [destructive ? cancel : run];
  // Looking elsewhere is no answer.
  pick.ignoreFocusOut = true;
  return new Promise(resolve => {
    const timer = setTimeout(() => pick.hide(), timeoutMs);
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.run === true);
      pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      resolve(false);
      pick.dispose();
    });
    pick.show();
  });
}
